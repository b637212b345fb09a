import fs from "node:fs/promises";
import path from "node:path";

/** References to files of node_modules: in attributes, imports, import maps, `url()`. */
const NAMED = /["'(=]\s*((?:\.{0,2}\/)*(?:[^"'()\s?#]+\/)?node_modules\/[^"'()\s?#]+)/g;
/** Relative references inside a library. */
const BESIDE =
  /(?:\bfrom|\bimport|\bimport\s*\(|@import|\burl\(|\bnew\s+URL\s*\()\s*["']?((?:\.{1,2}\/)[^"'()\s?#]+)/g;
/** Style sheets also reference files without `./`. */
const IN_STYLE = /(?:@import\s+|url\(\s*)["']?([^"'()\s?#:]+)/g;
const IMPORT_MAP = /<script[^>]+type\s*=\s*["']?importmap["']?[^>]*>([^]*?)<\/script>/gi;
const TEXT = /\.(?:x?html?|m?js|cjs|css|json)$/i;

/**
 * Adds the files of node_modules that the folder's pages, scripts and styles reference, including transitive
 * references.
 * @param {Map<string, Uint8Array>} files path with `/` → bytes; added to
 * @param {{entries: number, entryBytes: number}} limits files beyond them are left for the check to miss
 * @returns {Promise<string[]>} the paths that were added
 */
export async function addNamedModules(folder, files, limits) {
  const added = [];
  const root = await fs.realpath(path.join(folder, "node_modules")).catch(() => null);
  if (root === null) return added;
  const texts = [...files].filter(([name]) => TEXT.test(name)).map(([name, bytes]) => [name, textOf(bytes)]);
  const prefixes = texts.flatMap(([name, text]) => prefixesIn(name, text));
  const waiting = texts.flatMap(([name, text]) => [...namedIn(name, text), ...mappedIn(text, prefixes)]);
  const seen = new Set();
  while (waiting.length > 0 && files.size < limits.entries) {
    const name = waiting.pop();
    if (seen.has(name) || files.has(name)) continue;
    seen.add(name);
    const bytes = await readBelow(root, path.join(folder, name), limits.entryBytes);
    if (!bytes) continue;
    files.set(name, bytes);
    added.push(name);
    if (!TEXT.test(name)) continue;
    const text = textOf(bytes);
    waiting.push(...besideIn(name, text), ...mappedIn(text, prefixes));
  }
  return added;
}

const textOf = (bytes) => new TextDecoder().decode(bytes);

/** @returns {string[]} the paths in the folder that `text`, the content of `from`, references */
function namedIn(from, text) {
  return [...text.matchAll(NAMED)].flatMap(([, url]) => pathOf(from, url));
}

function besideIn(from, text) {
  const found = [...text.matchAll(BESIDE)];
  if (/\.css$/i.test(from)) found.push(...text.matchAll(IN_STYLE));
  return found.flatMap(([, url]) => pathOf(from, url));
}

/** The path prefixes of an import map: `{"three/addons/": "./node_modules/three/examples/jsm/"}`. */
function prefixesIn(from, text) {
  if (!/\.x?html?$/i.test(from)) return [];
  return [...text.matchAll(IMPORT_MAP)].flatMap(([, source]) => {
    try {
      return Object.entries(JSON.parse(source).imports ?? {}).flatMap(([prefix, target]) =>
        prefix.endsWith("/") ? pathOf(from, String(target)).map((place) => [prefix, `${place}/`]) : [],
      );
    } catch {
      return [];
    }
  });
}

function mappedIn(text, prefixes) {
  return prefixes.flatMap(([prefix, place]) => {
    const quoted = prefix.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    return [...text.matchAll(new RegExp(`["']${quoted}([^"'\\s?#]+)["']`, "g"))].flatMap(([, rest]) =>
      pathOf("", place + rest),
    );
  });
}

/** A path in the folder below its node_modules; otherwise nothing. */
function pathOf(from, url) {
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(url)) return [];
  let name;
  try {
    name = decodeURIComponent(url);
  } catch {
    return [];
  }
  const resolved = path.posix.join(name.startsWith("/") ? "" : path.posix.dirname(from), name);
  const clean = resolved.replace(/^\/+/, "").replace(/\/$/, "");
  return clean.startsWith("node_modules/") ? [clean] : [];
}

/** Symlinks may lead from one package to another (pnpm), but not out of node_modules. */
async function readBelow(root, file, maxBytes) {
  const real = await fs.realpath(file).catch(() => null);
  if (real === null || !real.startsWith(root + path.sep)) return null;
  const stat = await fs.stat(real);
  return stat.isFile() && stat.size <= maxBytes ? new Uint8Array(await fs.readFile(real)) : null;
}
