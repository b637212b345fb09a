import "server-only";
import { statfs } from "node:fs/promises";
import path from "node:path";
import { serverEnv } from "@/lib/config/env.server";
import { type ByteRange, isFileKey, type PublicAddress, typeOfKey } from "./file-key";
import { fileStore } from "./file-store";

const isPicture = (type: string): boolean => type.startsWith("image/");

/** Where a browser reads a public file without this process; null where it has to read it here. */
export async function publicAddress(key: string): Promise<PublicAddress | null> {
  return key.startsWith("media/") && isFileKey(key) ? fileStore().publicAddress(key) : null;
}

/** A file that is sent in parts. */
export type StreamedFile = {
  /** No other content has this name. */
  name: string;
  size: number;
  type: string;
  /** Null if it is gone. */
  read: (range: ByteRange) => Promise<ReadableStream<Uint8Array> | null>;
};

/** A recording, or its captions, by a public key. @returns null if there is none */
export async function findPublicRecording(key: string): Promise<StreamedFile | null> {
  return key.startsWith("media/") ? findStreamed(key) : null;
}

/** A recording that moderators removed. The caller has checked that the viewer is a moderator. */
export function findHeldRecording(name: string): Promise<StreamedFile | null> {
  return findStreamed(`held/${name}`);
}

async function findStreamed(key: string): Promise<StreamedFile | null> {
  const type = typeOfKey(key);
  if (!type || isPicture(type) || !isFileKey(key)) return null;
  const size = await fileStore().size(key);
  if (size === null) return null;
  return { name: key.split("/")[1]!, size, type, read: (range) => fileStore().stream(key, range) };
}

/**
 * Reads a public file, which only the `media` area has. Files of apps have their own routes, which authorise.
 * @returns null if there is none
 */
export async function readPublicFile(
  key: string,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string } | null> {
  if (!key.startsWith("media/")) return null;
  return readPicture(key);
}

/** Reads a picture that moderators removed. The caller has checked that the viewer is a moderator. */
export function readHeldFile(name: string): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string } | null> {
  return readPicture(`held/${name}`);
}

async function readPicture(key: string): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string } | null> {
  if (!isFileKey(key)) return null;
  const type = typeOfKey(key);
  const bytes = type && isPicture(type) ? await fileStore().get(key) : null;
  return bytes && type ? { bytes, type } : null;
}

const heldKey = (key: string): string => key.replace(/^media\//, "held/");

/**
 * Moves public files to storage that only moderators can read, or back. Missing and already moved files are ignored.
 */
export async function moveFiles(keys: string[], to: "held" | "public"): Promise<void> {
  for (const key of keys) {
    const [from, target] = to === "held" ? [key, heldKey(key)] : [heldKey(key), key];
    const bytes = await fileStore().get(from);
    if (!bytes) continue;
    await fileStore().put(target, bytes);
    await fileStore().delete(from);
  }
}

/** The space of the disk that holds the files, in bytes; null with an object store. */
export async function diskSpace(): Promise<{ free: number; total: number } | null> {
  const { S3_BUCKET, VAR_DIR } = serverEnv();
  if (S3_BUCKET) return null;
  const { bavail, blocks, bsize } = await statfs(path.resolve(VAR_DIR));
  return { free: bavail * bsize, total: blocks * bsize };
}

/** Deletes files from that storage. */
export async function dropHeldFiles(keys: string[]): Promise<void> {
  for (const key of keys) await fileStore().delete(heldKey(key));
}
