import "server-only";
import { AppError } from "@/lib/shared/errors";
import { byteRange, type ByteRange } from "./byte-range";
import { openDownload } from "./downloads-in-flight";
import { ifNoneMatchHits } from "./etag";

/**
 * Sends a file, or the one part of it that is asked for, as it is read: a request holds neither the file nor the part in
 * memory, and reads no further than the client takes.
 * @param file.name of this content only: its ETag
 * @param sending.headers in place of or beside those of every file
 * @param sending.receiver who downloads it: a user id or a network address
 * @throws AppError not_found if the file is gone, too_many_downloads, unavailable
 */
export async function fileResponse(
  request: Request,
  file: {
    name: string;
    size: number;
    type: string;
    read: (range: ByteRange) => Promise<ReadableStream<Uint8Array> | null>;
  },
  { headers: own, receiver }: { headers: Record<string, string>; receiver: string },
): Promise<Response> {
  const etag = `"${file.name}"`;
  const headers = new Headers({
    "accept-ranges": "bytes",
    "content-disposition": "inline",
    "content-security-policy": "default-src 'none'; sandbox",
    "content-type": file.type,
    etag,
    "x-content-type-options": "nosniff",
    ...own,
  });
  if (ifNoneMatchHits(request.headers.get("if-none-match"), etag)) {
    headers.delete("content-type");
    return new Response(null, { status: 304, headers });
  }
  const ifRange = request.headers.get("if-range");
  // Only GET has ranges. A date never matches: files have none.
  const isPartial = request.method === "GET" && (ifRange === null || ifRange === etag);
  const asked = isPartial ? request.headers.get("range") : null;
  const part = byteRange(asked, file.size);
  if (part === "unsatisfiable") {
    // Not for as long as the file.
    headers.set("cache-control", "no-store");
    headers.set("content-range", `bytes */${file.size}`);
    headers.set("content-length", "0");
    return new Response(null, { status: 416, headers });
  }
  const { start, end } = part ?? { start: 0, end: file.size - 1 };
  headers.set("content-length", String(end - start + 1));
  if (part) headers.set("content-range", `bytes ${start}-${end}/${file.size}`);
  const status = part ? 206 : 200;
  if (request.method === "HEAD" || file.size === 0) return new Response(null, { status, headers });
  const open = async () => {
    const body = await file.read({ start, end });
    if (!body) throw new AppError("not_found");
    return body;
  };
  const { signal } = request;
  return new Response(await openDownload(open, { receiver, bytes: end - start + 1, signal }), {
    status,
    headers,
  });
}
