import type { CSSProperties } from "react";

const HUES = [172, 358, 258, 60, 300, 215, 25, 140];

/** The style that sets `--tint`, with a stable hue for an id. */
export function tintOf(id: string): CSSProperties {
  let hash = 7;
  for (let index = 0; index < id.length; index++) hash = (hash * 31 + id.charCodeAt(index)) >>> 0;
  return { "--tint": HUES[hash % HUES.length] } as CSSProperties;
}
