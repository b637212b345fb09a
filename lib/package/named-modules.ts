import { scanHtml } from "./html-scan";
import { FILE_SCAN_MAX_BYTES } from "./inspect-files";

/** Which files of `node_modules` an app names; all others are left out of its package. */

type Sources<File> = {
  /** Of the app's own files, by path. */
  files: ReadonlyMap<string, File>;
  sizeOf(file: File): number;
  read(file: File): Promise<Uint8Array>;
  /** A file by its path, which lies below a node_modules; null if there is none that may be taken. */
  open(path: string): Promise<File | null>;
  /** How many may be taken. */
  max: number;
};

/** What stands before and after a reference to a file of node_modules. */
const AROUND = /["'`(=)<>\s?#]/;
const NAME_MAX_CHARS = 512;
/** Relative references inside a library. */
const BESIDE =
  /(?:\bfrom|\bimport|\bimport\s*\(|@import|\burl\(|\bnew\s+URL\s*\()\s*["']?((?:\.{1,2}\/)[^"'()\s?#]+)/g;
/** Style sheets also reference files without `./`. */
const IN_STYLE = /(?:@import\s+|url\(\s*)["']?([^"'()\s?#:]+)/g;
const TEXT = /\.(?:x?html?|m?js|cjs|css|json)$/i;
const FOLDER = "node_modules/";

/**
 * The files of node_modules that the app's pages, scripts and styles name, and those that these load beside them.
 * @returns `isCut` where there are more than `max`
 */
export async function namedModules<File>({ files, sizeOf, read, open, max }: Sources<File>) {
  const isText = (name: string, file: File) => TEXT.test(name) && sizeOf(file) <= FILE_SCAN_MAX_BYTES;
  const textOf = async (file: File) => new TextDecoder().decode(await read(file));
  const prefixes: [prefix: string, place: string][] = [];
  for (const [name, file] of files) {
    if (/\.x?html?$/i.test(name) && isText(name, file))
      prefixes.push(...prefixesIn(name, await textOf(file)));
  }
  const waiting: string[] = [];
  for (const [name, file] of files) {
    if (!isText(name, file)) continue;
    const text = await textOf(file);
    waiting.push(...namedIn(name, text), ...mappedIn(text, prefixes));
  }
  const found = new Map<string, File>();
  const seen = new Set<string>();
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (seen.has(name) || files.has(name)) continue;
    seen.add(name);
    const file = await open(name);
    if (file === null) continue;
    if (found.size >= max) return { found, isCut: true };
    found.set(name, file);
    if (!isText(name, file)) continue;
    const text = await textOf(file);
    waiting.push(...besideIn(name, text), ...mappedIn(text, prefixes));
  }
  return { found, isCut: false };
}

/** The paths below node_modules that `text`, the content of `from`, references: in attributes, imports, import maps, `url()`. */
function namedIn(from: string, text: string): string[] {
  const found: string[] = [];
  for (let at = text.indexOf(FOLDER); at >= 0; at = text.indexOf(FOLDER, at + FOLDER.length)) {
    let start = at;
    while (start > 0 && at - start < NAME_MAX_CHARS && !AROUND.test(text[start - 1]!)) start--;
    const rest = text.slice(at, at + NAME_MAX_CHARS);
    const end = rest.search(AROUND);
    found.push(...pathOf(from, text.slice(start, at + (end < 0 ? rest.length : end))));
  }
  return found;
}

function besideIn(from: string, text: string): string[] {
  const found = [...text.matchAll(BESIDE)];
  if (/\.css$/i.test(from)) found.push(...text.matchAll(IN_STYLE));
  return found.flatMap(([, url]) => pathOf(from, url!));
}

/** The path prefixes of an import map: `{"three/addons/": "./node_modules/three/examples/jsm/"}`. */
function prefixesIn(from: string, text: string): [prefix: string, place: string][] {
  const found: [string, string][] = [];
  scanHtml(text, ({ name, attributes, raw }) => {
    const type = attributes.find((each) => each.name === "type")?.value ?? "";
    if (name !== "script" || !raw || type.trim().toLowerCase() !== "importmap") return;
    try {
      const { imports } = JSON.parse(raw.source) as { imports?: Record<string, unknown> };
      for (const [prefix, target] of Object.entries(imports ?? {})) {
        if (prefix.endsWith("/"))
          found.push(...pathOf(from, String(target)).map((place): [string, string] => [prefix, `${place}/`]));
      }
    } catch {
      // No map.
    }
  });
  return found;
}

function mappedIn(text: string, prefixes: readonly (readonly [string, string])[]): string[] {
  return prefixes.flatMap(([prefix, place]) => {
    const quoted = prefix.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    return [...text.matchAll(new RegExp(`["']${quoted}([^"'\\s?#]+)["']`, "g"))].flatMap(([, rest]) =>
      pathOf("", place + rest),
    );
  });
}

/** A path in the folder below a node_modules; otherwise nothing. */
function pathOf(from: string, url: string): string[] {
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(url)) return [];
  let name: string;
  try {
    name = decodeURIComponent(url);
  } catch {
    return [];
  }
  const parts = name.startsWith("/") ? [] : from.split("/").slice(0, -1);
  for (const part of name.split("/")) {
    if (part === ".." && parts.pop() === undefined) return [];
    if (part !== "" && part !== "." && part !== "..") parts.push(part);
  }
  const path = parts.join("/");
  return modulesFolder(path) === null ? [] : [path];
}

/** The first node_modules that a path lies in; null if in none. */
export function modulesFolder(path: string): string | null {
  return /^(?:.*?\/)?node_modules(?=\/)/i.exec(path)?.[0] ?? null;
}
