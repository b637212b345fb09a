import "server-only";
import { createInflate } from "node:zlib";

/**
 * Finds pictures that are small as a file and by their header, but expensive to decode. The decoder limits only the pixels
 * that the header declares.
 *
 * Trust model. Untrusted: whoever uploads a picture; they control every byte. A file that only looks like one
 * of these formats passes: the decoder refuses it.
 */
const MAX_FRAMES = 1_000;
const MAX_TEXTS = 64;
/** Encoders may pad. */
const SLACK_BYTES = 64 * 1024;

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** True if decoding would take far more memory or time than the header suggests. */
export async function isImageBomb(bytes: Uint8Array): Promise<boolean> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.subarray(0, 8).equals(PNG)) return isPngBomb(file);
  if (file.toString("latin1", 0, 4) === "RIFF" && file.toString("latin1", 8, 12) === "WEBP")
    return hasManyChunks(file);
  return false;
}

/** libwebp needs time quadratic in the number of frames, even for the first one. */
function hasManyChunks(file: Buffer): boolean {
  let count = 0;
  for (let at = 12; at + 8 <= file.length; count++) {
    const size = file.readUInt32LE(at + 4);
    at += 8 + size + (size & 1);
  }
  return count > MAX_FRAMES;
}

/** libpng inflates texts of 8 MB each, and image data to its end. */
async function isPngBomb(file: Buffer): Promise<boolean> {
  const data: Buffer[] = [];
  let texts = 0;
  for (let at = 8; at + 12 <= file.length;) {
    const size = file.readUInt32BE(at);
    const type = file.toString("latin1", at + 4, at + 8);
    if (type === "IDAT") data.push(file.subarray(at + 8, at + 8 + size));
    else if (type === "zTXt" || type === "iTXt" || type === "iCCP") texts++;
    at += 12 + size;
  }
  if (texts > MAX_TEXTS) return true;
  return file.length >= 33 && inflatesBeyond(data, pngDataBytes(file) + SLACK_BYTES);
}

/** Start and step of the columns and rows in each of Adam7's passes. */
const ADAM7 = [
  [0, 8, 0, 8],
  [4, 8, 0, 8],
  [0, 4, 4, 8],
  [2, 4, 0, 4],
  [0, 2, 2, 4],
  [1, 2, 0, 2],
  [0, 1, 1, 2],
] as const;

/** The size of a PNG's image data after inflating, by its header. */
function pngDataBytes(file: Buffer): number {
  const width = file.readUInt32BE(16);
  const height = file.readUInt32BE(20);
  const channels = { 2: 3, 4: 2, 6: 4 }[file[25]!] ?? 1;
  const bits = file[24]! * channels;
  const passes = file[28] === 1 ? ADAM7 : ([[0, 1, 0, 1]] as const);
  let total = 0;
  for (const [x, stepX, y, stepY] of passes) {
    const columns = Math.max(0, Math.ceil((width - x) / stepX));
    const rows = Math.max(0, Math.ceil((height - y) / stepY));
    if (columns > 0) total += rows * (1 + Math.ceil((columns * bits) / 8));
  }
  return total;
}

/** Damaged data counts as short: the decoder refuses it. */
function inflatesBeyond(parts: Buffer[], limit: number): Promise<boolean> {
  return new Promise((resolve) => {
    const inflate = createInflate({ chunkSize: 256 * 1024 });
    let size = 0;
    inflate.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) return;
      resolve(true);
      inflate.destroy();
    });
    inflate.on("error", () => resolve(false));
    inflate.on("close", () => resolve(false));
    for (const part of parts) inflate.write(part);
    inflate.end();
  });
}
