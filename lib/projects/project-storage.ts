import type { DBSchema } from "idb";
import { uuidv7 } from "uuidv7";
import { databases } from "@/lib/browser/databases";
import { versionedStorage } from "@/lib/browser/versioned-storage";
import { PROJECT_NAME_MAX_CHARS } from "@/lib/config/project-limits";
import { PLAYGROUND_KEY } from "@/lib/config/storage-keys";

/** What a person edits. */
export interface ProjectState {
  id: string;
  /** Null for a guest; whoever signs in next in this browser adopts the project. */
  userId: string | null;
  /** The title, or else the name in the manifest. */
  name: string;
  /** The name that the person gave it. */
  title: string | null;
  files: [path: string, bytes: Uint8Array<ArrayBuffer>][];
  /** The open file's path. */
  current: string;
  /** The person has run it before, so it runs automatically when opened. */
  trusted: boolean;
  /** Unix milliseconds. Identifies the state: no two saves have the same. */
  savedAt: number;
}

/** A project in this browser: the local copy of one in the account, if it has been synced. */
export interface StoredProject extends ProjectState {
  /** The server's revision that this copy is based on; 0 if the server has none. */
  base: number;
  /** Hashes of the contents that the server has. */
  known: string[];
  /** Digests of the saves without an answer: the server may have one of them. */
  attempts: string[];
  /** Has unsynced changes. */
  isUnsent: boolean;
  /** Deleted here, not yet on the server. */
  isDeleted: boolean;
}

interface PlaygroundSchema extends DBSchema {
  projects: { key: string; value: ProjectState & Partial<StoredProject> };
}

const open = databases<PlaygroundSchema>((db) => {
  db.createObjectStore("projects", { keyPath: "id" });
});

/** The edits of a page that was closed before they were saved, based on the save `seen`. */
interface UnsavedSchema extends DBSchema {
  unsaved: { key: string; value: { id: string; project: ProjectState; seen: number | null } };
}

const openUnsaved = databases<UnsavedSchema>((db) => {
  db.createObjectStore("unsaved", { keyPath: "id" });
});
/** Open it before the page closes: nothing can be opened then. */
export const unsavedDatabase = async () => openUnsaved("gum-playground-unsaved");

/** Rejects if the browser has no IndexedDB. */
const database = async () => open("gum-playground");

/** A project that the server does not have; so were those of earlier releases. */
export const ONLY_HERE = {
  base: 0,
  known: [] as string[],
  attempts: [] as string[],
  isUnsent: true,
  isDeleted: false,
};
const complete = (record: ProjectState & Partial<StoredProject>): StoredProject => ({
  ...ONLY_HERE,
  ...record,
  title: record.title ?? null,
});

/** The project to open on the next visit. */
export const lastProject = versionedStorage<{ id: string }>({
  key: PLAYGROUND_KEY,
  version: 2,
  parse: (value) => {
    const { id } = (value ?? {}) as { id?: unknown };
    return typeof id === "string" ? { id } : null;
  },
});

/** The single project of earlier releases, stored under the same key, encoded as in a link. */
export const legacyProject = versionedStorage<{ project: string; current: string }>({
  key: PLAYGROUND_KEY,
  version: 1,
  parse: (value) => {
    const { project, current } = (value ?? {}) as Record<string, unknown>;
    return typeof project === "string" && typeof current === "string" ? { project, current } : null;
  },
});

/**
 * Saves edits based on the save `seen`.
 * @returns false if another tab has saved since; nothing is overwritten
 * @throws if this browser cannot store it
 */
export async function saveProject(project: ProjectState, seen: number | null): Promise<boolean> {
  const transaction = (await database()).transaction("projects", "readwrite");
  const before = await transaction.store.get(project.id);
  // The save itself may be repeated.
  const isBase = !before || before.savedAt === seen || before.savedAt === project.savedAt;
  if (isBase) {
    await transaction.store.put({ ...ONLY_HERE, ...before, ...project, isUnsent: true, isDeleted: false });
  }
  await transaction.done;
  return isBase;
}

/** `saveProject` for a page that may be closing, where the result of its read no longer arrives: writes first. */
export async function saveBeforeClose(project: ProjectState, seen: number | null): Promise<boolean> {
  const id = `${project.id} ${project.savedAt}`;
  const kept = unsavedDatabase().then(async (db) => {
    const transaction = db.transaction("unsaved", "readwrite");
    const written = transaction.store.put({ id, project, seen });
    transaction.commit();
    await Promise.all([written, transaction.done]);
  });
  const [isSaved] = await Promise.all([saveProject(project, seen), kept.catch(() => undefined)]);
  await forgetUnsaved(id).catch(() => undefined);
  return isSaved;
}

async function forgetUnsaved(id: string): Promise<void> {
  await (await unsavedDatabase()).delete("unsaved", id);
}

/** Saves what closed pages kept. What another tab has changed as well becomes a second project. */
export async function saveUnsaved(userId: string | null): Promise<void> {
  const kept = await (await unsavedDatabase()).getAll("unsaved");
  for (const { id, project, seen } of kept.filter((each) => isOwn(each.project, userId))) {
    if (!(await saveProject(project, seen))) {
      const title = copyTitle(project.name);
      const copy = { ...project, id: uuidv7(), name: title, title };
      await saveProject(copy, null);
      lastProject.write({ id: copy.id });
    }
    await forgetUnsaved(id);
  }
}

/** The name of a project that was changed in two places. */
export const copyTitle = (name: string): string => `${name} (2)`.slice(0, PROJECT_NAME_MAX_CHARS);

/** Updates a record in one transaction; `change` returns null to delete it. */
export async function changeRecord(
  id: string,
  change: (record: StoredProject) => StoredProject | null,
): Promise<void> {
  const transaction = (await database()).transaction("projects", "readwrite");
  const before = await transaction.store.get(id);
  const after = before && change(complete(before));
  if (after) await transaction.store.put(after);
  else if (before) await transaction.store.delete(id);
  await transaction.done;
}

export async function putRecord(record: StoredProject): Promise<void> {
  await (await database()).put("projects", record);
}

/** Puts a state of the server, unless there is a newer one or one to be sent. @returns whether it was put */
export async function putNewer(record: StoredProject): Promise<boolean> {
  const transaction = (await database()).transaction("projects", "readwrite");
  const found = await transaction.store.get(record.id);
  const before = found && complete(found);
  const isNewer = !before || (!before.isUnsent && before.base < record.base);
  if (isNewer) await transaction.store.put(record);
  await transaction.done;
  return isNewer;
}

/** Null if it was deleted or belongs to somebody else. */
export async function loadProject(userId: string | null, id: string): Promise<StoredProject | null> {
  const record = await database().then(
    (db) => db.get("projects", id),
    () => undefined,
  );
  return record && isOwn(record, userId) && !record.isDeleted ? complete(record) : null;
}

/** Newest first, including deleted ones that the server does not know of yet. */
export async function listRecords(userId: string | null): Promise<StoredProject[]> {
  const all = await (await database()).getAll("projects");
  return all
    .filter((record) => isOwn(record, userId))
    .sort((a, b) => b.savedAt - a.savedAt)
    .map(complete);
}

function isOwn(record: ProjectState, userId: string | null): boolean {
  return record.userId === null || record.userId === userId;
}
