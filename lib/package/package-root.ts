import { warning, type Finding } from "./finding";
import { MANIFEST_FILE } from "./manifest";
import { systemFile } from "./system-file";

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
  const { paths, findings } = withoutSystemFiles(archivePaths);
  const top = topFolderOf(paths);
  const root = paths.includes(marker) ? "" : top !== "" && paths.includes(top + marker) ? top : null;
  return root === null ? null : rootAt(root, paths, findings);
}

/** The files below the folders that hold everything else, for a package without a marker. */
export function findTopFolder(archivePaths: Iterable<string>): PackageRoot {
  const { paths, findings } = withoutSystemFiles(archivePaths);
  let root = "";
  for (;;) {
    const below = topFolderOf(paths.map((path) => path.slice(root.length)));
    if (below === "") return rootAt(root, paths, findings);
    root += below;
  }
}

function rootAt(root: string, paths: readonly string[], findings: Finding[]): PackageRoot {
  return { root, paths: new Map(paths.map((path) => [path.slice(root.length), path])), findings };
}

/** The folder that all paths are in, with a trailing slash, or "". */
function topFolderOf(paths: readonly string[]): string {
  const [first] = paths;
  const end = first?.indexOf("/") ?? -1;
  if (first === undefined || end < 0) return "";
  const top = first.slice(0, end + 1);
  return paths.every((path) => path.startsWith(top)) ? top : "";
}

function withoutSystemFiles(archivePaths: Iterable<string>): { paths: string[]; findings: Finding[] } {
  const paths: string[] = [];
  const leftOut = new Set<string>();
  for (const path of archivePaths) {
    const system = systemFile(path);
    if (system === null) paths.push(path);
    else leftOut.add(system);
  }
  const findings = [...leftOut].map((entry) => warning("ignored_entry", { entry }, { entry }));
  return { paths, findings };
}
