import "server-only";

/** The strong ETag of a record with a revision counter. */
export function revisionEtag(id: string, revision: number): string {
  return `"${id.slice(-12)}-${revision}"`;
}

/** True if an If-Match header allows changing the resource at `etag`; a missing header does. */
export function ifMatchAllows(header: string | null, etag: string): boolean {
  if (header === null || header.trim() === "*") return true;
  return header.split(",").some((tag) => tag.trim() === etag);
}

/** True if an If-None-Match header matches `etag`: the caller's copy is current. */
export function ifNoneMatchHits(header: string | null, etag: string): boolean {
  return header !== null && header.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}
