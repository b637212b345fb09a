import { crc32 } from "./crc32";
import { refuse } from "./package-error";

/**
 * The extra fields of an entry. Some give it another name or size, a link target or a cipher, so that readers which support
 * them see another archive than readers which do not. Only fields known to be harmless are accepted.
 */
const HARMLESS = new Set([
  0x000a, // NTFS times
  0x5455, // Unix times
  0x5855, // Unix times and owner, old
  0x7855, // Unix owner, old
  0x7875, // Unix owner
  0xcafe, // marks a Java archive
]);
const ZIP64 = 0x0001;
const UNICODE_PATH = 0x7075;

/** @throws PackageError if a field of `entry` is damaged or not allowed. */
export function checkExtraFields(extra: Uint8Array, name: Uint8Array, entry: string): void {
  for (let at = 0; at < extra.length;) {
    if (at + 4 > extra.length) throw refuse("entry_extra_field_damaged", { entry });
    const id = extra[at]! | (extra[at + 1]! << 8);
    const length = extra[at + 2]! | (extra[at + 3]! << 8);
    const end = at + 4 + length;
    if (end > extra.length) throw refuse("entry_extra_field_damaged", { entry });
    if (id === ZIP64) throw refuse("entry_zip64", { entry });
    if (id === UNICODE_PATH) checkUnicodePath(extra.subarray(at + 4, end), name, entry);
    else if (!HARMLESS.has(id)) {
      throw refuse("entry_extra_field", { entry, field: `0x${id.toString(16).padStart(4, "0")}` });
    }
    at = end;
  }
}

/** Some packers repeat the name in UTF-8 here; it must be identical. */
function checkUnicodePath(field: Uint8Array, name: Uint8Array, entry: string): void {
  if (field.length < 5) throw refuse("entry_extra_field_damaged", { entry });
  const view = new DataView(field.buffer, field.byteOffset, field.length);
  const matches =
    field[0] === 1 && view.getUint32(1, true) === crc32(name) && sameBytes(field.subarray(5), name);
  if (!matches) throw refuse("entry_unicode_path", { entry });
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
