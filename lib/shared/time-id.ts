/** Ids are UUIDv7: they sort by the time they carry. These make and read one for a given time. */

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

function format(bytes: Uint8Array): string {
  const hex = Array.from(bytes, (byte) => HEX[byte]!).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

function bytesAt(ms: number): Uint8Array {
  const bytes = new Uint8Array(16);
  let rest = Math.max(0, Math.floor(ms));
  for (let at = 5; at >= 0; at--) {
    bytes[at] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  return bytes;
}

/** A fresh id that carries the time `at`. */
export function idAt(at: Date): string {
  const bytes = bytesAt(at.getTime());
  crypto.getRandomValues(bytes.subarray(6));
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return format(bytes);
}

/** Smaller than every id that was made at `at` or later. */
export function idBefore(at: Date): string {
  return format(bytesAt(at.getTime()));
}

/** The time that an id carries, or null where it is not a UUIDv7. */
export function timeOfId(id: string): Date | null {
  if (!/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.test(id)) return null;
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
}
