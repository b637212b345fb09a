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
 * style sheets: none of those from the root is a file of the package, and below one path all of them are.
 */
export function mountOf(served: Omit<Served, "mount">, urls: readonly string[]): string {
  const paths = urls.flatMap((url) => pathFromRoot(url) ?? []);
  const [first] = paths;
  if (first === undefined) return "";
  const found = foldersOf(first).find((mount) =>
    paths.every((path) => findBelow(served, mount, path) !== null),
  );
  return found !== undefined && !paths.some((path) => findByPath(served, path)) ? found : "";
}

/** Null for a relative URL, and for `//host/`. */
function pathFromRoot(url: string): string | null {
  if (!url.startsWith("/")) return null;
  try {
    const { origin, pathname } = new URL(url, ORIGIN);
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
