import "server-only";
import type { Project, ProjectSummary, ProjectVersion } from "./contract";
import type { ProjectRecord, VersionRecord, VersionRow } from "./repository";

export function presentSummary(project: ProjectRecord): ProjectSummary {
  const { id, name, revision, bytes, filesCount, savedAt } = project;
  return { id, name, revision, bytes, files: filesCount, savedAt: savedAt.toISOString() };
}

export function presentProject(
  project: ProjectRecord,
  { files, bytes, savedAt }: VersionRecord,
  contents: ReadonlyMap<string, Uint8Array>,
): Project {
  const { id, name, title, trusted, revision } = project;
  const base64 = [...contents].map(([sha256, content]) => [sha256, Buffer.from(content).toString("base64")]);
  return {
    id,
    name,
    title,
    trusted,
    revision,
    bytes,
    files,
    contents: Object.fromEntries(base64) as Record<string, string>,
    savedAt: savedAt.toISOString(),
  };
}

export function presentVersion({ number, filesCount, bytes, savedAt }: VersionRow): ProjectVersion {
  return { number, files: filesCount, bytes, savedAt: savedAt.toISOString() };
}
