import { uuidv7 } from "uuidv7";
import type { ManifestOrigin } from "@/lib/package/manifest-contract";
import type { ProjectState, StoredProject } from "@/lib/projects/project-storage";
import { isTextFile, projectName, type Project } from "./project";

export type OpenProject = {
  id: string;
  /** The name given by the person; null shows the name in the manifest. */
  title: string | null;
  project: Project;
  current: string;
  /** Grows when the whole project is replaced. */
  revision: number;
  /**
   * Whether it is saved among the person's projects: their own from the first edit on, others once they choose to keep
   * them.
   */
  kept: boolean;
  edited: boolean;
  /** False for code of somebody else that the person has not run yet: it must not run by itself. */
  trusted: boolean;
  /** Who wrote it, if it is the source of an app. */
  by: string | null;
  /** What its manifest is to name once it is kept. */
  origin: ManifestOrigin | null;
  isForeign: boolean;
};

export type Opened = Pick<OpenProject, "project"> & Partial<OpenProject>;

export function isSameState(one: OpenProject, other: OpenProject | undefined): boolean {
  return (
    one.id === other?.id &&
    one.project === other.project &&
    one.title === other.title &&
    one.trusted === other.trusted
  );
}

export function openProject(opened: Opened, revision: number): OpenProject {
  const { project } = opened;
  return {
    id: uuidv7(),
    title: null,
    current: firstFile(project),
    kept: false,
    edited: false,
    trusted: true,
    by: null,
    origin: null,
    isForeign: false,
    ...opened,
    revision,
  };
}

export function fromStored({ id, title, files, current, trusted }: StoredProject): Opened {
  const project: Project = new Map(files);
  return {
    id,
    title,
    project,
    trusted,
    kept: true,
    ...(project.has(current) && { current }),
  };
}

export function toStored(
  { id, title, project, current, trusted }: OpenProject,
  userId: string | null,
): ProjectState {
  return {
    id,
    userId,
    title,
    name: title ?? projectName(project) ?? "",
    files: [...project].map(([path, bytes]) => [path, new Uint8Array(bytes)]),
    current,
    trusted,
    savedAt: Date.now(),
  };
}

export function firstFile(project: Project): string {
  const paths = [...project.keys()];
  return (
    ["app.js", "main.js", "main.tsx", "main.ts", "index.html"].find((path) => project.has(path)) ??
    paths.find((path) => isTextFile(path)) ??
    paths[0] ??
    ""
  );
}
