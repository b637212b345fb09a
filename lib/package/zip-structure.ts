import { PACKAGE_LIMITS, type PackageLimits } from "./limits";
import { refuse } from "./package-error";
import { byteSize } from "@/lib/shared/byte-size";
import { checkPath, PathRegister, printable } from "./path-rules";
import { checkExtraFields } from "./zip-extra";
import * as zip from "./zip-format";
import { checkLayout } from "./zip-layout";

/**
 * The structure of an archive, checked before any of it is inflated.
 *
 * Trust: an attacker chooses every byte, to make us see another archive than the next reader (a scanner, a person's unzip,
 * a browser), to write outside a folder, or to exhaust time and memory. What must hold after this:
 * - The archive is its entries, its directory and its end record, in this order, without a byte before, between or after.
 * - The directory agrees with the local headers.
 * - Each entry is a plain file or folder with a unique name that the path rules allow.
 * - The declared sizes are within the limits; inflating enforces them.
 * Work and memory are bounded by the limit of entries: no number from the archive determines an allocation.
 */

/** One entry of a checked archive. */
export type ZipEntry = {
  /** Path in NFC, without a trailing slash. */
  path: string;
  kind: "file" | "folder";
  method: typeof zip.STORE | typeof zip.DEFLATE;
  crc: number;
  packedSize: number;
  size: number;
  /** Offset of its data in the archive. */
  dataAt: number;
};

/** An entry of the directory; `name` is the raw bytes, `label` the name for messages. */
export type CentralEntry = zip.SharedFields & {
  name: Uint8Array;
  label: string;
  attributes: number;
  localAt: number;
};

/**
 * Reads and checks the whole structure.
 * @throws PackageError that names the first invalid entry and the reason.
 */
export function readZipStructure(bytes: Uint8Array, limits: PackageLimits = PACKAGE_LIMITS): ZipEntry[] {
  if (bytes.length > limits.packedBytes) {
    throw refuse("package_too_large", {
      size: byteSize(bytes.length),
      limit: byteSize(limits.packedBytes),
    });
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { entries, central, directoryAt } = readEntries({ bytes, view, start: 0 }, limits);
  const dataAt = checkLayout(bytes, view, central, directoryAt);
  entries.forEach((entry, index) => (entry.dataAt = dataAt[index]!));
  return entries;
}

/** The last bytes of an archive; `start` is the offset of the first of them. */
export type ArchiveTail = { bytes: Uint8Array; view: DataView; start: number };

/**
 * Reads the directory, which must be in `tail`, and validates it on its own. `dataAt` of the entries is not
 * known yet.
 * @throws PackageError
 */
export function readEntries(
  tail: ArchiveTail,
  limits: PackageLimits,
): { entries: ZipEntry[]; central: CentralEntry[]; directoryAt: number } {
  const { bytes, view, start } = tail;
  const end = readEnd(tail, limits);
  const paths = new PathRegister();
  const entries: ZipEntry[] = [];
  const central: CentralEntry[] = [];
  let at = end.directoryAt - start;
  let unpacked = 0;
  for (let index = 0; index < end.count; index++) {
    const entry = readCentral(bytes, view, at, end.at);
    at += zip.CENTRAL_BYTES + entry.nameLength + entry.extraLength;
    const { path, kind } = checkEntry(entry, limits);
    paths.add(path, kind);
    unpacked += entry.size;
    central.push(entry);
    entries.push({
      path,
      kind,
      method: entry.method as ZipEntry["method"],
      crc: entry.crc,
      packedSize: entry.packedSize,
      size: entry.size,
      dataAt: 0,
    });
  }
  if (at !== end.at) throw refuse("central_directory_invalid", { reason: "its size is wrong" });
  if (unpacked > limits.unpackedBytes) {
    throw refuse("unpacked_too_large", {
      size: byteSize(unpacked),
      limit: byteSize(limits.unpackedBytes),
    });
  }
  return { entries, central, directoryAt: end.directoryAt };
}

/** `at` is the offset of the end record in the tail, `directoryAt` that of the directory in the archive. */
type End = { at: number; count: number; directoryAt: number };

export function readEnd({ bytes, view, start }: ArchiveTail, limits: PackageLimits): End {
  const at = findEnd(bytes, view);
  if (at === null) throw whyNoEnd(bytes, view);

  const disk = view.getUint16(at + 4, true);
  const directoryDisk = view.getUint16(at + 6, true);
  const countHere = view.getUint16(at + 8, true);
  const count = view.getUint16(at + 10, true);
  const size = view.getUint32(at + 12, true);
  const directoryAt = view.getUint32(at + 16, true);
  const locatorAt = at - zip.ZIP64_LOCATOR_BYTES;
  const located = locatorAt >= 0 && view.getUint32(locatorAt, true) === zip.ZIP64_LOCATOR_SIGNATURE;
  if (located || count === 0xffff || size === 0xffffffff || directoryAt === 0xffffffff) throw refuse("zip64");
  if (disk !== 0 || directoryDisk !== 0 || countHere !== count) throw refuse("multi_disk");
  if (count === 0) throw refuse("archive_empty");
  if (count > limits.entries) throw refuse("too_many_entries", { count, limit: limits.entries });
  const endAt = start + at;
  if (directoryAt + size < endAt) {
    // Bytes were put before the archive without adjusting its offsets.
    const isShifted = at - size >= 0 && view.getUint32(at - size, true) === zip.CENTRAL_SIGNATURE;
    const spare = endAt - directoryAt - size;
    if (isShifted) throw refuse("bytes_before_archive", { count: spare });
    throw refuse("central_directory_invalid", {
      reason: `${spare} bytes between it and the end belong to nothing`,
    });
  }
  if (directoryAt + size > endAt)
    throw refuse("central_directory_invalid", { reason: "it reaches beyond the end" });
  return { at, count, directoryAt };
}

/**
 * Offset of the end record, or null. A comment of printable ASCII may follow (GitHub writes the commit there): it cannot
 * contain a second end record, so the place of the end is never ambiguous.
 */
function findEnd(bytes: Uint8Array, view: DataView): number | null {
  for (let length = 0; length <= COMMENT_MAX_BYTES; length++) {
    const at = bytes.length - zip.END_BYTES - length;
    if (at < 0) return null;
    if (view.getUint32(at, true) === zip.END_SIGNATURE && view.getUint16(at + 20, true) === length) return at;
    // The byte that would be the first of a longer comment.
    const first = bytes[at + zip.END_BYTES - 1]!;
    if (first < 0x20 || first > 0x7e) return null;
  }
  return null;
}

const COMMENT_MAX_BYTES = 255;

/** The most likely reason why the end record is missing. */
function whyNoEnd(bytes: Uint8Array, view: DataView) {
  const lowest = Math.max(0, bytes.length - zip.END_BYTES - 0x10000);
  for (let at = bytes.length - zip.END_BYTES; at >= lowest; at--) {
    if (bytes[at] !== 0x50 || view.getUint32(at, true) !== zip.END_SIGNATURE) continue;
    const after = bytes.length - at - zip.END_BYTES;
    const announced = view.getUint16(at + 20, true);
    if (announced === after) return refuse("archive_comment");
    return announced > after ? refuse("archive_truncated") : refuse("bytes_after_archive", { count: after });
  }
  const begins = bytes.length >= 4 && view.getUint32(0, true) === zip.LOCAL_SIGNATURE;
  return begins ? refuse("archive_truncated") : refuse("not_a_zip");
}

function readCentral(bytes: Uint8Array, view: DataView, at: number, end: number): CentralEntry {
  if (at + zip.CENTRAL_BYTES > end)
    throw refuse("central_directory_invalid", { reason: "an entry is missing" });
  if (view.getUint32(at, true) !== zip.CENTRAL_SIGNATURE) {
    throw refuse("central_directory_invalid", { reason: "an entry has no signature" });
  }
  const fields = zip.readSharedFields(view, at + zip.CENTRAL_SHARED_AT);
  const nameAt = at + zip.CENTRAL_BYTES;
  const extraAt = nameAt + fields.nameLength;
  if (extraAt + fields.extraLength > end) {
    throw refuse("central_directory_invalid", { reason: "an entry reaches beyond it" });
  }
  const name = bytes.subarray(nameAt, extraAt);
  const label = labelOf(name);
  if (view.getUint16(at + 32, true) !== 0) throw refuse("entry_comment", { entry: label });
  if (view.getUint16(at + 34, true) !== 0) throw refuse("multi_disk", {}, { entry: label });
  checkExtraFields(bytes.subarray(extraAt, extraAt + fields.extraLength), name, label);
  return {
    ...fields,
    name,
    label,
    attributes: view.getUint32(at + 38, true),
    localAt: view.getUint32(at + 42, true),
  };
}

/** Checks one entry of the directory by itself. */
function checkEntry(entry: CentralEntry, limits: PackageLimits): Pick<ZipEntry, "path" | "kind"> {
  const { label, flags, method, packedSize, size } = entry;
  const name = decodeName(entry.name, label);
  const kind = name.endsWith("/") ? "folder" : "file";
  const path = checkPath(kind === "folder" ? name.slice(0, -1) : name);

  const encrypted = zip.FLAG_ENCRYPTED | zip.FLAG_STRONG_ENCRYPTION | zip.FLAG_MASKED_HEADER;
  if ((flags & encrypted) !== 0) throw refuse("entry_encrypted", { entry: label });
  const allowed = zip.FLAGS_DEFLATE_EFFORT | zip.FLAG_DESCRIPTOR | zip.FLAG_UTF8;
  if ((flags & ~allowed) !== 0)
    throw refuse("entry_flags", { entry: label, flags: `0x${flags.toString(16)}` });
  if (method !== zip.STORE && method !== zip.DEFLATE)
    throw refuse("entry_method", { entry: label, method: String(method) });
  if (entry.versionNeeded > zip.VERSION_NEEDED_MAX) {
    throw refuse("entry_version", { entry: label, version: (entry.versionNeeded / 10).toFixed(1) });
  }
  checkAttributes(entry.attributes, kind, label);

  const zip64 = [packedSize, size, entry.localAt].includes(0xffffffff);
  if (zip64) throw refuse("entry_zip64", { entry: label });
  if (kind === "folder" && size !== 0) throw refuse("folder_with_content", { entry: label });
  if (size > limits.entryBytes) {
    throw refuse("entry_too_large", {
      entry: label,
      size: byteSize(size),
      limit: byteSize(limits.entryBytes),
    });
  }
  if (method === zip.STORE && packedSize !== size) throw refuse("stored_size_differs", { entry: label });
  // Deflate makes at most 258 bytes of two bits.
  if (method === zip.DEFLATE && size > packedSize * 1032) {
    throw refuse("entry_impossible_size", { entry: label, packed: packedSize, size: byteSize(size) });
  }
  return { path, kind };
}

/**
 * UTF-8, with or without flag 11: macOS writes UTF-8 without the flag. Names in other encodings are hardly ever valid
 * UTF-8, and if one is, no other reader can differ from us: the package is repacked with the flag.
 */
function decodeName(name: Uint8Array, label: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(name);
  } catch {
    throw refuse("name_not_utf8", { entry: label });
  }
}

function labelOf(name: Uint8Array): string {
  return printable(new TextDecoder("utf-8", { ignoreBOM: true }).decode(name.subarray(0, 600)));
}

/** Unix mode in the upper half, DOS attributes in the lower. Both count, whichever system the archive claims to be from. */
function checkAttributes(attributes: number, kind: "file" | "folder", entry: string): void {
  const type = (attributes >>> 16) & zip.MODE_TYPE;
  if (type === zip.MODE_LINK || (attributes & zip.ATTRIBUTE_REPARSE_POINT) !== 0)
    throw refuse("entry_link", { entry });
  if (type !== 0 && type !== zip.MODE_FILE && type !== zip.MODE_FOLDER)
    throw refuse("entry_special", { entry });
  if ((attributes & (zip.ATTRIBUTE_VOLUME | zip.ATTRIBUTE_DEVICE)) !== 0)
    throw refuse("entry_special", { entry });
  const isMarkedFolder = type === zip.MODE_FOLDER || (attributes & zip.ATTRIBUTE_FOLDER) !== 0;
  const isMarkedFile = type === zip.MODE_FILE;
  if (kind === "file" ? isMarkedFolder : isMarkedFile) throw refuse("entry_kind_unclear", { entry });
}
