/**
 * Virtual URLs of a package's files. To the app, each file is at `{origin}/{path}`, as if a static web server served the
 * package's folder; no server ever answers at those URLs. Shared by the page, workers and child frames.
 */

import { decodePercent, findBelow, findServed, type Served } from "@/lib/package/served-paths";

/** The run document's folder, against which the browser resolves relative URLs that were not rewritten. */
const RUN_FOLDER = "sandbox/";

export interface Site extends Served {
  /** Origin of the run document's URL, e.g. http://127.0.0.1:3000. */
  origin: string;
  /** The page's URL, against which relative URLs are resolved. */
  base: string;
}

export function absoluteUrl(site: Pick<Site, "base">, url: string, base = site.base): URL | null {
  try {
    return new URL(url, base);
  } catch {
    return null;
  }
}

/** The name of the file that a URL means, or null if it means none in the package. */
export function findFile(site: Site, url: unknown, base?: string): string | null {
  if (url === null || url === undefined) return null;
  const text = String(url);
  if (text === "" || text.startsWith("#")) return null;
  const resolved = absoluteUrl(site, text, base);
  if (!resolved || resolved.origin !== site.origin || !resolved.protocol.startsWith("http")) return null;
  const path = decodePercent(resolved.pathname).replace(/^\/+/, "");
  return findServed(site, path) ?? findBelow(site, RUN_FOLDER, path);
}

export function urlOfFile(site: Site, name: string): string {
  return `${site.origin}/${name.split("/").map(encodeURIComponent).join("/").replaceAll("'", "%27")}`;
}

export const queryAndHash = (url: URL | null): string => (url ? url.search + url.hash : "");

const TYPES: Record<string, string> = {
  html: "text/html",
  htm: "text/html",
  xhtml: "application/xhtml+xml",
  js: "text/javascript",
  mjs: "text/javascript",
  cjs: "text/javascript",
  css: "text/css",
  json: "application/json",
  map: "application/json",
  svg: "image/svg+xml",
  png: "image/png",
  apng: "image/apng",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  avif: "image/avif",
  ico: "image/x-icon",
  bmp: "image/bmp",
  mp3: "audio/mpeg",
  ogg: "audio/ogg",
  oga: "audio/ogg",
  opus: "audio/ogg",
  wav: "audio/wav",
  m4a: "audio/mp4",
  aac: "audio/aac",
  flac: "audio/flac",
  mid: "audio/midi",
  mp4: "video/mp4",
  m4v: "video/mp4",
  webm: "video/webm",
  ogv: "video/ogg",
  woff: "font/woff",
  woff2: "font/woff2",
  ttf: "font/ttf",
  otf: "font/otf",
  wasm: "application/wasm",
  txt: "text/plain",
  md: "text/plain",
  csv: "text/csv",
  vtt: "text/vtt",
  xml: "text/xml",
  pdf: "application/pdf",
  zip: "application/zip",
  webmanifest: "application/manifest+json",
};

export function typeOfFile(name: string): string {
  const extension = /\.([^./]+)$/.exec(name)?.[1]?.toLowerCase();
  return (extension && TYPES[extension]) || "application/octet-stream";
}
