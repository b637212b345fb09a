/**
 * Which file of a package a path of its site means. The frame serves files by this rule, and the check of an upload looks for
 * them by it.
 */

export type Served = {
  /** Folder of the page that runs, "" or "folder/". */
  folder: string;
  /** Path at which the app was built to be served, "" or "name/": its absolute URLs begin with it, and no file's name does. */
  mount: string;
  has(name: string): boolean;
};

/** Mounts are short; a hostile page has paths of a million folders. */
const MOUNT_FOLDERS_MAX = 8;
const ORIGIN = "https://package.invalid";

/** The name of the file below `path`, a decoded path without its first slash. */
export function findServed(served: Served, path: string): string | null {
  return findByPath(served, path) ?? findBelow(served, served.mount, path);
}

export function findBelow(served: Omit<Served, "mount">, folder: string, path: string): string | null {
  return folder !== "" && path.startsWith(folder) ? findByPath(served, path.slice(folder.length)) : null;
}

/**
 * The path at which a page was built to be served (`/name/` on many hosts of static pages), from the URLs of its scripts and
 * style sheets: none of those from the root is a file of the package, and below one path all are that the package has. A page
 * whose code is all inline is judged by its icons and pictures, of which none may be lost.
 */
export function mountOf(
  served: Omit<Served, "mount">,
  urls: { code: readonly string[]; other: readonly string[]; base?: string | undefined },
): string {
  const base = urls.base?.startsWith("/") ? urls.base : null;
  const code = urls.code.flatMap((url) => pathFromRoot(url, base) ?? []);
  const other = urls.other.flatMap((url) => pathFromRoot(url, base) ?? []);
  const paths = code.length > 0 ? code : other;
  if (paths.some((path) => findByPath(served, path) !== null)) return "";
  const isBelow = (mount: string, path: string): boolean => findBelow(served, mount, path) !== null;
  const kept = paths.filter((path) => foldersOf(path).some((mount) => isBelow(mount, path)));
  const [first] = kept;
  if (first === undefined || (code.length === 0 && kept.length < other.length)) return "";
  return foldersOf(first).find((mount) => kept.every((path) => isBelow(mount, path))) ?? "";
}

/** Null for a relative URL, unless the page has a base from the root, and for `//host/`. */
function pathFromRoot(url: string, base: string | null): string | null {
  if (!url.startsWith("/") && base === null) return null;
  try {
    const { origin, pathname } = new URL(url, new URL(base ?? "", ORIGIN));
    return origin === ORIGIN ? decodePercent(pathname).slice(1) : null;
  } catch {
    return null;
  }
}

/** Each with a slash at its end, the shortest first. */
function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (
    let at = path.indexOf("/");
    at >= 0 && folders.length < MOUNT_FOLDERS_MAX;
    at = path.indexOf("/", at + 1)
  )
    folders.push(path.slice(0, at + 1));
  return folders;
}

function findByPath(served: Omit<Served, "mount">, path: string): string | null {
  for (const name of [path, served.folder + path]) {
    if (served.has(name)) return name;
    const composed = name.normalize("NFC");
    if (composed !== name && served.has(composed)) return composed;
    if ((name === "" || name.endsWith("/")) && served.has(`${name}index.html`)) return `${name}index.html`;
  }
  return null;
}

/** Decodes percent escapes; returns malformed text unchanged. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
