/**
 * The package's files inside the frame: bytes by name, blob addresses made on first use and kept while the run lives.
 * Scripts and style sheets are rewritten when their blob is made; `transformers` says how, so that this room needs to know
 * nothing about either.
 */
import { findFile, typeOfFile, urlOfFile, absolute, type PathSpace } from "@/lib/sandbox/frame/inside/paths";
import { PackedFiles } from "@/lib/sandbox/frame/inside/packed-files";
import { realm } from "@/lib/sandbox/frame/inside/realm";
import type { PackedRestBlob } from "@/lib/sandbox/frame/inside/worker/setup";
import type { PackedRest } from "@/lib/sandbox/protocol/to-frame";

const files = new Map<string, Uint8Array<ArrayBuffer>>();
let packed = new PackedFiles([], () => new Uint8Array());
/** The packed bytes as one Blob, for workers: made when the first one asks. */
let packedBytes = new Uint8Array();
let packedBlob: Blob | null = null;
const blobUrls = new Map<string, string>();
const behindBlobUrl = new Map<string, { name: string; written: string | null }>();
/** Pages that ask for a picture under ever new queries get its one address from here on. */
const WRITTEN_MAX = 5_000;
/** Scripts and style sheets as they are loaded. */
const transformed = new Map<string, Blob>();
const blobs = new Map<string, Blob>();
const inTheMaking = new Set<string>();

export const space: PathSpace & { entry: string } = {
  origin: location.origin,
  base: `${location.origin}/`,
  folder: "",
  entry: "",
  has: hasFile,
};

/** By media type: the text that goes into a file's blob. */
export const transformers: Record<string, (text: string, url: string) => string> = {};

let fallbackCharset = "windows-1252";

export function addFile(name: string, bytes: Uint8Array<ArrayBuffer>): void {
  files.set(name, bytes);
}

/** With all that was made of it. */
export function dropFile(name: string): void {
  files.delete(name);
  blobs.delete(name);
  transformed.delete(name);
  for (const [url, behind] of behindBlobUrl) {
    if (behind.name !== name) continue;
    behindBlobUrl.delete(url);
    realm.revokeObjectURL(url);
  }
  for (const [key, url] of blobUrls) if (!behindBlobUrl.has(url)) blobUrls.delete(key);
}

/** Files that are inflated when they are first asked for. */
export function addPacked({ bytes, entries }: PackedRest): void {
  packedBytes = new Uint8Array(bytes);
  packed = new PackedFiles(entries, (at, length) => packedBytes.subarray(at, at + length));
}

/** All that a worker of the package may ask for, unpacked or not. */
export function filesForWorker(): { files: [name: string, blob: Blob][]; rest: PackedRestBlob | null } {
  const rest = packed.entries();
  if (rest.length) packedBlob ??= new realm.Blob([packedBytes]);
  return {
    files: [...files.keys()].map((name) => [name, blobOf(name)]),
    rest: rest.length ? { blob: packedBlob!, entries: rest } : null,
  };
}

export function enter(entry: string): void {
  space.entry = entry;
  space.folder = entry.slice(0, entry.lastIndexOf("/") + 1);
  space.base = urlOfFile(space, entry).replace(/\/index\.html$/, "/");
}

/** For files that are not UTF-8: what the page says about itself. */
export function setFallbackCharset(charset: string): void {
  fallbackCharset = charset;
}

export const fileNames = (): string[] => [...files.keys(), ...packed.entries().map(([name]) => name)];
export const find = (url: unknown, base?: string): string | null => findFile(space, url, base);
export const urlOf = (name: string): string => urlOfFile(space, name);
export const resolve = (url: string, base?: string): URL | null => absolute(space, url, base);

export function hasFile(name: string): boolean {
  return files.has(name) || packed.has(name);
}

function contentOf(name: string): Uint8Array<ArrayBuffer> {
  let bytes = files.get(name);
  if (!bytes) files.set(name, (bytes = packed.take(name)));
  return bytes;
}

/** For what can wait: a large file is inflated with pauses, so that the page goes on meanwhile. */
export async function prepareFile(name: string): Promise<void> {
  await packed.prepare(name, (bytes) => files.set(name, bytes));
}

/** A copy: whoever gets it may detach it (decodeAudioData does). */
export function bytesOf(name: string): Uint8Array<ArrayBuffer> {
  return contentOf(name).slice();
}

export function textOf(name: string): string {
  const bytes = contentOf(name);
  try {
    return new realm.TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new realm.TextDecoder(fallbackCharset).decode(bytes);
  }
}

/** The file as it is, for fetch, workers and downloads. */
export function blobOf(name: string): Blob {
  let blob = blobs.get(name);
  if (!blob) blobs.set(name, (blob = new realm.Blob([contentOf(name)], { type: typeOfFile(name) })));
  return blob;
}

/** The address that the browser can load a file from. */
export function blobUrlOf(name: string): string {
  return urlFor(name, null);
}

/** `written`: the same text is found again behind the address, its query with it. */
function urlFor(name: string, written: string | null): string {
  const key = written === null ? name : `${name}\n${written}`;
  const known = blobUrls.get(key);
  if (known) return known;
  if (written !== null && blobUrls.size >= WRITTEN_MAX) return urlFor(name, null);
  // Style sheets that import each other in a circle: the inner one stays empty, as a browser would have it.
  if (inTheMaking.has(name)) return "data:text/css,";
  const url = realm.createObjectURL(loadableBlob(name));
  blobUrls.set(key, url);
  behindBlobUrl.set(url, { name, written });
  return url;
}

function loadableBlob(name: string): Blob {
  const type = typeOfFile(name);
  const transform = transformers[type];
  if (!transform) return blobOf(name);
  const known = transformed.get(name);
  if (known) return known;
  inTheMaking.add(name);
  const blob = new realm.Blob([transform(textOf(name), urlOf(name))], { type });
  inTheMaking.delete(name);
  transformed.set(name, blob);
  return blob;
}

/** The address in the package of what the browser loaded: a script with a mistake is named by its blob, the page by its own. */
export function addressBehind(url: string): string {
  const behind = behindBlobUrl.get(url);
  return behind ? urlOf(behind.name) : url;
}

export const isInTheMaking = (name: string): boolean => inTheMaking.has(name);
export const isOurBlobUrl = (url: string): boolean => behindBlobUrl.has(url);

/** An address as an app writes it → one that loads. Addresses of nothing in the package come back unchanged. */
export function toLoadable(url: string, base?: string): string {
  const name = find(url, base);
  if (name === null) return url;
  const fragment = fragmentOf(url);
  const written = url.slice(0, url.length - fragment.length);
  // A script that is a module has one address, however it is asked for, or it would run twice; a query makes it another.
  const isOne = typeOfFile(name) === "text/javascript" && !written.includes("?");
  return urlFor(name, isOne ? null : written) + fragment;
}

/** A blob address of ours → the file's address in the package. */
export function toVirtual(url: unknown): unknown {
  if (typeof url !== "string" || !url.startsWith("blob:")) return url;
  const fragment = fragmentOf(url);
  const behind = behindBlobUrl.get(url.slice(0, url.length - fragment.length));
  if (!behind) return url;
  return urlOf(behind.name) + (/\?.*$/s.exec(behind.written ?? "")?.[0] ?? "") + fragment;
}

/** Blob addresses of the files whose address, as it was written, passes the test. */
export function blobUrlsOf(test: (written: string) => boolean): string[] {
  const found: string[] = [];
  for (const [url, { name, written }] of behindBlobUrl)
    if (test(written ?? relativeTo(space.folder, name))) found.push(url);
  return found;
}

export function nameBehind(url: string): string | null {
  return behindBlobUrl.get(url)?.name ?? null;
}

/** Attribute texts and styles with our blob addresses in them → as the author wrote them. */
export function withoutBlobUrls<T>(text: T): T | string {
  return replaceBlobUrls(text, (written) => written);
}

/** The same with full addresses, as the browser gives them in computed styles. */
export function withVirtualUrls(text: string): string {
  return text.includes("blob:") ? text.replace(BLOB_URL, (url) => String(toVirtual(url))) : text;
}

/** The same for markup, where the author's text stands escaped. */
export function markupWithoutBlobUrls<T>(markup: T): T | string {
  return replaceBlobUrls(markup, (written) => written.replaceAll("&", "&amp;").replaceAll('"', "&quot;"));
}

const BLOB_URL = /blob:null\/[0-9a-f-]{36}/g;

function replaceBlobUrls<T>(text: T, put: (written: string) => string): T | string {
  if (typeof text !== "string" || !text.includes("blob:")) return text;
  return text.replace(BLOB_URL, (url) => {
    const behind = behindBlobUrl.get(url);
    return behind ? put(behind.written ?? relativeTo(space.folder, behind.name)) : url;
  });
}

const relativeTo = (folder: string, name: string): string =>
  folder && name.startsWith(folder) ? name.slice(folder.length) : name;

function fragmentOf(url: string): string {
  const at = url.indexOf("#");
  return at < 0 ? "" : url.slice(at);
}
