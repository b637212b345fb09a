import type { DBSchema } from "idb";
import { databases } from "@/lib/browser/databases";
import { PROJECT_HISTORY_BYTES, PROJECT_VERSION_MS, PROJECT_VERSIONS_MAX } from "@/lib/config/project-limits";
import type { ProjectVersion } from "./contract";
import { listRecords, loadProject, type StoredProject } from "./project-storage";

/** The history of a guest's projects, in this browser, by the rules of that in an account. */

type Key = [id: string, number: number];
type Version = {
  id: string;
  number: number;
  files: number;
  bytes: number;
  createdAt: number;
  savedAt: number;
};

interface HistorySchema extends DBSchema {
  versions: { key: Key; value: Version };
  files: { key: Key; value: StoredProject["files"] };
}

const open = databases<HistorySchema>((db) => {
  db.createObjectStore("versions", { keyPath: ["id", "number"] });
  db.createObjectStore("files");
});
const database = async () => open("gum-playground-history");

const versionsOf = (id: string): IDBKeyRange => IDBKeyRange.bound([id, 0], [id, Infinity]);

/**
 * Keeps the stored state of a project as its newest version.
 * @param asVersion beside the one before, however young that is
 * @returns false where it is the newest version already
 */
export async function keepGuestVersion(
  id: string,
  { asVersion = false }: { asVersion?: boolean } = {},
): Promise<boolean> {
  const project = await loadProject(null, id);
  if (!project) return false;
  const { files, savedAt } = project;
  const bytes = files.reduce((sum, [, content]) => sum + content.length, 0);
  const tx = (await database()).transaction(["versions", "files"], "readwrite");
  const versions = tx.objectStore("versions");
  const all = await versions.getAll(versionsOf(id));
  const latest = all.at(-1);
  if (latest?.savedAt === savedAt) return false;
  const isReplaced = latest && !asVersion && savedAt - latest.createdAt < PROJECT_VERSION_MS;
  const number = latest ? latest.number + (isReplaced ? 0 : 1) : 1;
  const createdAt = isReplaced ? latest.createdAt : savedAt;
  const kept: Version = { id, number, files: files.length, bytes, createdAt, savedAt };
  await Promise.all([versions.put(kept), tx.objectStore("files").put(files, [id, number])]);
  const before = isReplaced ? all.slice(0, -1) : all;
  for (const old of dropped([...before, kept]))
    await Promise.all([versions.delete([id, old.number]), tx.objectStore("files").delete([id, old.number])]);
  await tx.done;
  return true;
}

/** The oldest, where there are too many or they are too large together. The newest stays. */
function dropped(versions: readonly Version[]): Version[] {
  let bytes = versions.reduce((sum, version) => sum + version.bytes, 0);
  let count = versions.length;
  const isOver = (): boolean => count > PROJECT_VERSIONS_MAX || bytes > PROJECT_HISTORY_BYTES;
  return versions.slice(0, -1).filter((version) => {
    if (!isOver()) return false;
    bytes -= version.bytes;
    count -= 1;
    return true;
  });
}

/** Newest first. */
export async function listGuestVersions(id: string): Promise<ProjectVersion[]> {
  const versions = await (await database()).getAll("versions", versionsOf(id));
  return versions
    .map(({ number, files, bytes, savedAt }) => ({
      number,
      files,
      bytes,
      savedAt: new Date(savedAt).toISOString(),
    }))
    .reverse();
}

/** @throws if it is not there any more */
export async function fetchGuestVersion(id: string, version: number): Promise<StoredProject["files"]> {
  const files = await (await database()).get("files", [id, version]);
  if (!files) throw new Error(`There is no version ${version} of ${id}.`);
  return files;
}

/** Forgets the history of projects that are deleted, or that an account has adopted. */
export async function pruneGuestHistory(): Promise<void> {
  const known = new Set((await listRecords(null)).map(({ id }) => id));
  const tx = (await database()).transaction(["versions", "files"], "readwrite");
  const ids = new Set((await tx.objectStore("versions").getAllKeys()).map(([id]) => id));
  for (const id of ids) {
    if (known.has(id)) continue;
    await Promise.all([
      tx.objectStore("versions").delete(versionsOf(id)),
      tx.objectStore("files").delete(versionsOf(id)),
    ]);
  }
  await tx.done;
}
