import "server-only";
import {
  UNDECLARED_BODY_MAX_BYTES,
  UPLOADS_IN_FLIGHT_BYTES,
  UPLOADS_IN_FLIGHT_PERSON_BYTES,
} from "@/lib/config/limits";
import { metrics } from "@/lib/infra/metrics";
import { AppError } from "@/lib/shared/errors";
import { tooLarge } from "./body";

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

/** The limit for reading a body: without a declared size, the reserved bytes. */
export function bodyLimit(request: Request, maxBytes: number): number {
  return request.headers.has("content-length") ? maxBytes : Math.min(maxBytes, UNDECLARED_BODY_MAX_BYTES);
}

/**
 * Reserves the memory of a request's body.
 * @param key who sends it: a user id or a network address
 * @param maxBytes the limit of the route
 * @param what begins the sentence of the error of one that is too large
 * @returns releases it
 * @throws AppError payload_too_large, too_many_uploads for one sender, unavailable for all together
 */
export function reserveUpload(
  request: Request,
  { key, maxBytes, what }: { key: string; maxBytes: number; what?: string | undefined },
): () => void {
  const uploads = (holder.gumUploads ??= { total: 0, byKey: new Map<string, number>() });
  const declared = request.headers.get("content-length");
  const bytes = declared === null ? bodyLimit(request, maxBytes) : Number(declared);
  if (!(bytes <= maxBytes)) throw tooLarge(maxBytes, what);
  const own = uploads.byKey.get(key) ?? 0;
  // One alone is within its route's limit, which is a setting.
  if (own > 0 && own + bytes > UPLOADS_IN_FLIGHT_PERSON_BYTES)
    throw new AppError("too_many_uploads", { retryAfter: RETRY_SECONDS });
  if (uploads.total > 0 && uploads.total + bytes > UPLOADS_IN_FLIGHT_BYTES)
    throw new AppError("unavailable", { retryAfter: RETRY_SECONDS });
  uploads.byKey.set(key, own + bytes);
  uploads.total += bytes;
  metrics().uploadBytes.set(uploads.total);
  return () => {
    const left = (uploads.byKey.get(key) ?? 0) - bytes;
    if (left > 0) uploads.byKey.set(key, left);
    else uploads.byKey.delete(key);
    uploads.total -= bytes;
    metrics().uploadBytes.set(uploads.total);
  };
}
