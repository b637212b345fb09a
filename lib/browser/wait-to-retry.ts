/** Resolves after `ms`, or earlier when the network is back or `signal` aborts. */
export function waitToRetry(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    addEventListener("online", done);
    signal?.addEventListener("abort", done);
    if (signal?.aborted) done();
  });
}
