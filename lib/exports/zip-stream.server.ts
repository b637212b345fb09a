import "server-only";
import { promisify } from "node:util";
import { deflateRaw } from "node:zlib";
import { EXPORT_ENTRIES_MAX, EXPORT_MAX_BYTES, EXPORT_PART_BYTES } from "@/lib/config/export-limits";
import { COMPRESSED } from "@/lib/package/build-package";
import { crc32 } from "@/lib/package/crc32";
import { DEFLATE, STORE } from "@/lib/package/zip-format";
import { directory, localHeader, type WrittenEntry } from "@/lib/package/zip-writer";

const deflate = promisify(deflateRaw);

/**
 * Writes a zip in pieces of EXPORT_PART_BYTES, so that an archive of any size takes the memory of one piece and of its
 * largest entry.
 * @param save stores a piece; the next one waits for it
 */
export function zipStream(save: (part: Uint8Array) => Promise<void>) {
  const entries: WrittenEntry[] = [];
  let at = 0;
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;

  async function write(bytes: Uint8Array): Promise<void> {
    at += bytes.length;
    for (let rest = bytes; rest.length > 0;) {
      const piece = rest.subarray(0, EXPORT_PART_BYTES - pendingBytes);
      pending.push(piece);
      pendingBytes += piece.length;
      rest = rest.subarray(piece.length);
      if (pendingBytes === EXPORT_PART_BYTES) await flush();
    }
  }

  async function flush(): Promise<void> {
    if (pendingBytes === 0) return;
    const part = Buffer.concat(pending);
    pending = [];
    pendingBytes = 0;
    await save(part);
  }

  return {
    /** @returns false if there is no room for a file of this size */
    hasRoomFor: (bytes: number) => at + bytes < EXPORT_MAX_BYTES && entries.length < EXPORT_ENTRIES_MAX,
    async add(path: string, content: Uint8Array): Promise<void> {
      const isPacked = COMPRESSED.test(path);
      const data = isPacked ? content : await deflate(content);
      const entry: WrittenEntry = {
        name: new TextEncoder().encode(path),
        method: isPacked ? STORE : DEFLATE,
        crc: crc32(content),
        packedSize: data.length,
        size: content.length,
        localAt: at,
      };
      entries.push(entry);
      await write(localHeader(entry));
      await write(data);
    },
    /** @returns the length of the archive in bytes */
    async end(): Promise<number> {
      await write(directory(entries, at));
      await flush();
      return at;
    },
  };
}
export type ZipStream = ReturnType<typeof zipStream>;
