/**
 * The package's files inside the frame: bytes by name, with blob URLs created on first use and kept for the whole run.
 * Scripts and style sheets are rewritten when their blob is created; `transformers` holds the rewriters, so this module does
 * not depend on them.
 */
import { findFile, typeOfFile, urlOfFile, absoluteUrl, type Site } from "@/lib/sandbox/frame/inside/paths";
import { withoutComputedLate, withoutLate } from "@/lib/sandbox/frame/inside/late-names";
import { PackedFiles } from "@/lib/sandbox/frame/inside/packed-files";
import { RemoteFiles } from "@/lib/sandbox/frame/inside/remote-files";
import type { ArrivingBody } from "@/lib/sandbox/frame/inside/network/source";
import { realm } from "@/lib/sandbox/frame/inside/realm";
import type { WorkerSetup } from "@/lib/sandbox/frame/inside/worker/setup";
import type { PackedRest, RemoteEntry } from "@/lib/sandbox/protocol/to-frame";

const files = new Map<string, Uint8Array<ArrayBuffer>>();
let packed = new PackedFiles([], () => new Uint8Array());
let packedBytes = new Uint8Array();
const remote = new RemoteFiles((name, bytes) => files.set(name, bytes));
/** `packedBytes` as a Blob for workers, created when the first worker starts. */
let packedBlob: Blob | null = null;
const blobUrls = new Map<string, string>();
const sourceByBlobUrl = new Map<string, { name: string; written: string | null }>();
/** Limits blob URLs for pages that keep requesting a file with new queries; beyond it they all share the plain file's URL. */
const BLOB_URLS_MAX = 5_000;
/** Rewritten scripts and style sheets. */
const transformed = new Map<string, Blob>();
const blobs = new Map<string, Blob>();
const transforming = new Set<string>();

export const site: Site & {
  entry: string;
  /** The page has a `<base>`, whose URL is in `base`. */
  hasBase: boolean;
  /** The page's URL without its fragment, where a router has led to another path than the page was loaded from. */
  routed: string | null;
} = {
  origin: location.origin,
  base: `${location.origin}/`,
  hasBase: false,
  routed: null,
  folder: "",
  mount: "",
  entry: "",
  has: hasFile,
};

/** By media type: rewrites a file's text before it goes into a blob. */
export const transformers: Record<string, (text: string, url: string) => string> = {};

let fallbackCharset = "windows-1252";

export function addFile(name: string, bytes: Uint8Array<ArrayBuffer>): void {
  files.set(name, bytes);
}

/** Removes the file with its blobs and blob URLs. */
export function removeFile(name: string): void {
  files.delete(name);
  blobs.delete(name);
  transformed.delete(name);
  for (const [url, behind] of sourceByBlobUrl) {
    if (behind.name !== name) continue;
    sourceByBlobUrl.delete(url);
    realm.revokeObjectURL(url);
  }
  for (const [key, url] of blobUrls) if (!sourceByBlobUrl.has(url)) blobUrls.delete(key);
}

/** Adds files that are inflated on first use. */
export function addPacked({ bytes, entries }: PackedRest): void {
  packedBytes = new Uint8Array(bytes);
  packed = new PackedFiles(entries, (at, length) => packedBytes.subarray(at, at + length));
}

/** Adds files that are fetched when the app asks for them. */
export function addRemote(entries: readonly RemoteEntry[]): void {
  remote.add(entries);
}

/** The file that a URL means, if it has not been fetched yet. */
export function remoteFileAt(url: unknown, base?: string): string | null {
  if (!remote.isUsed) return null;
  const name = fileAt(url, base);
  return name !== null && isRemote(name) ? name : null;
}

export const isRemote = (name: string): boolean => !files.has(name) && remote.has(name);
/** For what cannot wait for a remote file: the app starts again with the whole package. @returns what to throw */
export const startAgain = (): Error => remote.startAgain();
export const hasRemote = (): boolean => remote.isUsed;

/** All files of the package, inflated or not. */
export function filesForWorker(): Pick<WorkerSetup, "files" | "rest" | "remote"> {
  const rest = packed.entries();
  if (rest.length) packedBlob ??= new realm.Blob([packedBytes]);
  return {
    files: [...files.keys()].map((name) => [name, blobOf(name)]),
    rest: rest.length ? { blob: packedBlob!, entries: rest } : null,
    remote: remote.names(),
  };
}

export function setEntry(entry: string): void {
  site.entry = entry;
  site.hasBase = false;
  site.folder = entry.slice(0, entry.lastIndexOf("/") + 1);
  site.base = urlOfFile(site, entry).replace(/\/index\.html$/, "/");
}

/** The page's declared charset, used for files that are not valid UTF-8. */
export function setFallbackCharset(charset: string): void {
  fallbackCharset = charset;
}

export const fileNames = (): string[] => [
  ...files.keys(),
  ...packed.entries().map(([name]) => name),
  ...remote.names(),
];
export const urlOf = (name: string): string => urlOfFile(site, name);
/** Against which relative URLs are resolved. Without a `<base>` it is the page's URL, which a router changes. */
export const documentBase = (): string => (site.hasBase ? null : site.routed) ?? site.base;
export const resolveUrl = (url: string, base = documentBase()): URL | null => absoluteUrl(site, url, base);

/** After a router's step, also what lies beside the file that was loaded: the router may know paths that no folder has. */
export function fileAt(url: unknown, base?: string): string | null {
  const found = findFile(site, url, base ?? documentBase());
  return found === null && base === undefined && site.routed !== null ? findFile(site, url) : found;
}

export function hasFile(name: string): boolean {
  return files.has(name) || packed.has(name) || remote.has(name);
}

/** @throws StartsAgain for a remote file */
function contentOf(name: string): Uint8Array<ArrayBuffer> {
  let bytes = files.get(name);
  if (!bytes && remote.has(name)) throw remote.startAgain();
  if (!bytes) files.set(name, (bytes = packed.take(name)));
  return bytes;
}

/**
 * Makes a file ready to be read: fetches a remote one, and inflates a large one in steps, so that the page stays responsive
 * meanwhile. Rejects, as requests do, if it does not arrive.
 */
export async function readyFile(name: string): Promise<void> {
  if (isRemote(name)) await remote.fetch(name);
  else await packed.inflate(name, (bytes) => files.set(name, bytes));
}

/** A remote file while it arrives; null for one that is here. Rejects, as requests do, if nothing arrives. */
export const streamOf = async (name: string, signal: AbortSignal | null): Promise<ArrivingBody | null> =>
  isRemote(name) ? remote.stream(name, signal) : null;

/** Returns a copy, because the caller may detach it (decodeAudioData does). */
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

/** The unmodified file, for fetch, workers and downloads. */
export function blobOf(name: string): Blob {
  let blob = blobs.get(name);
  if (!blob) blobs.set(name, (blob = new realm.Blob([contentOf(name)], { type: typeOfFile(name) })));
  return blob;
}

/** The blob URL from which the browser can load the file. */
export function blobUrlOf(name: string): string {
  return urlFor(name, null);
}

/** `written`: the URL as the app wrote it, including its query; it can be looked up again by the blob URL. */
function urlFor(name: string, written: string | null): string {
  const key = written === null ? name : `${name}\n${written}`;
  const cached = blobUrls.get(key);
  if (cached) return cached;
  if (written !== null && blobUrls.size >= BLOB_URLS_MAX) return urlFor(name, null);
  // Style sheets that import each other in a cycle: the inner one stays empty, as in a browser.
  if (transforming.has(name)) return "data:text/css,";
  const url = realm.createObjectURL(loadableBlob(name));
  blobUrls.set(key, url);
  sourceByBlobUrl.set(url, { name, written });
  return url;
}

function loadableBlob(name: string): Blob {
  const type = typeOfFile(name);
  const transform = transformers[type];
  if (!transform) return blobOf(name);
  const cached = transformed.get(name);
  if (cached) return cached;
  transforming.add(name);
  const blob = new realm.Blob([transform(textOf(name), urlOf(name))], { type });
  transforming.delete(name);
  transformed.set(name, blob);
  return blob;
}

/** For code that is part of a page's file. */
export function inlineScriptUrl(code: string, page: string): string {
  const url = realm.createObjectURL(new realm.Blob([code], { type: "text/javascript" }));
  sourceByBlobUrl.set(url, { name: page, written: null });
  return url;
}

/** The virtual URL of what the browser loaded. Errors name a script by its blob URL, the page by its own. */
export function sourceUrlOf(url: string): string {
  const behind = sourceByBlobUrl.get(url);
  return behind ? urlOf(behind.name) : url;
}

export const isTransforming = (name: string): boolean => transforming.has(name);
export const isOurBlobUrl = (url: string): boolean => sourceByBlobUrl.has(url);

/** Maps a URL as the app writes it to one that loads. A URL that means no file of the package is returned unchanged. */
export function toLoadable(url: string, base?: string): string {
  const name = fileAt(url, base);
  if (name === null) return url;
  const fragment = fragmentOf(url);
  const written = url.slice(0, url.length - fragment.length);
  // A module must have a single URL however it is spelled, or it would run twice; a query makes it a different module.
  const isModuleUrl = typeOfFile(name) === "text/javascript" && !written.includes("?");
  return urlFor(name, isModuleUrl ? null : written) + fragment;
}

/** Maps one of our blob URLs back to the file's virtual URL. */
export function toVirtual(url: unknown): unknown {
  if (typeof url !== "string" || !url.startsWith("blob:")) return url;
  const fragment = fragmentOf(url);
  const behind = sourceByBlobUrl.get(url.slice(0, url.length - fragment.length));
  if (!behind) return url;
  return urlOf(behind.name) + (/\?.*$/s.exec(behind.written ?? "")?.[0] ?? "") + fragment;
}

/** Blob URLs of the files whose URL, as the app wrote it, passes the test. */
export function blobUrlsOf(test: (written: string) => boolean): string[] {
  const found: string[] = [];
  for (const [url, { name, written }] of sourceByBlobUrl)
    if (test(written ?? relativeTo(site.folder, name))) found.push(url);
  return found;
}

export function fileOfBlobUrl(url: string): string | null {
  return sourceByBlobUrl.get(url)?.name ?? null;
}

/** Replaces our blob URLs in attribute values and styles by the URLs that the app wrote. */
export function withoutBlobUrls<T>(text: T): T | string {
  return replaceBlobUrls(text, (written) => written);
}

/** The same with absolute URLs, as browsers return them in computed styles. */
export function withVirtualUrls(text: string): string {
  const shown = withoutComputedLate(text);
  return shown.includes("blob:") ? shown.replace(BLOB_URL, (url) => String(toVirtual(url))) : shown;
}

/** The same for markup, with the URLs escaped. */
export function markupWithoutBlobUrls<T>(markup: T): T | string {
  return replaceBlobUrls(markup, (written) => written.replaceAll("&", "&amp;").replaceAll('"', "&quot;"));
}

const BLOB_URL = /blob:null\/[0-9a-f-]{36}/g;

function replaceBlobUrls<T>(text: T, render: (written: string) => string): T | string {
  if (typeof text !== "string") return text;
  const named = withoutLate(text, render);
  if (!named.includes("blob:")) return named;
  return named.replace(BLOB_URL, (url) => {
    const behind = sourceByBlobUrl.get(url);
    return behind ? render(behind.written ?? relativeTo(site.folder, behind.name)) : url;
  });
}

const relativeTo = (folder: string, name: string): string =>
  folder && name.startsWith(folder) ? name.slice(folder.length) : name;

function fragmentOf(url: string): string {
  const at = url.indexOf("#");
  return at < 0 ? "" : url.slice(at);
}
