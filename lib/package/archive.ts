import { PACKAGE_LIMITS, type PackageLimits } from "./limits";
import { yieldToEventLoop } from "./yield-to-event-loop";
import { crc32 } from "./crc32";
import { inflateExactly, inflateInSteps } from "./inflate";
import { InflateError, type InflateProblem } from "./inflate-error";
import { refuse } from "./package-error";
import type { RefusalCode } from "./package-messages";
import * as zip from "./zip-format";
import { readZipStructure, type ZipEntry } from "./zip-structure";

/** An archive whose structure holds; nothing of it is inflated before it is asked for. */
export type Archive = {
  /** Files by path (NFC). Folders are not listed: a package has those that its files need. */
  readonly entries: ReadonlyMap<string, ZipEntry>;
  /**
   * Inflates one file and checks it. Each call makes new bytes, which share no memory with the archive.
   * @throws PackageError where the data are not what the directory declares; RangeError where there is no such file.
   */
  read(path: string): Uint8Array<ArrayBuffer>;
  /** The same for a page that must answer meanwhile: large files are inflated with pauses. */
  readWithPauses(path: string): Promise<Uint8Array<ArrayBuffer>>;
  /** The bytes of a file as they lie in the archive: a view, unchecked. */
  packed(path: string): Uint8Array<ArrayBuffer>;
};

/** Some milliseconds of work. */
const STEP_BYTES = 256 * 1024;

/**
 * Checks the structure of an archive.
 * @throws PackageError
 */
export function openArchive(bytes: Uint8Array, limits: PackageLimits = PACKAGE_LIMITS): Archive {
  const data = plainBytes(bytes);
  const entries = new Map<string, ZipEntry>();
  for (const entry of readZipStructure(data, limits)) {
    if (entry.kind === "file") entries.set(entry.path, entry);
    else readEntry(data, entry);
  }
  const entryOf = (path: string): ZipEntry => {
    const entry = entries.get(path);
    if (!entry) throw new RangeError(`No such file in the archive: ${path}`);
    return entry;
  };
  return {
    entries,
    read: (path) => readEntry(data, entryOf(path)),
    async readWithPauses(path) {
      await yieldToEventLoop();
      const entry = entryOf(path);
      if (entry.method === zip.STORE || entry.size <= STEP_BYTES) return readEntry(data, entry);
      const content = await inflateInSteps(packedBytes(data, entry), entry.size, {
        stepBytes: STEP_BYTES,
        between: yieldToEventLoop,
      }).catch((error: unknown) => {
        throw asRefusal(error, entry);
      });
      await yieldToEventLoop();
      return checked(content, entry);
    },
    packed: (path) => packedBytes(data, entryOf(path)),
  };
}

/** The files one after the other, those of `first` before the rest, each inflated when it is asked for. */
export function* readEntries(
  archive: Archive,
  first: readonly string[] = [],
): Generator<[path: string, bytes: Uint8Array<ArrayBuffer>], void> {
  const ahead = new Set(first.filter((path) => archive.entries.has(path)));
  for (const path of ahead) yield [path, archive.read(path)];
  for (const path of archive.entries.keys()) if (!ahead.has(path)) yield [path, archive.read(path)];
}

/**
 * A plain view: a Node Buffer slices without copying, and memory that another thread may write could change between a
 * check and its use.
 */
export function plainBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  if (buffer instanceof ArrayBuffer) return new Uint8Array(buffer, bytes.byteOffset, bytes.byteLength);
  return Uint8Array.from(bytes);
}

const INFLATE_CODES: Record<InflateProblem, RefusalCode> = {
  invalid: "deflate_invalid",
  too_long: "deflate_too_long",
  too_short: "deflate_too_short",
  trailing: "deflate_trailing_bytes",
};

function packedBytes(data: Uint8Array<ArrayBuffer>, entry: ZipEntry): Uint8Array<ArrayBuffer> {
  return data.subarray(entry.dataAt, entry.dataAt + entry.packedSize);
}

function readEntry(data: Uint8Array<ArrayBuffer>, entry: ZipEntry): Uint8Array<ArrayBuffer> {
  const packed = packedBytes(data, entry);
  return checked(entry.method === zip.STORE ? packed.slice() : inflateEntry(packed, entry), entry);
}

function checked(content: Uint8Array<ArrayBuffer>, entry: ZipEntry): Uint8Array<ArrayBuffer> {
  if (crc32(content) !== entry.crc) throw refuse("crc_mismatch", { entry: entry.path });
  return content;
}

function inflateEntry(packed: Uint8Array, entry: ZipEntry): Uint8Array<ArrayBuffer> {
  try {
    return inflateExactly(packed, entry.size);
  } catch (error) {
    throw asRefusal(error, entry);
  }
}

function asRefusal(error: unknown, entry: ZipEntry): unknown {
  if (!(error instanceof InflateError)) return error;
  return refuse(INFLATE_CODES[error.problem], { entry: entry.path, size: entry.size });
}
