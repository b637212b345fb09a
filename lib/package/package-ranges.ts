import { unpackEntry, unpackWithPauses } from "./archive";
import { PACKAGE_LIMITS } from "./limits";
import { checkManifestFiles, MANIFEST_FILE, readManifest } from "./manifest";
import { entryFile } from "./manifest-contract";
import { refuse } from "./package-error";
import { findPackageRoot } from "./package-root";
import type { PackageReader } from "./read-package";
import { DEFLATE } from "./zip-format";
import { checkLocalHeader } from "./zip-layout";
import { readEnd, readEntries, type ArchiveTail, type CentralEntry, type ZipEntry } from "./zip-structure";

/**
 * A package of which only ranges are read: first its end, which has the directory, then the files that are needed.
 *
 * Trust: the server has checked the whole archive when it was published, hidden bytes and overlaps included. What is read here is
 * checked against the directory: the header and the size of each file, and its checksum when it is inflated.
 */

/** A file in an archive that is read by ranges: what lies from `start` to `end` is its header and its packed bytes. */
export type RangedFile = Pick<ZipEntry, "method" | "crc" | "packedSize" | "size"> & {
  /** In the package. */
  path: string;
  start: number;
  end: number;
  central: CentralEntry;
};

/** @param size of the whole archive @param bytes the last of it */
export function archiveTail(bytes: Uint8Array<ArrayBuffer>, size: number): ArchiveTail {
  return {
    bytes,
    view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    start: size - bytes.length,
  };
}

/**
 * The offset from which the archive must be read to have its directory.
 * @throws PackageError
 */
export function directoryStart(tail: ArchiveTail): number {
  return readEnd(tail, PACKAGE_LIMITS).directoryAt;
}

/**
 * The files of a package by path, from the end of its archive.
 * @throws PackageError
 */
export function readDirectory(tail: ArchiveTail): Map<string, RangedFile> {
  const { entries, central, directoryAt } = readEntries(tail, PACKAGE_LIMITS);
  const offsets = [...central.map(({ localAt }) => localAt), directoryAt].sort((a, b) => a - b);
  const endOf = new Map(offsets.map((offset, index) => [offset, offsets[index + 1] ?? directoryAt]));
  const root = findPackageRoot(entries.flatMap(({ kind, path }) => (kind === "file" ? path : [])));
  if (!root) throw refuse("manifest_missing");
  const byName = new Map(entries.map((entry, index) => [entry.path, { entry, central: central[index]! }]));
  const files = new Map<string, RangedFile>();
  for (const [path, name] of root.paths) {
    const { entry, central } = byName.get(name)!;
    const { method, crc, packedSize, size } = entry;
    const { localAt: start } = central;
    const end = endOf.get(start)!;
    if (end <= start) throw refuse("entry_outside_archive", { entry: path });
    files.set(path, { path, method, crc, packedSize, size, start, end, central });
  }
  return files;
}

/**
 * The packed bytes of a file: a view of `bytes`, which are those from its `start` to its `end`.
 * @throws PackageError if the header before them differs from the directory
 */
export function packedIn(bytes: Uint8Array<ArrayBuffer>, file: RangedFile): Uint8Array<ArrayBuffer> {
  const at = packedStart(bytes, file);
  if (at + file.packedSize > bytes.length) throw refuse("entry_outside_archive", { entry: file.path });
  return bytes.subarray(at, at + file.packedSize);
}

/**
 * Where the packed bytes of a file begin.
 * @param first of the bytes from its `start` on, with the whole header
 * @throws PackageError if the header differs from the directory
 */
export function packedStart(first: Uint8Array<ArrayBuffer>, file: RangedFile): number {
  const view = new DataView(first.buffer, first.byteOffset, first.byteLength);
  const at = checkLocalHeader(first, view, { ...file.central, localAt: 0 }, first.length);
  if (at + file.packedSize > file.end - file.start)
    throw refuse("entry_outside_archive", { entry: file.path });
  return at;
}

/**
 * Reads the manifest of a package and the files that are here; `paths` has these alone.
 * @param files all of the package @param here the bytes of some, from start to end
 * @throws PackageError
 */
export function readHere(
  files: ReadonlyMap<string, RangedFile>,
  here: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
): PackageReader {
  const fileAt = (path: string): [RangedFile, Uint8Array<ArrayBuffer>] => {
    const [file, bytes] = [files.get(path), here.get(path)];
    if (!file || !bytes) throw new RangeError(`No such file here: ${path}`);
    return [file, packedIn(bytes, file)];
  };
  const [file, packed] = fileAt(MANIFEST_FILE);
  const reading = readManifest(unpackEntry(packed, file), file.central.label);
  checkManifestFiles(reading, (path) => files.has(path));
  return {
    manifest: reading.manifest,
    entry: entryFile(reading.manifest),
    paths: [...here.keys()],
    async readWithPauses(path) {
      const [file, packed] = fileAt(path);
      return unpackWithPauses(packed, file);
    },
    packed(path) {
      const [{ size, method }, bytes] = fileAt(path);
      return { bytes, size, deflated: method === DEFLATE };
    },
  };
}
