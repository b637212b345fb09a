/**
 * Builds whose files only a server with `Content-Encoding` makes readable. The upload says how to build them instead of unpacking
 * them: a package holds what its maker packed, and a frame that unpacked `.gz` files would break the apps that do it themselves.
 */

/** `.unityweb` is not among them: its loader unpacks it. */
const COMPRESSED = /\.(?:js|wasm|data|symbols\.json)\.(?:gz|br)$/i;
/** Beside its files lies the loader of Unity. */
const UNITY_LOADER = /\.loader\.js$/i;

export const isCompressedScript = (path: string): boolean => /\.m?js\.(?:gz|br)$/i.test(path);

/** The first such file of a Unity build whose uncompressed files are not there. */
export function compressedBuild(paths: Iterable<string>): string | null {
  const all = new Set(paths);
  const folders = new Set([...all].filter((path) => UNITY_LOADER.test(path)).map(folderOf));
  for (const path of all) {
    if (COMPRESSED.test(path) && folders.has(folderOf(path)) && !all.has(path.replace(/\.\w+$/, "")))
      return path;
  }
  return null;
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1);
