/** A request of the app that the frame refused, as a line of its console tells it. */
export type RefusedRequest = { url: string; outcome: "refused" | "missing"; reason?: string };

const LOADED = /^\S+ is not part of the package, so (\S+) was not loaded\. /;
const CALLED = /^Network API blocked by policy: .* \(([^()\s]+)\)$/;
const MISSING = /^(\/\S*) is not in the package\.$/;

/** Reads a line of violation-text.ts or refusals.ts. @returns null for other lines */
export function refusedRequest(line: string): RefusedRequest | null {
  const missing = MISSING.exec(line)?.[1];
  if (missing) return { url: missing, outcome: "missing" };
  const url = LOADED.exec(line)?.[1] ?? CALLED.exec(line)?.[1];
  return url ? { url, outcome: "refused", reason: line } : null;
}
