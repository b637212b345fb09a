import { checkPath, PathRegister } from "@/lib/package/path-rules";

/** Where the files go that a package brings in, and the file that names their sources. */

type Files = { get(path: string): Uint8Array | undefined; keys(): Iterable<string> };
export type OutsidePath = { folder: string; name: string };

const ROOT = "vendor";
/** Together they stay below the 200 characters of a path in the playground. */
const FOLDER_MAX = 80;
const STEM_MAX = 40;

const EXTENSIONS: [type: RegExp, names: RegExp, added: string][] = [
  [/(?:java|ecma)script/, /\.m?js$/i, ".js"],
  [/^text\/css/, /\.css$/i, ".css"],
  [/woff2/, /\.woff2$/i, ".woff2"],
  [/woff/, /\.woff2?$/i, ".woff"],
  [/svg/, /\.svg$/i, ".svg"],
  [/png/, /\.png$/i, ".png"],
  [/jpe?g/, /\.jpe?g$/i, ".jpg"],
  [/gif/, /\.gif$/i, ".gif"],
  [/webp/, /\.webp$/i, ".webp"],
];

/** Below the name of its host, in letters that need no quotes anywhere. */
export function outsidePath(url: string, contentType: string): OutsidePath {
  const { hostname, pathname, search } = new URL(url);
  const parts = pathname.split("/").filter(Boolean).map(plain);
  const [, stem, extension = ""] = /^(.*?)(\.\w{1,5})?$/s.exec(parts.pop() ?? "index")!;
  const query = search ? `-${plain(search.slice(1)).slice(0, STEM_MAX)}` : "";
  let name = `${stem!.slice(-STEM_MAX) || "_"}${query}${extension}`;
  const [, names, added] = EXTENSIONS.find(([type]) => type.test(contentType)) ?? [];
  if (names && added && !names.test(name)) name += added;
  let folder = safe(hostname.slice(0, FOLDER_MAX / 2));
  for (const part of parts) {
    const deeper = `${folder}/${safe(part)}`;
    if (deeper.length <= FOLDER_MAX) folder = deeper;
  }
  return { folder, name: safe(name) };
}

/** Where files below an address go that no other file is in the way of. */
export const vendorFolder = (url: string): string => `${ROOT}/${outsidePath(`${url}_.js`, "").folder}`;

const plain = (part: string): string => part.replace(/%[0-9a-f]{2}|[^A-Za-z0-9._@-]/gi, "_");

/** As a name that every system takes. */
function safe(part: string): string {
  const name = plain(part).replace(/^\.+|\.+$/g, "_");
  try {
    return checkPath(name);
  } catch {
    return `_${name}`;
  }
}

export function registerOf(paths: Iterable<string>): PathRegister {
  const register = new PathRegister();
  // What the package has wrong itself, its check says.
  for (const path of paths) takes(register, path);
  return register;
}

/** Adds a path. @returns false if another file or folder has it, also in another spelling, or it is not allowed */
export function takes(register: PathRegister, path: string): boolean {
  try {
    register.add(path, "file");
    return true;
  } catch {
    return false;
  }
}

/** A path that no other file or folder has, also in another spelling; it is taken from then on. */
export function freePath({ folder, name }: OutsidePath, register: PathRegister): string {
  const below = (root: string, file: string) => [root, folder, file].filter(Boolean).join("/");
  for (let number = 1; ; number++) {
    const paths =
      number === 1
        ? [below(ROOT, name)]
        : // Where a folder of the path is taken, so is each name in it.
          [below(ROOT, `${number}-${name}`), below(`${ROOT}-${number}`, name)];
    const free = paths.find((path) => takes(register, path));
    if (free !== undefined) return free;
  }
}

type Source = { path: string; url: string; sha256: string };

/** The one of an earlier time, or a new one; a file of that name that the maker has written stays. */
export function sourcesFile(files: Files, register: PathRegister): string {
  const known = [...files.keys()].find(
    (path) => /^vendor(?:-\d+)?\/(?:\d+-)?sources\.json$/.test(path) && readSources(files.get(path)!),
  );
  return known ?? freePath({ folder: "", name: "sources.json" }, register);
}

/** Null where it is of another form. */
function readSources(bytes: Uint8Array): Source[] | null {
  try {
    const { files, ...more } = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
    return Array.isArray(files) && Object.keys(more).length === 0 && files.every(isSource) ? files : null;
  } catch {
    return null;
  }
}

function isSource(value: unknown): value is Source {
  const source = value as Partial<Source> | null;
  return [source?.path, source?.url, source?.sha256].every((part) => typeof part === "string");
}

export function withSources(before: Uint8Array | undefined, added: readonly Source[]): Uint8Array {
  const known = (before && readSources(before)) ?? [];
  const files = [...known, ...added.map(({ path, url, sha256 }) => ({ path, url, sha256 }))];
  return new TextEncoder().encode(`${JSON.stringify({ files }, null, 2)}\n`);
}
