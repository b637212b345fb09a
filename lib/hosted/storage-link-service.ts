import "server-only";
import { z } from "zod";
import { readToken, signToken } from "@/lib/auth/signed-token.server";
import { HOSTED_UPLOAD_LINK_SECONDS } from "@/lib/config/limits";
import { isRestricted, requireUnlimited } from "@/lib/moderation/standing-service";
import { type Actor, idSchema } from "@/lib/shared/contract";
import { AppError } from "@/lib/shared/errors";
import { type BucketObject, openFor } from "./storage-bucket-service";
import { type Transform, transformQuery } from "./storage-contract";
import { BUCKETS, type Place, readPath } from "./storage-names";
import { notThere, ownPath } from "./storage-service";

/**
 * Signed URLs that read or upload one file without a key.
 *
 * Trust model. Outside: whoever has such a URL. It is valid for a limited time, for one path, and only while its
 * creator may do the same.
 */
const DOWNLOAD = "hosted-file";
const UPLOAD = "hosted-upload";

const placeClaims = { bucket: z.enum(BUCKETS), path: z.string(), owner: idSchema };
const downloadClaims = z.object({ ...placeClaims, file: z.string(), transform: transformQuery.optional() });
const uploadClaims = z.object({ ...placeClaims, upsert: z.boolean() });

/** Verifies a token for this path. @throws AppError invalid_token; also once its creator may not sign any more */
async function verify<S extends z.ZodType<Place & { owner: string }>>(
  schema: S,
  { audience, place, token }: { audience: string; place: Place; token: string },
): Promise<z.output<S>> {
  const claims = schema.safeParse(await readToken("hosted-file", token, audience)).data;
  const isValid = claims?.path === place.path && claims.bucket === place.bucket;
  // The response does not disclose the creator's restriction.
  if (!isValid || (await isRestricted({ id: claims.owner }, new Date())))
    throw new AppError("invalid_token", { message: "This address is not valid any more." });
  return claims;
}

type Signing = { actor: Actor; place: Place; seconds: number; transform?: Transform | undefined };

/**
 * A token that lets whoever has it read one file of the actor.
 * @throws AppError not_found, forbidden, account_limited
 */
export async function signFile({ actor, place, seconds, transform }: Signing): Promise<string> {
  await requireUnlimited(actor);
  const { ownerId: owner } = ownPath(actor, place.path);
  const { id: file } = await openFor(actor, place);
  return signToken("hosted-file", { ...place, owner, file, transform }, { audience: DOWNLOAD, seconds });
}

/** The file at that path that a token grants access to. @throws AppError invalid_token, not_found */
export async function openSigned(
  place: Place,
  token: string,
): Promise<{ object: BucketObject; transform: Transform | undefined }> {
  const { owner, file, transform } = await verify(downloadClaims, { audience: DOWNLOAD, place, token });
  const object = await openFor({ id: owner }, place);
  // A file that was stored under this name later is a different file.
  if (object.id !== file) throw notThere();
  return { object, transform };
}

/**
 * A token that lets whoever has it upload one file for the actor.
 * @throws AppError not_found, forbidden, account_limited
 */
export async function signUpload(
  actor: Actor,
  { place, upsert }: { place: Place; upsert: boolean },
): Promise<string> {
  await requireUnlimited(actor);
  const { ownerId: owner } = ownPath(actor, place.path);
  if (place.bucket === "apps") throw new AppError("forbidden");
  return signToken(
    "hosted-file",
    { ...place, owner, upsert },
    { audience: UPLOAD, seconds: HOSTED_UPLOAD_LINK_SECONDS },
  );
}

/** The person for whom a token uploads a file at that path. @throws AppError invalid_token */
export async function readUploadToken(
  place: Place,
  token: string,
): Promise<{ actor: Actor; upsert: boolean }> {
  const { owner, upsert } = await verify(uploadClaims, { audience: UPLOAD, place, token });
  if (readPath(place.path)?.ownerId !== owner) throw notThere();
  return { actor: { id: owner }, upsert };
}
