import type { Playback, PostMedia } from "@/lib/posts/contract";
import type { ImageProblem } from "./prepare-image";

export type DraftPicture = {
  key: string;
  /** An object URL, or the address of the stored picture or poster; empty for sound. */
  src: string;
  width: number;
  height: number;
  alt: string;
  /** From 0 to 1. */
  progress: number;
  /** The stored picture; null until it is uploaded. */
  media: PostMedia | null;
  error: unknown;
  /** Null for a picture. */
  recording: DraftRecording | null;
};

/** A video or a sound, which is alone in its draft. */
export type DraftRecording = Pick<Playback, "kind" | "title"> & {
  /** Until it is uploaded. */
  poster?: Blob;
};

export type PictureRefusal = ImageProblem | "tooMany" | "notAlone" | "notPlayable" | "notLoaded";

/** As a draft has it that was stored. */
export function storedPicture(media: PostMedia): DraftPicture {
  const { id: key, url, width, height, alt, playback: recording = null } = media;
  const src = recording ? (recording.posterUrl ?? "") : url;
  return { key, src, width, height, alt, progress: 1, media, error: null, recording };
}
