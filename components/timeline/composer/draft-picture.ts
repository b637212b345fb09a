import type { PostMedia } from "@/lib/posts/contract";
import type { ImageProblem } from "./prepare-image";

export type DraftPicture = {
  key: string;
  /** What is shown: the file itself, or the stored picture of a draft. */
  src: string;
  width: number;
  height: number;
  alt: string;
  /** 0 to 1 while it is on its way. */
  progress: number;
  /** The picture as the server has it; null while it is on its way. */
  media: PostMedia | null;
  error: unknown;
};

export type PictureRefusal = ImageProblem | "tooMany" | "notSent";

/** A picture that the server has already. */
export function sentPicture(media: PostMedia): DraftPicture {
  const { id, url, width, height, alt } = media;
  return { key: id, src: url, width, height, alt, progress: 1, media, error: null };
}
