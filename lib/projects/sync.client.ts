import { uuidv7 } from "uuidv7";
import { api, ApiError } from "@/lib/browser/api";
import { PROJECT_NAME_MAX_CHARS } from "@/lib/config/project-limits";
import { SENDER_HEADER } from "@/lib/outbox/rules";
import { sha256, toHex } from "@/lib/package/sha256";
import { fromBase64, toBase64 } from "./base64";
import type { FileHash } from "./rules";
import type { Project, ProjectSummary, ProjectVersion, SavedProject, SaveProject } from "./contract";
import {
  changeRecord,
  copyTitle,
  listRecords,
  loadProject,
  ONLY_HERE,
  putNewer,
  putRecord,
  type StoredProject,
} from "./project-storage";

/**
 * Syncs projects with the account. People edit the local copies, which are sent when online. Nothing is overwritten: a
 * project that was changed on two devices becomes two projects.
 */

/** A project in a list. */
export type ProjectEntry = {
  id: string;
  name: string;
  files: number;
  bytes: number;
  /** Unix milliseconds. */
  savedAt: number;
  /** All local changes are on the server. */
  isSent: boolean;
};

export type SendResult =
  | { state: "sent" }
  /** Offline, or the server is busy. */
  | { state: "later" }
  /** The server rejects it; it stays in this browser. */
  | { state: "refused"; message: string }
  /** Another device has changed or deleted the project; the local changes are now a separate project. */
  | { state: "moved"; to: string };

const ATTEMPTS_MAX = 20;

const pathOf = (id: string) => `/v2/projects/${id}`;
const headersOf = (userId: string) => ({ [SENDER_HEADER]: userId });

/** One tab at a time sends a project: a second tab's save would look like another device's. */
function alone<T>(id: string, work: () => Promise<T>): Promise<T> {
  // Web Locks require https.
  return "locks" in navigator ? navigator.locks.request(`gum-project ${id}`, work) : work();
}

/** Sends the local changes of a project. Never rejects because of the server. */
export function sendProject(
  userId: string,
  id: string,
  { asVersion = false }: { asVersion?: boolean } = {},
): Promise<SendResult> {
  return alone(id, async () => {
    const record = (await listRecords(userId)).find((each) => each.id === id);
    if (!record?.isUnsent) return { state: "sent" };
    try {
      if (record.isDeleted) await sendDeletion(userId, id);
      else await sendEdits(userId, record, asVersion);
      return { state: "sent" };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { code, status, message } = error;
      if (isNewer(error) || code === "not_found") return { state: "moved", to: await moveAway(record) };
      const isLater = status === 0 || status === 401 || status === 429 || status >= 500;
      // A conflict that names no revision is one of concurrent transactions.
      if (isLater || code === "account_changed" || code === "conflict") return { state: "later" };
      return { state: "refused", message };
    }
  });
}

/** The server has another revision than the one that the save is based on. */
const isNewer = (error: unknown) =>
  error instanceof ApiError && error.code === "conflict" && error.details?.revision !== undefined;

async function sendEdits(userId: string, record: StoredProject, asVersion: boolean): Promise<void> {
  try {
    await sendState(userId, record, asVersion);
  } catch (error) {
    const arrived = isNewer(error) && (await withArrived(record));
    if (!arrived) throw error;
    await sendState(userId, arrived, asVersion);
  }
}

/** The record based on what the server has, if that is an earlier save from here whose answer was lost. */
async function withArrived(record: StoredProject): Promise<StoredProject | null> {
  if (record.attempts.length === 0) return null;
  const { revision, files, contents } = await api<Project>(pathOf(record.id));
  if (!record.attempts.includes(await digestOf(files))) return null;
  return { ...record, base: revision, known: Object.keys(contents) };
}

function digestOf(files: readonly FileHash[]): Promise<string> {
  const lines = files.map(({ path, sha256 }) => `${sha256} ${path}`).sort();
  return sha256(new TextEncoder().encode(lines.join("\n"))).then(toHex);
}

async function sendDeletion(userId: string, id: string): Promise<void> {
  await api(pathOf(id), { method: "DELETE", headers: headersOf(userId) }).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.code === "not_found")) throw error;
  });
  await changeRecord(id, (record) => (record.isDeleted ? null : record));
}

type Sent = Pick<StoredProject, "id" | "base" | "name" | "title" | "trusted" | "files">;

/** @returns the request, which sends the contents that `isKnown` does not name; the hashes of all, and their digest */
async function saveOf(userId: string, project: Sent, asVersion: boolean) {
  const { id, base, name, title, trusted } = project;
  const files = await Promise.all(
    project.files.map(async ([path, bytes]) => ({ path, bytes, sha256: toHex(await sha256(bytes)) })),
  );
  const put = (isKnown: (hash: string) => boolean) => {
    const sent = files.filter((file) => !isKnown(file.sha256));
    const body: SaveProject = {
      base,
      name: name.slice(0, PROJECT_NAME_MAX_CHARS),
      title,
      trusted,
      files: files.map(({ path, sha256 }) => ({ path, sha256 })),
      contents: Object.fromEntries(sent.map((file) => [file.sha256, toBase64(file.bytes)])),
      asVersion,
    };
    return api<SavedProject>(pathOf(id), { method: "PUT", body, headers: headersOf(userId) });
  };
  return { put, hashes: [...new Set(files.map((file) => file.sha256))], digest: await digestOf(files) };
}

/** The ids of the account's projects. @throws ApiError */
export async function listAccountIds(): Promise<Set<string>> {
  return new Set((await listAccount()).map(({ id }) => id));
}

/** Adds a project to the account, not to this browser. @throws ApiError */
export async function addToAccount(userId: string, project: Omit<Sent, "base">): Promise<void> {
  const { put } = await saveOf(userId, { ...project, base: 0 }, false);
  await put(() => false);
}

async function sendState(userId: string, record: StoredProject, asVersion: boolean): Promise<void> {
  const { id, known } = record;
  const { put, hashes, digest } = await saveOf(userId, record, asVersion);
  await changeRecord(id, (now) => ({ ...now, attempts: [...now.attempts, digest].slice(-ATTEMPTS_MAX) }));
  const { revision } = await put((hash) => known.includes(hash)).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === "precondition_failed") return put(() => false);
    throw error;
  });
  await changeRecord(id, (now) => ({
    ...now,
    userId,
    base: revision,
    known: hashes,
    attempts: [],
    isUnsent: now.isDeleted || now.savedAt !== record.savedAt,
  }));
}

/** @returns the id of the copy */
async function moveAway(record: StoredProject): Promise<string> {
  const copy = copyOf(record, copyTitle(record.name));
  await putRecord(copy);
  await changeRecord(record.id, () => null);
  return copy.id;
}

export function copyOf(record: StoredProject, title: string): StoredProject {
  const name = title.trim().slice(0, PROJECT_NAME_MAX_CHARS).trim() || null;
  return { ...record, ...ONLY_HERE, id: uuidv7(), name: name ?? "", title: name };
}

/** Sends everything that is queued, including projects of a guest in this browser. */
export async function sendAll(userId: string): Promise<void> {
  for (const { id, isUnsent } of await listRecords(userId)) {
    if (isUnsent && (await sendProject(userId, id)).state === "later") return;
  }
}

async function listAccount(): Promise<ProjectSummary[]> {
  return (await api<{ items: ProjectSummary[] }>("/v2/projects")).items;
}

/** Newest first, from server and browser; only from the browser if the server is unreachable. */
export async function listProjects(userId: string | null): Promise<ProjectEntry[]> {
  const account = userId ? await listAccount().catch(() => null) : null;
  const records = await listRecords(userId);
  const entries = new Map<string, ProjectEntry>();
  for (const { id, name, files, bytes, savedAt } of account ?? [])
    entries.set(id, { id, name, files, bytes, savedAt: Date.parse(savedAt), isSent: true });
  for (const record of records) {
    const { id, name, files, savedAt, isUnsent, isDeleted } = record;
    // Deleted on another device.
    if (account && !entries.has(id) && !isUnsent) {
      await changeRecord(id, (now) => (now.isUnsent ? now : null));
      continue;
    }
    if (isDeleted) entries.delete(id);
    else if (isUnsent || !account) {
      const bytes = files.reduce((sum, [, content]) => sum + content.length, 0);
      entries.set(id, { id, name, files: files.length, bytes, savedAt, isSent: !isUnsent });
    }
  }
  return [...entries.values()].sort((a, b) => b.savedAt - a.savedAt);
}

/** The newest state available to this browser. Null if there is none. */
export async function openProject(userId: string | null, id: string): Promise<StoredProject | null> {
  return (userId && (await fetchNewer(userId, id).catch(() => null))) || loadProject(userId, id);
}

/**
 * Fetches the server's state if it is newer than the local one.
 * @param revision the server's, where it is known
 * @throws ApiError
 */
export async function fetchNewer(
  userId: string,
  id: string,
  revision = Infinity,
): Promise<StoredProject | null> {
  const record = (await listRecords(userId)).find((each) => each.id === id);
  if (record && (record.isUnsent || record.base >= revision)) return null;
  const summary = (await listAccount()).find((each) => each.id === id);
  if (!summary || (record && record.base >= summary.revision)) return null;
  const fetched = toRecord(userId, await api<Project>(pathOf(id)));
  // Newer local changes stay, and so does a later response.
  return (await putNewer(fetched)) ? fetched : null;
}

function toRecord(userId: string, project: Project): StoredProject {
  const { id, name, title, trusted, revision, savedAt } = project;
  return {
    id,
    userId,
    name,
    title,
    trusted,
    files: filesOf(project),
    current: "",
    savedAt: Date.parse(savedAt),
    base: revision,
    known: Object.keys(project.contents),
    attempts: [],
    isUnsent: false,
    isDeleted: false,
  };
}

function filesOf({ files, contents }: Project): StoredProject["files"] {
  return files.map(({ path, sha256 }) => [path, fromBase64(contents[sha256] ?? "")]);
}

/** Deletes a project locally and on the server. @returns a function that undoes it */
export async function deleteProject(userId: string | null, id: string): Promise<() => Promise<void>> {
  const record = await openProject(userId, id);
  if (!userId) {
    await changeRecord(id, () => null);
    return async () => {
      if (record) await putRecord(record);
    };
  }
  await changeRecord(id, (now) => ({ ...now, userId, isDeleted: true, isUnsent: true }));
  await sendProject(userId, id);
  return async () => {
    if (!record) return;
    const isRestored = await api(`${pathOf(id)}/restore`, {
      method: "POST",
      headers: headersOf(userId),
    }).then(
      () => true,
      () => false,
    );
    // It never reached the server, or cannot be restored there: send it as a new project.
    if (isRestored) await putRecord(record);
    else await putRecord({ ...record, isUnsent: true });
    await sendProject(userId, id);
  };
}

/** @throws ApiError */
export async function listVersions(id: string): Promise<ProjectVersion[]> {
  return (await api<{ items: ProjectVersion[] }>(`${pathOf(id)}/versions`)).items;
}

/** The files of a version. @throws ApiError */
export async function fetchVersion(id: string, version: number): Promise<StoredProject["files"]> {
  return filesOf(await api<Project>(pathOf(id), { query: { version } }));
}
