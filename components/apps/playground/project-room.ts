import { PROJECT_MAX_BYTES } from "@/lib/config/project-limits";
import { projectBytes, type Project } from "./project";

type Source = { href: string; fileName: string };

/** An app that is larger than a project, and where its files are. */
export type TooLarge = { kind: "tooLarge"; bytes: number; source: Source | null };

/** @param bytes of the package, which is smaller than its files, but for what a zip adds */
export function tooLargeToOpen(bytes: number, source: Source | null = null): TooLarge | null {
  return bytes > PROJECT_MAX_BYTES ? { kind: "tooLarge", bytes, source } : null;
}

export function tooLargeToEdit(project: Project, source: Source | null = null): TooLarge | null {
  return tooLargeToOpen(projectBytes(project), source);
}
