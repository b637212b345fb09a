/** A package that starts before it is there, with a file of each kind that is fetched later. */
import { createHash } from "node:crypto";
import { makePackage } from "./package-bytes";
import { ADD_WASM, png, wav } from "./page-assets";

const MB = 1024 * 1024;
export const LARGE_MANIFEST = { name: "Large", version: "1.0.0", entry: { html: "index.html" } };

/** Bytes that do not shrink. */
export function noise(bytes: number, seed = 1): Buffer {
  const filled = Buffer.alloc(bytes);
  let state = seed;
  for (let at = 0; at + 4 <= bytes; at += 4) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    filled.writeInt32LE(state, at);
  }
  return filled;
}

/** Words in no order, which shrink to less than a half. */
export function prose(bytes: number, seed = 1): Buffer {
  const numbers = noise(bytes, seed);
  let text = "";
  for (let at = 0; text.length < bytes; at += 4) text += `w${numbers.readUInt32LE(at).toString(36)} `;
  return Buffer.from(text.slice(0, bytes));
}

/** Larger than what is fetched before a start. */
const EACH = 3.2 * MB;
const padding = (seed: number): Buffer => noise(EACH, seed);

/** A section of its own that an engine skips. */
function paddedWasm(): Buffer {
  const length = EACH + 2;
  const leb = [0, 7, 14, 21].map((shift) => ((length >>> shift) & 127) | (shift < 21 ? 128 : 0));
  return Buffer.concat([ADD_WASM, Buffer.from([0, ...leb, 1, 120]), padding(4)]);
}

function longWav(): Buffer {
  const bytes = Buffer.concat([wav(), Buffer.alloc(EACH, 128)]);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.writeUInt32LE(bytes.length - 44, 40);
  return Buffer.concat([bytes]);
}

export const LARGE_FILES: Record<string, Uint8Array> = {
  "data/plain.zip": padding(1),
  "data/words.txt": prose(8 * MB, 2),
  "img/late.png": Buffer.concat([png(3, 2), padding(3)]),
  "img/other.png": Buffer.concat([png(5, 2), padding(5)]),
  "add.wasm": paddedWasm(),
  "sound/long.wav": longWav(),
};

export const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** @param more takes the place of files above, or joins them */
export function largePackage(
  html: string,
  more: Record<string, string | Uint8Array> = {},
): { bytes: Buffer; sha256: string } {
  const bytes = makePackage(LARGE_MANIFEST, { "index.html": html, ...LARGE_FILES, ...more });
  return { bytes, sha256: hashOf(bytes) };
}
