import "server-only";
import { UPLOADS_IN_FLIGHT_BYTES, UPLOADS_IN_FLIGHT_PERSON_BYTES } from "@/lib/config/limits";
import { AppError } from "@/lib/shared/errors";

/**
 * Bounds the memory of this process: large bodies are buffered, so each reserves its declared size before it is read.
 *
 * Trust model. Untrusted: whoever sends a body, as many at once as they like. readBytes() holds them to what
 * they declared.
 */
type InFlight = { total: number; byKey: Map<string, number> };

// On globalThis, because Next may bundle this module twice.
const holder = globalThis as typeof globalThis & { gumUploads?: InFlight };

const RETRY_SECONDS = 5;

/**
 * Reserves the memory of a request's body.
 * @param key who sends it: a user id or a network address
 * @param maxBytes what a body without a declared size may take
 * @returns releases it
 * @throws AppError payload_too_large, too_many_uploads for one sender, unavailable for all together
 */
export function reserveUpload(
  request: Request,
  { key, maxBytes }: { key: string; maxBytes: number },
): () => void {
  const uploads = (holder.gumUploads ??= { total: 0, byKey: new Map<string, number>() });
  const declared = request.headers.get("content-length");
  const bytes = declared === null ? maxBytes : Number(declared);
  if (!(bytes <= maxBytes)) throw new AppError("payload_too_large");
  const own = uploads.byKey.get(key) ?? 0;
  if (own + bytes > UPLOADS_IN_FLIGHT_PERSON_BYTES)
    throw new AppError("too_many_uploads", { retryAfter: RETRY_SECONDS });
  if (uploads.total + bytes > UPLOADS_IN_FLIGHT_BYTES)
    throw new AppError("unavailable", { retryAfter: RETRY_SECONDS });
  uploads.byKey.set(key, own + bytes);
  uploads.total += bytes;
  return () => {
    const left = (uploads.byKey.get(key) ?? 0) - bytes;
    if (left > 0) uploads.byKey.set(key, left);
    else uploads.byKey.delete(key);
    uploads.total -= bytes;
  };
}
