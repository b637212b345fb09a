import type { Finding } from "@/lib/package/finding";
import { PackageError } from "@/lib/package/package-error";
import { checkPath, foldPath } from "@/lib/package/path-rules";
import { isUsablePath } from "@/lib/projects/rules";
import { isIn, type Project } from "./project";

/**
 * Why a new file cannot have this path, or null. A project keeps a path that its package would refuse, so that whoever
 * already has one can open it and rename the file.
 */
export function pathProblem(path: string): { finding: Finding | null } | null {
  if (!isUsablePath(path)) return { finding: null };
  try {
    checkPath(path);
    return null;
  } catch (error) {
    if (!(error instanceof PackageError)) throw error;
    return { finding: error.findings[0]! };
  }
}

/** Whether a package of the project would have two files of this name. `from`: what is renamed. */
export function isTaken(project: Project, path: string, from: string | null): boolean {
  const folded = foldPath(path);
  return [...project.keys()]
    .filter((each) => from === null || !isIn(each, from))
    .map(foldPath)
    .some((each) => isIn(each, folded) || isIn(folded, each));
}
