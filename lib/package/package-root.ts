import { warning, type Finding } from "./finding";
import { MANIFEST_FILE } from "./manifest";
import { isSystemFile } from "./system-file";

export type PackageRoot = {
  /** The folder of the manifest with a trailing slash, or "" for the root of the archive. */
  root: string;
  /** Path in the package → path in the archive. */
  paths: Map<string, string>;
  findings: Finding[];
};

/**
 * Finds the package in an archive by its `marker` file, at the root or in the only top-level folder.
 * @returns null if it is in neither place.
 */
export function findPackageRoot(
  archivePaths: Iterable<string>,
  marker: string = MANIFEST_FILE,
): PackageRoot | null {
  const findings: Finding[] = [];
  const appPaths: string[] = [];
  for (const path of archivePaths) {
    if (isSystemFile(path)) findings.push(warning("ignored_entry", { entry: path }, { entry: path }));
    else appPaths.push(path);
  }
  const top = appPaths[0]?.split("/")[0] ?? "";
  const inFolder = appPaths.length > 0 && appPaths.every((path) => path.startsWith(`${top}/`));
  const root = appPaths.includes(marker)
    ? ""
    : inFolder && appPaths.includes(`${top}/${marker}`)
      ? `${top}/`
      : null;
  if (root === null) return null;
  return { root, paths: new Map(appPaths.map((path) => [path.slice(root.length), path])), findings };
}
