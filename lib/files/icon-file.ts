import "server-only";
/**
 * Windows icons (`favicon.ico`), which sharp does not read: several pictures, each a PNG or a bitmap of at most 256 pixels a side.
 * Trust model: every byte is the uploader's. Nothing is read outside of the file, and no picture is larger than its header may say.
 */
const DIRECTORY_BYTES = 6;
const ENTRY_BYTES = 16;
const ENTRIES_MAX = 64;
const HEADER_BYTES = 40;
const SIDE_MAX = 256;
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A picture that another decoder reads, or pixels: red, green, blue, alpha. */
type IconPicture = { png: Uint8Array } | { pixels: Buffer; side: [width: number, height: number] };

export function isIconFile(bytes: Uint8Array): boolean {
  return bytes.length > DIRECTORY_BYTES && viewOf(bytes).getUint32(0, true) === 0x1_0000;
}

/** The largest picture of an icon, of several equal ones that with most colours. @returns null if it cannot be read */
export function largestOfIcon(bytes: Uint8Array): IconPicture | null {
  const view = viewOf(bytes);
  const count = Math.min(view.getUint16(4, true), ENTRIES_MAX);
  if (bytes.length < DIRECTORY_BYTES + count * ENTRY_BYTES) return null;
  const entries = Array.from({ length: count }, (_, index) => {
    const at = DIRECTORY_BYTES + index * ENTRY_BYTES;
    return {
      // 0 is 256.
      width: view.getUint8(at) || SIDE_MAX,
      bits: view.getUint16(at + 6, true),
      picture: bytes.subarray(view.getUint32(at + 12, true)).subarray(0, view.getUint32(at + 8, true)),
    };
  });
  const best = entries.sort((a, b) => b.width - a.width || b.bits - a.bits)[0];
  if (!best) return null;
  if (Buffer.compare(best.picture.subarray(0, PNG.length), PNG) === 0) return { png: best.picture };
  return readBitmap(best.picture);
}

function readBitmap(bytes: Uint8Array): IconPicture | null {
  if (bytes.length < HEADER_BYTES) return null;
  const view = viewOf(bytes);
  const width = view.getInt32(4, true);
  // The colours, and below them a mask of the same size.
  const height = view.getInt32(8, true) / 2;
  const bits = view.getUint16(14, true);
  const isPlain = view.getUint32(0, true) === HEADER_BYTES && view.getUint32(16, true) === 0;
  if (!isPlain || ![1, 4, 8, 24, 32].includes(bits)) return null;
  if (![width, height].every((side) => Number.isInteger(side) && side > 0 && side <= SIDE_MAX)) return null;
  const colours = bits > 8 ? 0 : Math.min(view.getUint32(32, true) || 2 ** bits, 2 ** bits);
  const rowBytes = (bitsEach: number): number => Math.ceil((width * bitsEach) / 32) * 4;
  const from = HEADER_BYTES + colours * 4;
  const maskFrom = from + rowBytes(bits) * height;
  if (bytes.length < maskFrom) return null;
  const hasMask = bytes.length >= maskFrom + rowBytes(1) * height;

  const pixels = Buffer.alloc(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    // The last row comes first.
    const row = from + (height - 1 - y) * rowBytes(bits);
    const maskRow = maskFrom + (height - 1 - y) * rowBytes(1);
    for (let x = 0; x < width; x += 1) {
      const bit = x * bits;
      const shift = 8 - bits - (bit % 8);
      const index = bits > 8 ? 0 : (bytes[row + (bit >> 3)]! >> shift) & (2 ** bits - 1);
      const at = bits > 8 ? row + (bit >> 3) : HEADER_BYTES + Math.min(index, colours - 1) * 4;
      const isCut = hasMask && ((bytes[maskRow + (x >> 3)]! >> (7 - (x % 8))) & 1) === 1;
      const alpha = bits === 32 ? bytes[at + 3]! : isCut ? 0 : 255;
      pixels.set([bytes[at + 2]!, bytes[at + 1]!, bytes[at]!, alpha], (y * width + x) * 4);
    }
  }
  return { pixels, side: [width, height] };
}

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
