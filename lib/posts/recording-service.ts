import "server-only";
import { takePartialUpload } from "@/lib/apps/partial-upload-service";
import { serverEnv } from "@/lib/config/env.server";
import { CAPTIONS_MAX_BYTES, LOOP_MAX_MS } from "@/lib/config/limits";
import { randomFileKey } from "@/lib/files/file-key";
import { fileStore } from "@/lib/files/file-store";
import { encodeImage, imagePreview } from "@/lib/files/image-encoder";
import { cleanRecording } from "@/lib/files/recording";
import { inTransaction } from "@/lib/db/client";
import { requireUnlimited } from "@/lib/moderation/standing-service";
import type { Actor } from "@/lib/shared/contract";
import { AppError, fieldError } from "@/lib/shared/errors";
import { cleanCaptions, languageTag } from "./captions";
import type { PostMedia, RecordingBody } from "./contract";
import {
  fileKeysOf,
  findFreeMedia,
  findMediaFile,
  insertMedia,
  takeFreePicture,
  updateFreeRecording,
  type MediaRecord,
} from "./media-repository";
import { dropFiles } from "./media-service";
import { presentMedia } from "./presenter";
import { normalizeText } from "./rules";

/** In pixels. */
const POSTER_LONGEST_SIDE = 1_280;

const recordingMaxBytes = (): number => serverEnv().RECORDING_MAX_MB * 1024 * 1024;

/** @throws AppError payload_too_large */
export function requireRecordingSize(bytes: number): void {
  if (bytes <= recordingMaxBytes()) return;
  const message = `A video or a sound recording may have ${serverEnv().RECORDING_MAX_MB} MB at most.`;
  throw new AppError("payload_too_large", { message });
}

/**
 * Stores a video or a sound recording for a post to come, as it was uploaded but without metadata.
 * Idempotent: a repeated call returns the stored one.
 * @param recording.id that of its upload in parts, unless `bytes` are given
 * @param recording.poster the first picture of a video, which gives its size
 * @throws AppError validation_error, payload_too_large, invalid_recording, invalid_image, not_found for an id that is
 * somebody else's
 */
export async function storeRecording({
  actor,
  id,
  bytes: sent,
  poster,
  title,
}: {
  actor: Actor;
  id: string;
  bytes?: Uint8Array | undefined;
  poster?: Uint8Array | undefined;
  title: string;
}): Promise<PostMedia> {
  const stored = await findStored(actor, id);
  if (stored) return presentMedia(stored);
  await requireUnlimited(actor);
  // Before the upload ends, so that it can be used again.
  const picture = poster && (await encodePoster(poster));
  const upload = sent ?? (await takePartialUpload({ viewer: actor, id }));
  requireRecordingSize(upload.byteLength);
  const { bytes, ...found } = cleanRecording(upload);
  if (found.kind === "video" && !picture)
    throw fieldError("poster", "required", "A video needs a picture to show before it plays.");
  const shown = found.kind === "video" ? picture : undefined;
  const fileKey = randomFileKey("media", found.extension);
  const posterKey = shown ? randomFileKey("media", shown.extension) : null;
  try {
    await fileStore().put(fileKey, bytes);
    if (shown && posterKey) await fileStore().put(posterKey, shown.bytes);
    const record = await insertMedia({
      id,
      ownerId: actor.id,
      fileKey,
      posterKey,
      captionsKey: null,
      type: found.type,
      width: shown?.width ?? 0,
      height: shown?.height ?? 0,
      alt: "",
      preview: shown?.preview ?? "",
      playback: {
        kind: found.kind,
        title: normalizeText(title),
        durationMs: found.durationMs,
        hasSound: found.hasSound,
        loops: false,
        language: null,
      },
    });
    return presentMedia(record);
  } catch (error) {
    await dropFiles([fileKey, ...(posterKey ? [posterKey] : [])]);
    const raced = await findStored(actor, id);
    if (raced) return presentMedia(raced);
    throw error;
  }
}

/** @throws AppError not_found for a picture, or another person's recording; conflict if it is in a post */
async function findStored(actor: Actor, id: string): Promise<MediaRecord | null> {
  const [record] = await findFreeMedia(actor.id, [id]);
  if (record && !record.playback) throw new AppError("not_found");
  if (!record && (await findMediaFile(id, actor.id))) throw new AppError("conflict");
  return record ?? null;
}

async function encodePoster(poster: Uint8Array) {
  const side = POSTER_LONGEST_SIDE;
  const encoded = await encodeImage(poster, { width: side, height: side, fit: "inside" });
  return { ...encoded, preview: await imagePreview(encoded.bytes) };
}

/**
 * Changes the title, the captions, the poster, or whether it plays as a loop, while it is in no post.
 * @throws AppError not_found, validation_error; conflict if it was changed at the same time
 */
export async function changeRecording({
  actor,
  id,
  change: { title, loops, captions, poster },
}: {
  actor: Actor;
  id: string;
  change: RecordingBody;
}): Promise<PostMedia> {
  await requireUnlimited(actor);
  const [record] = await findFreeMedia(actor.id, [id]);
  if (!record?.playback) throw new AppError("not_found");
  const before = record.playback;
  if (loops && !canLoop(before))
    throw fieldError(
      "loops",
      "not_a_loop",
      "Only a video of up to 15 seconds without sound plays as a loop.",
    );
  if (poster && before.kind !== "video")
    throw fieldError("poster", "not_a_video", "Only a video has a poster.");
  const playback = {
    ...before,
    title: title === undefined ? before.title : normalizeText(title),
    loops: loops ?? before.loops,
  };
  let captionsKey = record.captionsKey;
  if (captions === null) {
    captionsKey = null;
    playback.language = null;
  } else if (captions) {
    const { text, language } = readCaptions(captions);
    captionsKey = randomFileKey("media", "vtt");
    playback.language = language;
    await fileStore().put(captionsKey, new TextEncoder().encode(text));
  }
  const earlier = { captionsKey: record.captionsKey, posterKey: record.posterKey };
  try {
    const updated = await inTransaction(async (tx) => {
      const picture = poster && (await takeFreePicture({ id: poster, ownerId: actor.id }, tx));
      if (poster && !picture)
        throw fieldError(
          "poster",
          "unknown",
          "The picture for the poster is not there. Please choose it again.",
        );
      const { posterKey, preview } = picture
        ? { posterKey: picture.fileKey, preview: picture.preview }
        : record;
      const change = { playback, captionsKey, posterKey, preview };
      const changed = await updateFreeRecording({ id, ownerId: actor.id, ...earlier }, change, tx);
      // Thrown in here, so that the picture stays.
      if (!changed) throw new AppError("conflict");
      return changed;
    });
    const kept = fileKeysOf(updated);
    await dropFiles(fileKeysOf(record).filter((key) => !kept.includes(key)));
    return presentMedia(updated);
  } catch (error) {
    if (captionsKey && captionsKey !== earlier.captionsKey) await dropFiles([captionsKey]);
    throw error;
  }
}

function canLoop({ kind, hasSound, durationMs }: NonNullable<MediaRecord["playback"]>): boolean {
  return kind === "video" && !hasSound && durationMs !== null && durationMs <= LOOP_MAX_MS;
}

function readCaptions(given: { text: string; language: string }): { text: string; language: string } {
  const language = languageTag(given.language);
  if (!language) throw fieldError("captions.language", "invalid", "This is not the name of a language.");
  const text = Buffer.byteLength(given.text) <= CAPTIONS_MAX_BYTES ? cleanCaptions(given.text) : null;
  if (!text)
    throw fieldError("captions.text", "invalid", "Captions are a WebVTT file with text, of 200 KB at most.");
  return { text, language };
}
