import { HOSTED_FILE_NAME_MAX_CHARS } from "@/lib/config/limits";
import { idSchema } from "@/lib/shared/contract";

/** `files` is private; the others expose the product's files under names of its own. */
export const BUCKETS = ["files", "avatars", "media", "apps"] as const;
export type Bucket = (typeof BUCKETS)[number];
export const FILES_BUCKET = "files";
const DEPTH_MAX = 20;

/** A bucket and a path in it, as requested. */
export type Place = { bucket: Bucket; path: string };

/** The owner and name of a file; null for an invalid path. */
export type FilePath = { ownerId: string; name: string };

/** A path segment without traversal, control characters or backslashes. */
function isPart(part: string): boolean {
  return part !== "" && part !== "." && part !== ".." && !/[\p{Cc}\p{Cs}\\]/u.test(part);
}

/** @param path `{owner's id}/{name}`, decoded */
export function readPath(path: string): FilePath | null {
  const [owner = "", ...parts] = path.normalize("NFC").split("/");
  const ownerId = idSchema.safeParse(owner);
  const name = parts.join("/");
  if (!ownerId.success || parts.length === 0 || parts.length > DEPTH_MAX) return null;
  if (!parts.every(isPart) || name.length > HOSTED_FILE_NAME_MAX_CHARS) return null;
  return { ownerId: ownerId.data, name };
}

const withoutExtension = (name: string): string => name.replace(/\.[a-z0-9]{1,8}$/i, "");

/** `avatar` or `banner`, with any extension, because clients use that of the uploaded file. */
export function readPictureName(name: string): "avatar" | "banner" | null {
  const stem = withoutExtension(name);
  return stem === "avatar" || stem === "banner" ? stem : null;
}

/** A post picture is named by its id, which the client may choose. */
export function readMediaName(name: string): string | null {
  return idSchema.safeParse(withoutExtension(name)).data ?? null;
}

type AppFileName = {
  app: { id: string } | { shareId: string };
  file: "icon" | "banner" | "package" | { screenshot: number };
};

/** @param path `{the app's id, or that of its share link}/icon.webp`, `banner.webp`, `screenshots/0.webp` or `package.gum` */
export function readAppPath(path: string): AppFileName | null {
  const [first = "", ...parts] = path.split("/");
  const id = idSchema.safeParse(first);
  const isShareId = /^[\w-]{22}$/.test(first);
  const app = id.success ? { id: id.data } : isShareId ? { shareId: first } : null;
  const name = withoutExtension(parts.join("/"));
  const screenshot = /^screenshots\/(\d)$/.exec(name)?.[1];
  if (!app) return null;
  if (screenshot) return { app, file: { screenshot: Number(screenshot) } };
  return name === "icon" || name === "banner" || name === "package" ? { app, file: name } : null;
}

const PLACE =
  /\/storage\/v1\/(?:object|render\/image)\/(?:(?:authenticated|public|sign|info|upload\/sign)\/)?([^/]+)(?:\/(.*))?$/;

/** Parses the path of a URL; null for malformed percent-encoding and for other buckets. */
export function placeOf(pathname: string): Place | null {
  const [, bucket, path = ""] = PLACE.exec(pathname) ?? [];
  try {
    return readPlace(bucket, decodeURIComponent(path));
  } catch {
    return null;
  }
}

export function readPlace(bucket: string | undefined, path: string): Place | null {
  const known = BUCKETS.find((each) => each === bucket);
  return known ? { bucket: known, path } : null;
}

export type Entry<T> = { name: string; file: T | null };

/**
 * The direct children of a folder: files, and folders as names without a file. `folder` is empty or has no trailing
 * slash.
 */
export function entriesOf<T extends { name: string }>(files: readonly T[], folder: string): Entry<T>[] {
  const start = folder === "" ? "" : `${folder}/`;
  const entries = new Map<string, T | null>();
  for (const file of files) {
    if (!file.name.startsWith(start)) continue;
    const [first = "", ...rest] = file.name.slice(start.length).split("/");
    const isFolder = rest.length > 0;
    entries.set(isFolder ? `${first}/` : first, isFolder ? null : file);
  }
  return [...entries].map(([name, file]) => ({ name: name.replace(/\/$/, ""), file }));
}

/** A URL below the interface's own. */
export function addressOf(marker: string, { bucket, path }: Place): string {
  return `${marker}/${bucket}/${path.split("/").map(encodeURIComponent).join("/")}`;
}
