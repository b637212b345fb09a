import { yieldToEventLoop } from "./yield-to-event-loop";
import { crc32 } from "./crc32";
import { inflateExactly, inflateInSteps } from "./inflate";
import { InflateError, type InflateProblem } from "./inflate-error";
import type { PackageLimits } from "./limits";
import { refuse } from "./package-error";
import type { RefusalCode } from "./package-messages";
import * as zip from "./zip-format";
import { readZipStructure, type ZipEntry } from "./zip-structure";

/** An archive whose structure was checked. Files are inflated on request. */
export type Archive = {
  /** Files by path (NFC), without folders. */
  readonly entries: ReadonlyMap<string, ZipEntry>;
  /**
   * Inflates and checks one file. The bytes are new on each call and share no memory with the archive.
   * @throws PackageError if the data do not match the directory; RangeError if there is no such file.
   */
  read(path: string): Uint8Array<ArrayBuffer>;
  /** The same, but it yields to the event loop while it inflates a large file. */
  readWithPauses(path: string): Promise<Uint8Array<ArrayBuffer>>;
  /** The compressed bytes of a file: a view of the archive, unchecked. */
  packed(path: string): Uint8Array<ArrayBuffer>;
};

/** A few milliseconds of work. */
const STEP_BYTES = 256 * 1024;

/**
 * Checks the structure of an archive.
 * @throws PackageError
 */
export function openArchive(bytes: Uint8Array, limits?: PackageLimits): Archive {
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
    readWithPauses: async (path) => {
      const entry = entryOf(path);
      return unpackWithPauses(packedBytes(data, entry), entry);
    },
    packed: (path) => packedBytes(data, entryOf(path)),
  };
}

/**
 * A plain Uint8Array: `slice` on a Node Buffer does not copy, and another thread could write to shared memory between a
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
  return unpackEntry(packedBytes(data, entry), entry);
}

type Packed = Pick<ZipEntry, "path" | "method" | "crc" | "size">;

/**
 * Inflates and checks the packed bytes of an entry.
 * @throws PackageError if they do not match the directory
 */
export function unpackEntry(packed: Uint8Array<ArrayBuffer>, entry: Packed): Uint8Array<ArrayBuffer> {
  return checked(entry.method === zip.STORE ? packed.slice() : inflateEntry(packed, entry), entry);
}

/** The same, but it yields to the event loop while it inflates a large file. */
export async function unpackWithPauses(
  packed: Uint8Array<ArrayBuffer>,
  entry: Packed,
): Promise<Uint8Array<ArrayBuffer>> {
  await yieldToEventLoop();
  if (entry.size <= STEP_BYTES) return unpackEntry(packed, entry);
  const content =
    entry.method === zip.STORE
      ? packed.slice()
      : await inflateInSteps(packed, entry.size, {
          stepBytes: STEP_BYTES,
          between: yieldToEventLoop,
        }).catch((error: unknown) => {
          throw asRefusal(error, entry);
        });
  let crc = 0;
  for (let at = 0; at < content.length; at += STEP_BYTES) {
    await yieldToEventLoop();
    crc = crc32(content.subarray(at, at + STEP_BYTES), crc);
  }
  return checked(content, entry, crc);
}

function checked(
  content: Uint8Array<ArrayBuffer>,
  entry: Packed,
  crc = crc32(content),
): Uint8Array<ArrayBuffer> {
  if (crc !== entry.crc) throw refuse("crc_mismatch", { entry: entry.path });
  return content;
}

function inflateEntry(packed: Uint8Array, entry: Packed): Uint8Array<ArrayBuffer> {
  try {
    return inflateExactly(packed, entry.size);
  } catch (error) {
    throw asRefusal(error, entry);
  }
}

function asRefusal(error: unknown, entry: Packed): unknown {
  if (!(error instanceof InflateError)) return error;
  return refuse(INFLATE_CODES[error.problem], { entry: entry.path, size: entry.size });
}
