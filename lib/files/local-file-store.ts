import "server-only";
import { randomBytes } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { type FileStore, isFileKey, type ListedFile } from "./file-key";

/** More than what a file system has kept for the last file, or stores beside its name. */
const SPACE_BYTES = 256 * 1024;

/** The temporary file of a write. */
const TEMPORARY = /\.[0-9a-f]{12}\.part$/;

/** The sorted names in a folder; none if there is no such folder. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return [];
    throw error;
  }
}

/** Files in a local folder. Writes are atomic: a temporary file is synced, then renamed. */
export function localFileStore(root: string): FileStore {
  const locate = (key: string) => {
    if (!isFileKey(key)) throw new Error("not a file key");
    const [area, name] = key.split("/") as [string, string];
    return path.join(root, area, name.slice(0, 2), name);
  };
  /** Whether a file can be made there; it is removed again. */
  const probe = async (bytes?: Uint8Array) => {
    await mkdir(root, { recursive: true });
    const file = path.join(root, `.probe-${process.pid}-${randomBytes(4).toString("hex")}`);
    try {
      const handle = await open(file, "wx");
      try {
        if (bytes) await handle.writeFile(bytes);
        // Some file systems find out only then.
        if (bytes) await handle.sync();
      } finally {
        await handle.close();
      }
    } finally {
      await rm(file, { force: true });
    }
  };
  return {
    async put(key, bytes) {
      const file = locate(key);
      await mkdir(path.dirname(file), { recursive: true });
      const temporary = `${file}.${randomBytes(6).toString("hex")}.part`;
      try {
        const handle = await open(temporary, "wx");
        try {
          await handle.writeFile(bytes);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(temporary, file);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
    async get(key) {
      try {
        return new Uint8Array(await readFile(locate(key)));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
        throw error;
      }
    },
    async has(key) {
      return (await stat(locate(key)).catch(() => null)) !== null;
    },
    async size(key) {
      return (await stat(locate(key)).catch(() => null))?.size ?? null;
    },
    async stream(key, range) {
      const handle = await open(locate(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return null;
        throw error;
      });
      // It closes the file at its end, and when nobody reads on.
      return handle && (Readable.toWeb(handle.createReadStream(range)) as ReadableStream<Uint8Array>);
    },
    async delete(key) {
      await rm(locate(key), { force: true });
    },
    async list(area, after, limit) {
      const from = after?.split("/")[1] ?? "";
      const files: ListedFile[] = [];
      for (const start of await namesIn(path.join(root, area))) {
        if (start < from.slice(0, 2)) continue;
        for (const name of await namesIn(path.join(root, area, start))) {
          const key = `${area}/${name}`;
          if (name <= from || TEMPORARY.test(name) || !isFileKey(key) || !name.startsWith(start)) continue;
          if (files.length === limit) return { files, next: files.at(-1)!.key };
          const found = await stat(locate(key)).catch(() => null);
          if (found?.isFile()) files.push({ key, writtenAt: found.mtime });
        }
      }
      return { files, next: null };
    },
    async removeStaleParts(before) {
      await mkdir(root, { recursive: true });
      let removed = 0;
      const names = await readdir(root, { recursive: true });
      for (const name of names.filter((name) => name.endsWith(".part"))) {
        const file = path.join(root, name);
        const found = await stat(file).catch(() => null);
        if (!found || found.mtime >= before) continue;
        await rm(file, { force: true });
        removed += 1;
      }
      return removed;
    },
    check: () => probe(),
    checkSpace: () => probe(new Uint8Array(SPACE_BYTES)),
    publicAddress: () => Promise.resolve(null),
  };
}
