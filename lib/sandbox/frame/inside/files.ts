/**
 * The package's files inside the frame: bytes by name, blob addresses made on first use and kept while the run lives.
 * Scripts and style sheets are rewritten when their blob is made; `transformers` says how, so that this room needs to know
 * nothing about either.
 */
import { findFile, typeOfFile, urlOfFile, absolute, type PathSpace } from "@/lib/sandbox/frame/inside/paths";
import { realm } from "@/lib/sandbox/frame/inside/realm";

const files = new Map<string, Uint8Array<ArrayBuffer>>();
const blobUrls = new Map<string, string>();
const nameOfBlobUrl = new Map<string, string>();
const blobs = new Map<string, Blob>();
const inTheMaking = new Set<string>();

export const space: PathSpace & { entry: string } = {
  origin: location.origin,
  base: `${location.origin}/`,
  folder: "",
  entry: "",
  has: (name) => files.has(name),
};

/** By media type: the text that goes into a file's blob. */
export const transformers: Record<string, (text: string, url: string) => string> = {};

let fallbackCharset = "windows-1252";

export function addFile(name: string, bytes: Uint8Array<ArrayBuffer>): void {
  files.set(name, bytes);
}

export function enter(entry: string): void {
  space.entry = entry;
  space.folder = entry.slice(0, entry.lastIndexOf("/") + 1);
  space.base = urlOfFile(space, entry);
}

/** For files that are not UTF-8: what the page says about itself. */
export function setFallbackCharset(charset: string): void {
  fallbackCharset = charset;
}

export const fileNames = (): Iterable<string> => files.keys();
export const hasFile = (name: string): boolean => files.has(name);
export const find = (url: unknown, base?: string): string | null => findFile(space, url, base);
export const urlOf = (name: string): string => urlOfFile(space, name);
export const resolve = (url: string, base?: string): URL | null => absolute(space, url, base);

/** A copy: whoever gets it may detach it (decodeAudioData does). */
export function bytesOf(name: string): Uint8Array<ArrayBuffer> {
  return files.get(name)!.slice();
}

export function textOf(name: string): string {
  const bytes = files.get(name)!;
  try {
    return new realm.TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new realm.TextDecoder(fallbackCharset).decode(bytes);
  }
}

/** The file as it is, for fetch, workers and downloads. */
export function blobOf(name: string): Blob {
  let blob = blobs.get(name);
  if (!blob) blobs.set(name, (blob = new realm.Blob([files.get(name)!], { type: typeOfFile(name) })));
  return blob;
}

/** The address that the browser can load a file from. */
export function blobUrlOf(name: string): string {
  const known = blobUrls.get(name);
  if (known) return known;
  const type = typeOfFile(name);
  const transform = transformers[type];
  // Style sheets that import each other in a circle: the inner one stays empty, as a browser would have it.
  if (inTheMaking.has(name)) return "data:text/css,";
  if (!transform) return remember(name, blobOf(name));
  inTheMaking.add(name);
  const text = transform(textOf(name), urlOf(name));
  inTheMaking.delete(name);
  return remember(name, new realm.Blob([text], { type }));
}

function remember(name: string, blob: Blob): string {
  const url = realm.createObjectURL(blob);
  blobUrls.set(name, url);
  nameOfBlobUrl.set(url, name);
  return url;
}

export const isOurBlobUrl = (url: string): boolean => nameOfBlobUrl.has(url);

/** An address as an app writes it → one that loads. Addresses of nothing in the package come back unchanged. */
export function toLoadable(url: string, base?: string): string {
  const name = find(url, base);
  return name === null ? url : blobUrlOf(name) + fragmentOf(url);
}

/** A blob address of ours → the file's address in the package. */
export function toVirtual(url: unknown): unknown {
  if (typeof url !== "string" || !url.startsWith("blob:")) return url;
  const fragment = fragmentOf(url);
  const name = nameOfBlobUrl.get(url.slice(0, url.length - fragment.length));
  return name === undefined ? url : urlOf(name) + fragment;
}

export function nameBehind(url: string): string | null {
  return nameOfBlobUrl.get(url) ?? null;
}

/** Markup and attribute texts with our blob addresses in them → as the author wrote them, relative to the page. */
export function withoutBlobUrls<T>(text: T): T | string {
  if (typeof text !== "string" || !text.includes("blob:")) return text;
  return text.replace(/blob:null\/[0-9a-f-]{36}/g, (url) => {
    const name = nameOfBlobUrl.get(url);
    if (name === undefined) return url;
    return space.folder && name.startsWith(space.folder) ? name.slice(space.folder.length) : name;
  });
}

function fragmentOf(url: string): string {
  const at = url.indexOf("#");
  return at < 0 ? "" : url.slice(at);
}
