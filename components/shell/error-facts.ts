const KEY = "gum-errors";
const WINDOW_MS = 10 * 60_000;

/** Records an error in sessionStorage and returns how many there were in the last ten minutes. */
export function countError(now: number): number {
  let times: number[] = [];
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    if (Array.isArray(stored))
      times = stored.filter((time) => typeof time === "number" && now - time < WINDOW_MS);
    times.push(now);
    sessionStorage.setItem(KEY, JSON.stringify(times.slice(-20)));
  } catch {
    // Storage is blocked or full: only this error counts.
    times.push(now);
  }
  return times.length;
}

/**
 * The request id that middleware.ts sends as Server-Timing: that of the document or, after a client-side navigation, of
 * the latest response for this path.
 */
export function pageRequestId(): string | undefined {
  const entries = [
    ...performance.getEntriesByType("navigation"),
    ...performance.getEntriesByType("resource"),
  ] as PerformanceResourceTiming[];
  return entries
    .filter(({ name }) => new URL(name).pathname === location.pathname)
    .flatMap(({ serverTiming }) => serverTiming)
    .findLast(({ name }) => name === "request")?.description;
}
