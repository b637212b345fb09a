import "server-only";

/** The strong ETag of something that counts its changes. */
export function revisionEtag(id: string, revision: number): string {
  return `"${id.slice(-12)}-${revision}"`;
}

/** True if an If-Match header allows a change of what carries `etag` now; no header allows it. */
export function ifMatchAllows(header: string | null, etag: string): boolean {
  if (header === null || header.trim() === "*") return true;
  return header.split(",").some((part) => part.trim() === etag);
}

/** True if an If-None-Match header says that the caller has this already. */
export function ifNoneMatchHits(header: string | null, etag: string): boolean {
  return header !== null && header.split(",").some((part) => part.trim().replace(/^W\//, "") === etag);
}
