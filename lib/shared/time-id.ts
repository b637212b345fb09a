/** Ids are UUIDv7, which sort by their timestamp. */

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

function format(bytes: Uint8Array): string {
  const hex = Array.from(bytes, (byte) => HEX[byte]!).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

function bytesAt(ms: number): Uint8Array {
  const bytes = new Uint8Array(16);
  let remaining = Math.max(0, Math.floor(ms));
  for (let index = 5; index >= 0; index--) {
    bytes[index] = remaining % 256;
    remaining = Math.floor(remaining / 256);
  }
  return bytes;
}

/** Creates an id with the timestamp `at`. */
export function idAt(at: Date): string {
  const bytes = bytesAt(at.getTime());
  crypto.getRandomValues(bytes.subarray(6));
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return format(bytes);
}

/** A lower bound of all ids created at `at` or later. */
export function idBefore(at: Date): string {
  return format(bytesAt(at.getTime()));
}

/** The timestamp of an id, or null if it is not a UUIDv7. */
export function timeOfId(id: string): Date | null {
  if (!/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.test(id)) return null;
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
}
