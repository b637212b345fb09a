import { deflateSync } from "fflate";
import { PACKAGE_LIMITS } from "./limits";
import { yieldToEventLoop } from "./yield-to-event-loop";
import { crc32 } from "./crc32";
import { refuse } from "./package-error";
import { byteSize } from "./package-messages";
import { checkPath, PathRegister } from "./path-rules";
import * as zip from "./zip-format";

/** Part of the format: another level gives other bytes, and so another hash for the same package. */
const DEFLATE_LEVEL = 6;
/** Also part of the format: by default the library derives it from a logarithm, which engines round differently. */
const DEFLATE_MEMORY = { upTo: 256 * 1024, small: 4, large: 8 } as const;
/** 1980-01-01 00:00, the earliest date in zip. */
const DOS_TIME = 0;
const DOS_DATE = 0x0021;
const MADE_BY_UNIX = (3 << 8) | zip.VERSION_NEEDED_MAX;
const MODE = (zip.MODE_FILE | 0o644) * 0x10000;

/** Formats that are compressed already. */
const COMPRESSED =
  /\.(?:png|jpe?g|gif|webp|avif|mp3|ogg|oga|opus|m4a|aac|flac|mp4|m4v|webm|ogv|woff2?|zip|gz|br|zst|7z|xdc|gum)$/i;

/**
 * Packs files into a `.gum` package in its canonical form: the same files give the same bytes in Node and in every
 * browser. Names are sorted, the date is fixed, and deflate runs in JavaScript, because zlib differs between platforms.
 * @param files paths relative to the manifest, which is one of them as `manifest.json`, and contents; no folders.
 * @throws PackageError if a name or a size is not allowed. It does not check the manifest: `packFiles` and `openPackage` do.
 */
export async function buildPackage(files: ReadonlyMap<string, Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const entries = [];
  for (const [path, content] of checkFiles(files)) {
    entries.push(packEntry(path, content));
    await yieldToEventLoop();
  }
  return assemble(entries);
}

/** The files with normalized names, in the order in which they are packed. */
function checkFiles(files: ReadonlyMap<string, Uint8Array>): [path: string, content: Uint8Array][] {
  if (files.size === 0) throw refuse("archive_empty");
  if (files.size > PACKAGE_LIMITS.entries)
    throw refuse("too_many_entries", { count: files.size, limit: PACKAGE_LIMITS.entries });
  const paths = new PathRegister();
  const checked: [string, Uint8Array][] = [];
  let unpacked = 0;
  for (const [given, content] of files) {
    const path = checkPath(given);
    paths.add(path, "file");
    if (content.length > PACKAGE_LIMITS.entryBytes) {
      const params = {
        entry: path,
        size: byteSize(content.length),
        limit: byteSize(PACKAGE_LIMITS.entryBytes),
      };
      throw refuse("entry_too_large", params);
    }
    unpacked += content.length;
    checked.push([path, content]);
  }
  if (unpacked > PACKAGE_LIMITS.unpackedBytes) {
    throw refuse("unpacked_too_large", {
      size: byteSize(unpacked),
      limit: byteSize(PACKAGE_LIMITS.unpackedBytes),
    });
  }
  return checked.sort(([a], [b]) => (a < b ? -1 : 1));
}

type PackedEntry = { name: Uint8Array; method: number; crc: number; size: number; data: Uint8Array };

function packEntry(path: string, content: Uint8Array): PackedEntry {
  const common = { name: new TextEncoder().encode(path), crc: crc32(content), size: content.length };
  if (content.length > 0 && !COMPRESSED.test(path)) {
    const mem = content.length <= DEFLATE_MEMORY.upTo ? DEFLATE_MEMORY.small : DEFLATE_MEMORY.large;
    const data = deflateSync(content, { level: DEFLATE_LEVEL, mem });
    if (data.length < content.length) return { ...common, method: zip.DEFLATE, data };
  }
  return { ...common, method: zip.STORE, data: content };
}

function assemble(entries: readonly PackedEntry[]): Uint8Array<ArrayBuffer> {
  const localBytes = entries.reduce(
    (sum, entry) => sum + zip.LOCAL_BYTES + entry.name.length + entry.data.length,
    0,
  );
  const centralBytes = entries.reduce((sum, entry) => sum + zip.CENTRAL_BYTES + entry.name.length, 0);
  const bytes = new Uint8Array(localBytes + centralBytes + zip.END_BYTES);
  const view = new DataView(bytes.buffer);

  let localAt = 0;
  let centralAt = localBytes;
  for (const entry of entries) {
    const { name, data } = entry;
    view.setUint32(localAt, zip.LOCAL_SIGNATURE, true);
    writeSharedFields(view, localAt + zip.LOCAL_SHARED_AT, entry);
    bytes.set(name, localAt + zip.LOCAL_BYTES);
    bytes.set(data, localAt + zip.LOCAL_BYTES + name.length);

    view.setUint32(centralAt, zip.CENTRAL_SIGNATURE, true);
    view.setUint16(centralAt + 4, MADE_BY_UNIX, true);
    writeSharedFields(view, centralAt + zip.CENTRAL_SHARED_AT, entry);
    view.setUint32(centralAt + 38, MODE, true);
    view.setUint32(centralAt + 42, localAt, true);
    bytes.set(name, centralAt + zip.CENTRAL_BYTES);

    localAt += zip.LOCAL_BYTES + name.length + data.length;
    centralAt += zip.CENTRAL_BYTES + name.length;
  }
  view.setUint32(centralAt, zip.END_SIGNATURE, true);
  view.setUint16(centralAt + 8, entries.length, true);
  view.setUint16(centralAt + 10, entries.length, true);
  view.setUint32(centralAt + 12, centralBytes, true);
  view.setUint32(centralAt + 16, localBytes, true);
  return bytes;
}

function writeSharedFields(view: DataView, at: number, entry: PackedEntry): void {
  const ascii = entry.name.every((byte) => byte < 0x80);
  view.setUint16(at, zip.VERSION_NEEDED_MAX, true);
  view.setUint16(at + 2, ascii ? 0 : zip.FLAG_UTF8, true);
  view.setUint16(at + 4, entry.method, true);
  view.setUint16(at + 6, DOS_TIME, true);
  view.setUint16(at + 8, DOS_DATE, true);
  view.setUint32(at + 10, entry.crc, true);
  view.setUint32(at + 14, entry.data.length, true);
  view.setUint32(at + 18, entry.size, true);
  view.setUint16(at + 22, entry.name.length, true);
  view.setUint16(at + 24, 0, true);
}
