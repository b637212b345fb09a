const HOUR_MS = 60 * 60_000;
const MS = { minute: 60_000, hour: HOUR_MS, day: 24 * HOUR_MS };
/** The first run waits until the start has finished. */
const FIRST_MS = 60_000;
/** A job stops by itself long before. */
const TIMEOUT_MS = 5 * 60_000;

/** How often each job runs. docs/deploy.md has the same table for other schedulers. */
export const SCHEDULE = {
  "scheduled-posts": "minute",
  queues: "minute",
  pushes: "hour",
  digests: "hour",
  "deleted-apps": "hour",
  "partial-uploads": "hour",
  codes: "hour",
  exports: "hour",
  "post-search": "hour",
  sessions: "day",
  "refresh-tokens": "day",
  "egress-records": "day",
  "app-statistics": "day",
  scores: "day",
  notifications: "day",
  "old-versions": "day",
  "unused-media": "day",
  links: "day",
  removals: "day",
  "old-jobs": "day",
  counters: "day",
};

/**
 * Calls the cron routes of a server, as a host's scheduler would: all of them after the start, then by SCHEDULE.
 * @param {{ baseUrl: string, secret: string, onError: (error: Error) => void, firstMs?: number }} options
 * @returns {{ stop: () => void }}
 */
export function startCron({ baseUrl, secret, onError, firstMs = FIRST_MS }) {
  const stopped = new AbortController();
  const call = async (job) => {
    try {
      const response = await fetch(`${baseUrl}/api/cron/${job}`, {
        headers: { authorization: `Bearer ${secret}` },
        signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`it answered ${response.status}`);
    } catch (cause) {
      if (!stopped.signal.aborted)
        onError(new Error(`The cron job "${job}" failed: ${cause.message}.`, { cause }));
    }
  };
  const timers = Object.entries(MS).map(([every, ms]) =>
    setInterval(async () => {
      for (const [job, interval] of Object.entries(SCHEDULE)) if (interval === every) await call(job);
    }, ms),
  );
  const first = setTimeout(() => call("all"), firstMs);
  for (const timer of [...timers, first]) timer.unref();
  return {
    stop() {
      clearTimeout(first);
      timers.forEach((timer) => clearInterval(timer));
      stopped.abort();
    },
  };
}
