import { REALTIME_RECONNECT_MS } from "@/lib/config/limits";

/** Dispatched on `window` when the server responds again, so that queued requests retry at once. */
export const SERVER_BACK_EVENT = "gum:server-back";

/** Resolves after `ms`, or earlier when the network or the server is back or `signal` aborts. */
export function waitToRetry(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      removeEventListener(SERVER_BACK_EVENT, done);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    addEventListener("online", done);
    addEventListener(SERVER_BACK_EVENT, done);
    signal?.addEventListener("abort", done);
    if (signal?.aborted) done();
  });
}

/** A delay of `ms` ± 50 %, so that clients of a restarted server do not all reconnect at once. */
export function withJitter(ms: number): number {
  return ms * (0.5 + Math.random());
}

/** How long to wait after a lost connection, with jitter. @param attempt 0 for the first */
export function reconnectDelay(attempt: number): number {
  return withJitter(REALTIME_RECONNECT_MS[Math.min(attempt, REALTIME_RECONNECT_MS.length - 1)]!);
}
