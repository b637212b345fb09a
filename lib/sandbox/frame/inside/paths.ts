/**
 * Virtual URLs of a package's files. To the app, each file is at `{origin}/{path}`, as if a static web server served the
 * package's folder; no server ever answers at those URLs. Shared by the page, workers and child frames.
 */

/** The run document's folder, against which the browser resolves relative URLs that were not rewritten. */
const RUN_FOLDER = "sandbox/";

export interface Site {
  /** Origin of the run document's URL, e.g. http://127.0.0.1:3000. */
  origin: string;
  /** The page's URL, against which relative URLs are resolved. */
  base: string;
  /** Folder of the entry file in the package, "" or "folder/". */
  folder: string;
  /** Path at which the app was built to be served, "" or "name/": its absolute URLs begin with it, and no file's name does. */
  mount: string;
  has(name: string): boolean;
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
  return findByPath(site, path) ?? findBelow(site, RUN_FOLDER, path) ?? findBelow(site, site.mount, path);
}

function findBelow(site: Site, folder: string, path: string): string | null {
  return folder !== "" && path.startsWith(folder) ? findByPath(site, path.slice(folder.length)) : null;
}

/** A URL of this origin that begins at the root; `//host/` is another one. */
const FROM_ROOT = /^\/(?!\/)/;

/**
 * The path at which a page was built to be served (`/name/` on many hosts of static pages), from the URLs of its scripts and
 * style sheets: none of those from the root is a file of the package, and below one path all of them are.
 */
export function mountOf(site: Omit<Site, "mount">, urls: readonly string[]): string {
  const paths = urls.flatMap((url) => {
    const resolved = FROM_ROOT.test(url) ? absoluteUrl(site, url) : null;
    return resolved ? [decodePercent(resolved.pathname).slice(1)] : [];
  });
  const [first] = paths;
  if (first === undefined) return "";
  const found = foldersOf(first).find((mount) => paths.every((path) => isFileBelow(site, mount, path)));
  return found !== undefined && !paths.some((path) => findByPath(site, path)) ? found : "";
}

/** Each with a slash at its end, the shortest first. */
const foldersOf = (path: string): string[] =>
  [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1));

const isFileBelow = (site: Omit<Site, "mount">, mount: string, path: string): boolean =>
  path.startsWith(mount) && findByPath(site, path.slice(mount.length)) !== null;

function findByPath(site: Omit<Site, "mount">, path: string): string | null {
  for (const name of [path, site.folder + path]) {
    if (site.has(name)) return name;
    const composed = name.normalize("NFC");
    if (composed !== name && site.has(composed)) return composed;
    if ((name === "" || name.endsWith("/")) && site.has(`${name}index.html`)) return `${name}index.html`;
  }
  return null;
}

export function urlOfFile(site: Site, name: string): string {
  return `${site.origin}/${name.split("/").map(encodeURIComponent).join("/").replaceAll("'", "%27")}`;
}

export const queryAndHash = (url: URL | null): string => (url ? url.search + url.hash : "");

/** Decodes percent escapes; returns malformed text unchanged. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

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
