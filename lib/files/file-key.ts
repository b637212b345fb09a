import "server-only";
import { createHash, randomBytes } from "node:crypto";

/**
 * Where files live. A key is `<area>/<name>`; both parts are made by us, never taken from a request unchecked.
 * `media` holds pictures under random names, `apps` icons, banners and screenshots of apps, `packages` packages under
 * their SHA-256, `uploads` parts of packages that are on their way.
 */
export type FileArea = "media" | "apps" | "packages" | "uploads";

export type FileStore = {
  /** Stores the bytes durably; a key that exists already keeps its bytes. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The bytes, or null if there is no such file. */
  get(key: string): Promise<Uint8Array<ArrayBuffer> | null>;
  delete(key: string): Promise<void>;
  /** Removes parts of uploads and of cut-off writes from before `before`. @returns how many */
  removeStaleParts(before: Date): Promise<number>;
  /** Throws if files cannot be read and written now. */
  check(): Promise<void>;
};

const KEY = /^(media|apps|packages|uploads)\/[a-z0-9][a-z0-9._-]{7,127}$/;

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
