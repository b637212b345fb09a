import "server-only";

/** Offsets; both are included. */
export type ByteRange = { start: number; end: number };

/**
 * The part of a file that a Range header asks for (RFC 9110, 14.2).
 * @returns null for the whole file: without the header, for another unit, for a malformed one, and for
 * several ranges, which a server need not join
 */
export function byteRange(header: string | null, size: number): ByteRange | "unsatisfiable" | null {
  const found = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i.exec(header ?? "");
  const [, from, to] = found ?? [];
  if (from === undefined || to === undefined || (from === "" && to === "")) return null;
  if (from === "") {
    // The last so many bytes.
    const count = Number(to);
    return count === 0 || size === 0 ? "unsatisfiable" : { start: Math.max(0, size - count), end: size - 1 };
  }
  const start = Number(from);
  const end = to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== "" && Number(to) < start) return null;
  return start >= size ? "unsatisfiable" : { start, end };
}
