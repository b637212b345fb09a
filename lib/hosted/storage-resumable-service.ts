import "server-only";
import { randomUUID } from "node:crypto";
import { z } from "zod";
import * as parts from "@/lib/apps/partial-upload-service";
import { readToken, signToken } from "@/lib/auth/signed-token.server";
import { HOSTED_FILE_MAX_BYTES, PARTIAL_UPLOAD_KEPT_MS } from "@/lib/config/limits";
import { requireUnlimited } from "@/lib/moderation/standing-service";
import { UPLOAD_PART_BYTES } from "@/lib/package/limits";
import { type Actor, idSchema } from "@/lib/shared/contract";
import { AppError } from "@/lib/shared/errors";
import { putObject, refuseTaken, requireNoMetadata } from "./storage-bucket-service";
import { extrasSchema } from "./storage-contract";
import { BUCKETS } from "./storage-names";
import { ownPath } from "./storage-service";

/**
 * Resumable uploads into buckets, on top of the multipart uploads of packages: three at a time for each person, valid
 * for a day.
 *
 * Trust model. Outside: whoever has the URL of an upload, which contains its signed destination. Only the person who
 * started the upload can use it. A complete upload is validated like any other.
 */
const AUDIENCE = "hosted-resumable";

const claimsSchema = z.object({
  id: idSchema,
  owner: idSchema,
  bucket: z.enum(BUCKETS),
  path: z.string(),
  type: z.string(),
  upsert: z.boolean(),
  // Of an upload that began before there was one.
  extras: extrasSchema.default({ cacheControl: null, metadata: null }),
  bytes: z.number(),
  exp: z.number(),
});
type Claims = z.infer<typeof claimsSchema>;

export type Resumable = { token: string; offset: number; bytes: number; expires: Date };

/** @throws AppError not_found if it ended, or belongs to somebody else */
async function readClaims(actor: Actor, token: string): Promise<Claims> {
  const claims = claimsSchema.safeParse(await readToken("hosted-file", token, AUDIENCE)).data;
  if (claims?.owner !== actor.id) throw new AppError("not_found", { message: "There is no such upload." });
  return claims;
}

const resumable = (token: string, { bytes, exp }: Claims, offset: number): Resumable => ({
  token,
  offset,
  bytes,
  expires: new Date(exp * 1_000),
});

type Beginning = Pick<Claims, "bucket" | "path" | "type" | "upsert" | "bytes" | "extras"> & { actor: Actor };

/** @throws AppError forbidden, conflict if the name is taken, payload_too_large */
export async function beginResumable({ actor, ...target }: Beginning): Promise<Resumable> {
  await requireUnlimited(actor);
  if (target.bucket === "apps") throw new AppError("forbidden");
  ownPath(actor, target.path);
  requireNoMetadata(target.bucket, target.extras);
  if (target.bytes > HOSTED_FILE_MAX_BYTES)
    throw new AppError("payload_too_large", { details: { maxBytes: HOSTED_FILE_MAX_BYTES } });
  if (!target.upsert) await refuseTaken(actor, target);
  const exp = Math.floor((Date.now() + PARTIAL_UPLOAD_KEPT_MS) / 1_000);
  const claims = { ...target, id: randomUUID(), owner: actor.id, exp };
  if (target.bytes === 0) await putObject(target.bucket, { ...target, actor, bytes: new Uint8Array() });
  else await parts.beginPartialUpload({ viewer: actor, id: claims.id, bytes: target.bytes });
  const token = await signToken("hosted-file", claims, { audience: AUDIENCE });
  return resumable(token, claims, 0);
}

/** How many bytes of an upload have arrived. @throws AppError not_found */
export async function getResumable(actor: Actor, token: string): Promise<Resumable> {
  const claims = await readClaims(actor, token);
  const { received, isTaken } = await parts.getPartialUpload({ viewer: actor, id: claims.id });
  // The server was stopped between the last part and storing the file, or another request is about to store it.
  if (received === claims.bytes && !isTaken) await store(actor, claims);
  return resumable(token, claims, received);
}

/**
 * Appends at `offset`, part by part, so that little is lost with a connection; the last part stores the file.
 * @throws AppError not_found, conflict for another offset, validation_error for too much, and what storing the file
 * throws
 */
export async function appendToResumable({
  actor,
  token,
  offset,
  body,
}: {
  actor: Actor;
  token: string;
  offset: number;
  body: ReadableStream<Uint8Array> | null;
}): Promise<Resumable> {
  const claims = await readClaims(actor, token);
  const before = await parts.getPartialUpload({ viewer: actor, id: claims.id });
  if (offset !== before.received)
    throw new AppError("conflict", { message: `The upload goes on at ${before.received}.` });
  let { received } = before;
  for await (const part of piecesOf(body)) {
    const added = await parts.addUploadPart({ viewer: actor, id: claims.id, offset: received, part });
    received = added.received;
  }
  if (received === claims.bytes && before.received < received) await store(actor, claims);
  return resumable(token, claims, received);
}

/** @throws AppError not_found */
export async function cancelResumable(actor: Actor, token: string): Promise<void> {
  const { id } = await readClaims(actor, token);
  await parts.getPartialUpload({ viewer: actor, id });
  await parts.cancelPartialUpload({ viewer: actor, id });
}

/** @throws AppError too_many_uploads while another request stores it, and what storing the file throws */
function store(actor: Actor, { id, bucket, ...target }: Claims): Promise<void> {
  return parts.storePartialUpload({ viewer: actor, id }, async (bytes) => {
    try {
      await putObject(bucket, { ...target, actor, bytes });
    } catch (error) {
      // A rejection is final; after a failure on our side the client retries.
      if (error instanceof AppError && error.status < 500)
        await parts.cancelPartialUpload({ viewer: actor, id });
      throw error;
    }
  });
}

/** Splits a stream into parts, including what arrived before the connection broke. */
async function* piecesOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  if (!body) return;
  const reader = body.getReader();
  let kept = Buffer.alloc(0);
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      kept = Buffer.concat([kept, next.value]);
      while (kept.byteLength >= UPLOAD_PART_BYTES) {
        yield kept.subarray(0, UPLOAD_PART_BYTES);
        kept = kept.subarray(UPLOAD_PART_BYTES);
      }
    }
  } catch (error) {
    if (kept.byteLength > 0) yield kept;
    throw error;
  }
  if (kept.byteLength > 0) yield kept;
}
