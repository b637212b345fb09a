import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { serverEnv } from "@/lib/config/env.server";

/**
 * Where files live. A key is `<area>/<name>`; both parts are made by us, never taken from a request unchecked.
 * `media` holds pictures under random names, `apps` icons, banners and screenshots of apps, `packages` packages under
 * their SHA-256.
 */
export const FILE_AREAS = ["media", "apps", "packages"] as const;
export type FileArea = (typeof FILE_AREAS)[number];

export type FileStore = {
  /** Stores the bytes durably; a key that exists already keeps its bytes. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The bytes, or null if there is no such file. */
  get(key: string): Promise<Uint8Array<ArrayBuffer> | null>;
  delete(key: string): Promise<void>;
  /** Throws if files cannot be read and written now. */
  check(): Promise<void>;
};

const KEY = /^(media|apps|packages)\/[a-z0-9][a-z0-9._-]{7,127}$/;

/** True if `key` has the form of a file key. */
export function isFileKey(key: string): boolean {
  return KEY.test(key) && !key.includes("..");
}

/** A fresh random key (128 bits) for a file of `extension`. */
export function randomFileKey(area: FileArea, extension: string): string {
  return `${area}/${randomBytes(16).toString("hex")}.${extension}`;
}

/** The key under which a package of these bytes is stored. */
export function packageFileKey(bytes: Uint8Array): string {
  return `packages/${createHash("sha256").update(bytes).digest("hex")}.gum`;
}

/** Files in a folder of this machine. A file appears whole or not at all: written beside, synced, renamed. */
export function localFileStore(root: string): FileStore {
  const locate = (key: string) => {
    if (!isFileKey(key)) throw new Error("not a file key");
    const [area, name] = key.split("/") as [string, string];
    return path.join(root, area, name.slice(0, 2), name);
  };
  return {
    async put(key, bytes) {
      const file = locate(key);
      await mkdir(path.dirname(file), { recursive: true });
      const beside = `${file}.${randomBytes(6).toString("hex")}.part`;
      try {
        const handle = await open(beside, "wx");
        try {
          await handle.writeFile(bytes);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(beside, file);
      } catch (error) {
        await rm(beside, { force: true });
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
    async delete(key) {
      await rm(locate(key), { force: true });
    },
    async check() {
      await mkdir(root, { recursive: true });
      const probe = path.join(root, `.probe-${process.pid}-${randomBytes(4).toString("hex")}`);
      const handle = await open(probe, "wx");
      await handle.close();
      await rm(probe, { force: true });
      await stat(root);
    },
  };
}

let store: FileStore | undefined;

/** The instance's file store. */
export function fileStore(): FileStore {
  return (store ??= localFileStore(path.join(path.resolve(serverEnv().VAR_DIR), "files")));
}
