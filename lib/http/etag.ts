import "server-only";
import { metrics } from "@/lib/infra/metrics";

/** The strong ETag of a record with a revision counter. */
export function revisionEtag(id: string, revision: number): string {
  return `"${id.slice(-12)}-${revision}"`;
}

/** Whether the request's If-Match header allows changing a record; a missing header does. */
export function ifMatchAllows(request: Request): (current: { id: string; revision: number }) => boolean {
  const header = request.headers.get("if-match");
  if (header === null || header.trim() === "*") return () => true;
  const etags = header.split(",").map((tag) => tag.trim());
  return ({ id, revision }) => etags.includes(revisionEtag(id, revision));
}

/** True if an If-None-Match header matches `etag`: the caller's copy is current. */
export function ifNoneMatchHits(header: string | null, etag: string): boolean {
  const hits = header !== null && header.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
  metrics().cache.inc({ cache: "etag", result: hits ? "hit" : "miss" });
  return hits;
}
