import type { DBSchema } from "idb";
import { databases } from "@/lib/browser/databases";
import { versionedStorage } from "@/lib/browser/versioned-storage";
import { PLAYGROUND_KEY } from "@/lib/config/storage-keys";

/** A project of the playground, in this browser. */
export interface StoredProject {
  id: string;
  /** Null for a guest, whose projects belong to whoever signs in next in this browser. */
  userId: string | null;
  name: string;
  files: [path: string, bytes: Uint8Array<ArrayBuffer>][];
  /** The open file. */
  current: string;
  /** The person has run it: it runs by itself when it is opened. */
  trusted: boolean;
  /** Milliseconds since 1970. */
  savedAt: number;
}

export type ProjectSummary = Pick<StoredProject, "id" | "name" | "savedAt"> & {
  files: number;
  bytes: number;
};

interface PlaygroundSchema extends DBSchema {
  projects: { key: string; value: StoredProject };
}

const open = databases<PlaygroundSchema>((db) => {
  db.createObjectStore("projects", { keyPath: "id" });
});

/** Rejects where the browser has no IndexedDB. */
const database = async () => open("gum-playground");

/** The project that the next visit opens. */
export const lastProject = versionedStorage<{ id: string }>({
  key: PLAYGROUND_KEY,
  version: 2,
  parse: (value) => {
    const { id } = (value ?? {}) as { id?: unknown };
    return typeof id === "string" ? { id } : null;
  },
});

/** The one project that earlier releases kept under the same key, encoded as in a link. */
export const legacyProject = versionedStorage<{ project: string; current: string }>({
  key: PLAYGROUND_KEY,
  version: 1,
  parse: (value) => {
    const { project, current } = (value ?? {}) as Record<string, unknown>;
    return typeof project === "string" && typeof current === "string" ? { project, current } : null;
  },
});

/** @throws if this browser cannot store it */
export async function saveProject(project: StoredProject): Promise<void> {
  await (await database()).put("projects", project);
}

export async function loadProject(userId: string | null, id: string): Promise<StoredProject | null> {
  const project = await database().then(
    (db) => db.get("projects", id),
    () => undefined,
  );
  return project && isOwn(project, userId) ? project : null;
}

/** Newest first. */
export async function listProjects(userId: string | null): Promise<ProjectSummary[]> {
  const all = await (await database()).getAll("projects");
  return all
    .filter((project) => isOwn(project, userId))
    .sort((a, b) => b.savedAt - a.savedAt)
    .map(({ id, name, savedAt, files }) => ({
      id,
      name,
      savedAt,
      files: files.length,
      bytes: files.reduce((sum, [, bytes]) => sum + bytes.length, 0),
    }));
}

export async function deleteProject(id: string): Promise<void> {
  await (await database()).delete("projects", id);
}

function isOwn(project: StoredProject, userId: string | null): boolean {
  return project.userId === null || project.userId === userId;
}
