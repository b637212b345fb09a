import { Deflate, deflateSync } from "fflate";
import { PACKAGE_LIMITS } from "./limits";
import { yieldToEventLoop } from "./yield-to-event-loop";
import { crc32 } from "./crc32";
import { refuse } from "./package-error";
import { byteSize } from "@/lib/shared/byte-size";
import { readFile, sizeOf, type PackableFiles } from "./package-files";
import { checkPath, PathRegister } from "./path-rules";
import * as zip from "./zip-format";
import { directory, localHeader, type EntryFields, type WrittenEntry } from "./zip-writer";

type PackedEntry = Omit<EntryFields, "packedSize"> & { data: Uint8Array };

/** Part of the format: another level gives other bytes, and so another hash for the same package. */
const DEFLATE_LEVEL = 6;
/** Also part of the format: by default the library derives it from a logarithm, which engines round differently. */
const DEFLATE_MEMORY = { upTo: 256 * 1024, small: 4, large: 8 } as const;
/** And this: larger files are deflated in steps, whose blocks are not those of the whole. */
const STEPS_FROM_BYTES = 4 * 1024 * 1024;
const STEP_BYTES = 256 * 1024;

/** Formats that are compressed already. */
export const COMPRESSED =
  /\.(?:png|jpe?g|gif|webp|avif|mp3|ogg|oga|opus|m4a|aac|flac|mp4|m4v|webm|ogv|woff2?|zip|gz|br|zst|7z|xdc|gum)$/i;

/**
 * Packs files into a `.gum` package in its canonical form: the same files give the same bytes in Node and in every
 * browser. Names are sorted, the date is fixed, and deflate runs in JavaScript, because zlib differs between platforms.
 * @param files paths relative to the manifest, which is one of them as `manifest.json`, and contents; no folders.
 * @throws PackageError if a name or a size is not allowed. It does not check the manifest: `packFiles` and `openPackage` do.
 */
export async function buildPackage(files: PackableFiles): Promise<Uint8Array<ArrayBuffer>> {
  const entries: PackedEntry[] = [];
  let packed = 0;
  for (const [path, given] of checkFiles(files)) {
    const entry = await packEntry(path, await readFile(files, given));
    entries.push(entry);
    packed += entry.data.length;
    if (packed > PACKAGE_LIMITS.packedBytes) throw tooLargeRepacked(packed);
    await yieldToEventLoop();
  }
  const bytes = assemble(entries);
  if (bytes.length > PACKAGE_LIMITS.packedBytes) throw tooLargeRepacked(bytes.length);
  return bytes;
}

function tooLargeRepacked(bytes: number) {
  const params = { size: byteSize(bytes), limit: byteSize(PACKAGE_LIMITS.packedBytes) };
  return refuse("package_too_large_repacked", params);
}

/** The normalized names of the files with those given, in the order in which they are packed. */
function checkFiles(files: PackableFiles): [path: string, given: string][] {
  if (files.size === 0) throw refuse("archive_empty");
  if (files.size > PACKAGE_LIMITS.entries)
    throw refuse("too_many_entries", { count: files.size, limit: PACKAGE_LIMITS.entries });
  const paths = new PathRegister();
  const checked: [string, string][] = [];
  let unpacked = 0;
  for (const given of files.keys()) {
    const path = checkPath(given);
    paths.add(path, "file");
    const size = sizeOf(files, given);
    if (size > PACKAGE_LIMITS.entryBytes) {
      const params = {
        entry: path,
        size: byteSize(size),
        limit: byteSize(PACKAGE_LIMITS.entryBytes),
      };
      throw refuse("entry_too_large", params);
    }
    unpacked += size;
    checked.push([path, given]);
  }
  if (unpacked > PACKAGE_LIMITS.unpackedBytes) {
    throw refuse("unpacked_too_large", {
      size: byteSize(unpacked),
      limit: byteSize(PACKAGE_LIMITS.unpackedBytes),
    });
  }
  return checked.sort(([a], [b]) => (a < b ? -1 : 1));
}

async function packEntry(path: string, content: Uint8Array): Promise<PackedEntry> {
  const common = { name: new TextEncoder().encode(path), crc: await checksum(content), size: content.length };
  if (content.length > 0 && !COMPRESSED.test(path)) {
    const mem = content.length <= DEFLATE_MEMORY.upTo ? DEFLATE_MEMORY.small : DEFLATE_MEMORY.large;
    const options = { level: DEFLATE_LEVEL, mem } as const;
    const data =
      content.length > STEPS_FROM_BYTES
        ? await deflateInSteps(content, options)
        : deflateSync(content, options);
    if (data.length < content.length) return { ...common, method: zip.DEFLATE, data };
  }
  return { ...common, method: zip.STORE, data: content };
}

async function checksum(content: Uint8Array): Promise<number> {
  let crc = 0;
  for (let at = 0; at < content.length; at += STEP_BYTES) {
    crc = crc32(content.subarray(at, at + STEP_BYTES), crc);
    await yieldToEventLoop();
  }
  return crc;
}

async function deflateInSteps(content: Uint8Array, options: { level: 6; mem: 4 | 8 }): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const stream = new Deflate(options, (part) => {
    parts.push(part);
    size += part.length;
  });
  for (let at = 0; at < content.length; at += STEP_BYTES) {
    stream.push(content.subarray(at, at + STEP_BYTES), at + STEP_BYTES >= content.length);
    await yieldToEventLoop();
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function assemble(entries: readonly PackedEntry[]): Uint8Array<ArrayBuffer> {
  const written: WrittenEntry[] = [];
  const chunks: Uint8Array[] = [];
  let at = 0;
  for (const entry of entries) {
    written.push({ ...entry, packedSize: entry.data.length, localAt: at });
    const header = localHeader({ ...entry, packedSize: entry.data.length });
    chunks.push(header, entry.data);
    at += header.length + entry.data.length;
  }
  chunks.push(directory(written, at));
  const bytes = new Uint8Array(at + chunks.at(-1)!.length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}
