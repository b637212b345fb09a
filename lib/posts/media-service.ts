import "server-only";
import { uuidv7 } from "uuidv7";
import { JOB_BATCH, MEDIA_ALT_MAX_CHARS, MEDIA_MAX_BYTES, UNUSED_MEDIA_KEPT_MS } from "@/lib/config/limits";
import type { PostMedia } from "./contract";
import type { Actor } from "@/lib/shared/contract";
import { requireUnlimited } from "@/lib/moderation/standing-service";
import { AppError } from "@/lib/shared/errors";
import { normalizeText } from "./rules";
import { randomFileKey } from "@/lib/files/file-key";
import { fileStore } from "@/lib/files/file-store";
import { encodeImage, imagePreview } from "@/lib/files/image-encoder";
import { logger } from "@/lib/infra/logger";
import { presentMedia } from "./presenter";
import { deleteFreeMedia, deleteUnusedMedia, insertMedia } from "./media-repository";

/** In pixels. */
const LONGEST_SIDE = 2_048;

/**
 * Stores a picture for a post to come, re-encoded without metadata.
 * @param upload.id of the picture, if the uploader chooses it
 * @throws AppError payload_too_large, invalid_image, storage_full; a unique violation for an id that is taken
 */
export async function uploadMedia({
  actor,
  bytes,
  alt = "",
  id = uuidv7(),
}: {
  actor: Actor;
  bytes: Uint8Array;
  alt?: string;
  id?: string;
}): Promise<PostMedia> {
  await requireUnlimited(actor);
  if (bytes.byteLength > MEDIA_MAX_BYTES) {
    throw new AppError("payload_too_large", { message: "A picture may have 8 MB at most." });
  }
  const encoded = await encodeImage(bytes, { width: LONGEST_SIDE, height: LONGEST_SIDE, fit: "inside" });
  const preview = await imagePreview(encoded.bytes);
  const fileKey = randomFileKey("media", encoded.extension);
  await fileStore().put(fileKey, encoded.bytes);
  try {
    const record = await insertMedia({
      id,
      ownerId: actor.id,
      fileKey,
      type: encoded.type,
      width: encoded.width,
      height: encoded.height,
      alt: normalizeText(alt).slice(0, MEDIA_ALT_MAX_CHARS),
      preview,
      playback: null,
      posterKey: null,
      captionsKey: null,
    });
    return presentMedia(record);
  } catch (error) {
    await dropFiles([fileKey]);
    throw error;
  }
}

/** Deletes those of these pictures that are the actor's and in no post. */
export async function dropMedia({ actor, ids }: { actor: Actor; ids: string[] }): Promise<void> {
  if (ids.length > 0) await dropFiles(await deleteFreeMedia(actor.id, ids));
}

/** Cron job: deletes pictures that were uploaded and never posted. @returns how many */
export async function dropUnusedMedia(now: Date): Promise<number> {
  const before = new Date(now.getTime() - UNUSED_MEDIA_KEPT_MS);
  const keys = await deleteUnusedMedia(before, JOB_BATCH);
  await dropFiles(keys);
  return keys.length;
}

/** Deletes files that no row references any more. Failures are only logged: an orphaned file does no harm. */
export async function dropFiles(keys: string[]): Promise<void> {
  for (const key of keys) {
    await fileStore()
      .delete(key)
      .catch((error: unknown) => logger().warn({ err: error }, "could not delete a file"));
  }
}
