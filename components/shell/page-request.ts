/**
 * The id under which the server's log has the request that this screen came with: its document's, or, where the router
 * fetched it, that of the latest answer for this address. It comes as Server-Timing (middleware.ts).
 */
export function pageRequestId(): string | undefined {
  const entries = [
    ...performance.getEntriesByType("navigation"),
    ...performance.getEntriesByType("resource"),
  ] as PerformanceResourceTiming[];
  const own = entries.filter(({ name }) => new URL(name).pathname === location.pathname);
  return own.flatMap(({ serverTiming }) => serverTiming).findLast(({ name }) => name === "request")
    ?.description;
}
