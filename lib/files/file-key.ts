import "server-only";
import { randomBytes } from "node:crypto";
import types from "./file-types.json";

/**
 * A key is `<area>/<name>`; keys from a request are always checked. `media` holds pictures and recordings under random names, `apps`
 * icons, banners and screenshots of apps, `packages` packages under their SHA-256, `uploads` parts of pending uploads,
 * `held` pictures of posts that moderators took away, `files` what people's own programs keep, `exports` pieces of
 * archives of a person's data.
 */
export const FILE_AREAS = ["media", "apps", "packages", "uploads", "held", "files", "exports"] as const;
export type FileArea = (typeof FILE_AREAS)[number];

/** A file, and when it was written by the clock of the store. */
export type ListedFile = { key: string; writtenAt: Date };

/** `next`: the name that the next page begins after; null at the end. */
export type FilePage = { files: ListedFile[]; next: string | null };

/** Offsets; both are included. */
export type ByteRange = { start: number; end: number };

export type FileStore = {
  /** Stores the bytes durably. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Returns null if there is no such file. */
  get(key: string): Promise<Uint8Array<ArrayBuffer> | null>;
  has(key: string): Promise<boolean>;
  /** The size in bytes; null if there is no such file. */
  size(key: string): Promise<number | null>;
  /** The bytes from `start` to `end`, both included, read as they are taken. Null if there is no such file. */
  stream(key: string, range: ByteRange): Promise<ReadableStream<Uint8Array> | null>;
  delete(key: string): Promise<void>;
  /** Up to `limit` files of an area after that name, in the order of names. Leaves out what has no key. */
  list(area: FileArea, after: string | null, limit: number): Promise<FilePage>;
  /** Removes temporary files of writes that were interrupted before `before`. @returns how many */
  removeStaleParts(before: Date): Promise<number>;
  /** @throws if the store is unavailable */
  check(): Promise<void>;
  /** Writes a little and removes it. @throws if there is no space; an object store has a disk of its own */
  checkSpace(): Promise<void>;
  /**
   * Where a browser reads a public file without this process; null if only through it. Nobody has looked whether there is such
   * a file.
   */
  publicAddress(key: string): Promise<PublicAddress | null>;
};

export type PublicAddress = { url: string; validSeconds: number };

/** By extension: pictures, recordings and their captions. `gum restore` reads the table, too. */
const TYPES: Record<string, string> = types;

export function typeOfKey(key: string): string | undefined {
  return TYPES[key.split(".").at(-1) ?? ""];
}

const KEY = new RegExp(`^(${FILE_AREAS.join("|")})/[a-z0-9][a-z0-9._-]{7,127}$`);

export function isFileKey(key: string): boolean {
  return KEY.test(key) && !key.includes("..");
}

/** A random key (128 bits). */
export function randomFileKey(area: FileArea, extension: string): string {
  return `${area}/${randomBytes(16).toString("hex")}.${extension}`;
}
