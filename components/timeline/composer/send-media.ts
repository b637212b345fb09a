import { upload } from "@/lib/browser/upload";
import { POST_MEDIA_MAX } from "@/lib/config/limits";
import type { PostMedia } from "@/lib/posts/contract";
import { uploadRecording } from "@/lib/posts/recording-upload.client";
import type { DraftPicture, DraftRecording, PictureRefusal } from "./draft-picture";
import { prepareImage } from "./prepare-image";
import { isRecording, prepareRecording } from "./prepare-recording";

type Prepared = { file: Blob; recording?: DraftRecording } | { problem: PictureRefusal };

/**
 * What of the chosen files becomes part of the draft: up to four pictures, or one recording.
 * @param current the pictures of the draft, which change meanwhile
 */
export async function* prepareMedia(
  chosen: readonly Blob[],
  current: () => readonly DraftPicture[],
): AsyncGenerator<Prepared> {
  const recording = chosen.find(isRecording);
  if (recording || current().some((picture) => picture.recording)) {
    if (!recording || chosen.length > 1 || current().length > 0) return yield { problem: "notAlone" };
    const prepared = await prepareRecording(recording);
    if (!prepared) return yield { problem: "notPlayable" };
    if (current().length === 0) yield { file: recording, recording: prepared };
    return;
  }
  const room = POST_MEDIA_MAX - current().length;
  if (chosen.length > room) yield { problem: "tooMany" };
  for (const file of chosen.slice(0, Math.max(0, room))) {
    const prepared = await prepareImage(file);
    if (typeof prepared === "string") yield { problem: prepared };
    else if (current().length < POST_MEDIA_MAX) yield { file: prepared };
  }
}

/** Uploads a picture or a recording of a draft. @throws ApiError */
export function sendMedia(
  { key, recording }: Pick<DraftPicture, "key" | "recording">,
  file: Blob,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<PostMedia> {
  if (recording) {
    const { title, poster = null } = recording;
    return uploadRecording({ id: key, file, title, poster, signal, onProgress });
  }
  const form = new FormData();
  form.set("file", file, "picture");
  return upload<PostMedia>({ path: "/media", form, signal, onProgress });
}
