import type { CSSProperties } from "react";
import type { PostMedia } from "@/lib/posts/contract";

/** Sound has no size, but a player of about this height. */
const SOUND: CSSProperties = { minHeight: "7rem" };

/** Limits the aspect ratio, so that no picture or video fills the screen or is a thin strip. */
export function singleShape({ width, height }: PostMedia): CSSProperties {
  if (width === 0) return SOUND;
  const ratio = Math.min(2.4, Math.max(0.75, width / height));
  return { aspectRatio: String(ratio), width: `min(100%, ${Math.round(Math.max(460 * ratio, 200))}px)` };
}
