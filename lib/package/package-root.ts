import { warning, type Finding } from "./finding";
import { MANIFEST_FILE } from "./manifest";
import { isSystemFile } from "./system-file";

export type PackageRoot = {
  /** The folder of the manifest with a slash at its end, or "" for the top. */
  root: string;
  /** The files of the package: path in it → path in the archive. */
  paths: Map<string, string>;
  findings: Finding[];
};

/**
 * Where the package lies in an archive: where `marker` is, at the top or inside one single top folder.
 * @returns null where it is at neither.
 */
export function findPackageRoot(
  archivePaths: Iterable<string>,
  marker: string = MANIFEST_FILE,
): PackageRoot | null {
  const findings: Finding[] = [];
  const own: string[] = [];
  for (const path of archivePaths) {
    if (isSystemFile(path)) findings.push(warning("ignored_entry", { entry: path }, { entry: path }));
    else own.push(path);
  }
  const top = own[0]?.split("/")[0] ?? "";
  const inFolder = own.length > 0 && own.every((path) => path.startsWith(`${top}/`));
  const root = own.includes(marker) ? "" : inFolder && own.includes(`${top}/${marker}`) ? `${top}/` : null;
  if (root === null) return null;
  return { root, paths: new Map(own.map((path) => [path.slice(root.length), path])), findings };
}
