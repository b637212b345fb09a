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
  "orphaned-files": "hour",
  "post-search": "hour",
  "collection-search": "hour",
  "made-with": "hour",
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
 * Calls one job after the other. @returns {Promise<Error[]>} one for each that failed
 * @param {{ jobs: string[], baseUrl: string, secret: string, stopped?: AbortSignal }} options
 */
export async function callJobs({ jobs, baseUrl, secret, stopped }) {
  const failures = [];
  for (const job of jobs) {
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    try {
      const response = await fetch(`${baseUrl}/api/cron/${job}`, {
        headers: { authorization: `Bearer ${secret}` },
        signal: stopped ? AbortSignal.any([stopped, timeout]) : timeout,
      });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`it answered ${response.status}`);
    } catch (cause) {
      if (stopped?.aborted) break;
      failures.push(new Error(`The cron job "${job}" failed: ${cause.message}.`, { cause }));
    }
  }
  return failures;
}

/** @param {"minute" | "hour" | "day"} every */
export const jobsOf = (every) => Object.keys(SCHEDULE).filter((job) => SCHEDULE[job] === every);

/**
 * Calls the cron routes of a server, as a host's scheduler would: all of them after the start, then by SCHEDULE.
 * @param {{ baseUrl: string, secret: string, onError: (error: Error) => void, firstMs?: number }} options
 * @returns {{ stop: () => void }}
 */
export function startCron({ baseUrl, secret, onError, firstMs = FIRST_MS }) {
  const stopped = new AbortController();
  const call = async (jobs) => {
    const failures = await callJobs({ jobs, baseUrl, secret, stopped: stopped.signal });
    failures.forEach(onError);
  };
  const timers = Object.entries(MS).map(([every, ms]) => setInterval(call, ms, jobsOf(every)));
  const first = setTimeout(call, firstMs, ["all"]);
  for (const timer of [...timers, first]) timer.unref();
  return {
    stop() {
      clearTimeout(first);
      timers.forEach((timer) => clearInterval(timer));
      stopped.abort();
    },
  };
}
