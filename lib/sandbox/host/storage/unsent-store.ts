/**
 * Changes that could not be saved, in IndexedDB, with the whole data of this browser: they survive a crash, and the person can
 * choose between them and what another device saved meanwhile.
 *
 * Trust model: the browser outlives a sign-out. Only the same user of the same app may read what was left.
 */
import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import { unlessBlocked } from "@/lib/sandbox/host/storage/unless-blocked";
import type { StorageChange, StorageEntry } from "@/lib/storage/contract";

export interface UnsentRecord {
  /** The run that left them. */
  id: string;
  appId: string;
  personId: string;
  /** Which data they belong to; see the contract of the storage. */
  dataId?: string | null;
  /** The revision that the changes are based on. */
  base: number;
  changes: StorageChange[];
  /** The save that sent them, if one did. */
  saveId?: string | undefined;
  /** Earlier saves, all of whose changes are among these. */
  supersedes?: readonly string[] | undefined;
  /** The data as this browser had it. */
  entries: StorageEntry[];
  leftAt: number;
}

export type LeftChanges = Pick<UnsentRecord, "base" | "changes" | "saveId" | "supersedes">;

/** The saves of these changes that may have arrived, latest last. */
export const savesOf = ({ saveId, supersedes = [] }: LeftChanges): string[] => [
  ...supersedes,
  ...(saveId === undefined ? [] : [saveId]),
];

interface Schema extends DBSchema {
  unsent: { key: string; value: UnsentRecord; indexes: { owner: [appId: string, personId: string] } };
}

let opened: Promise<IDBPDatabase<Schema>> | null = null;

async function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>("gum-app-unsent", 1, {
    upgrade(db) {
      db.createObjectStore("unsent", { keyPath: "id" }).createIndex("owner", ["appId", "personId"]);
    },
    terminated() {
      opened = null;
    },
  });
  opened.catch(() => (opened = null));
  return opened;
}

async function fromStore<T>(work: (db: IDBPDatabase<Schema>) => Promise<T>, otherwise: T): Promise<T> {
  return unlessBlocked(database().then(work), otherwise);
}

const lockName = (id: string): string => `gum-app-unsent-${id}`;

/** Marks a run as alive until the signal aborts, so that no other tab takes its changes for left behind. */
export function holdRun(id: string, signal: AbortSignal): void {
  if (!("locks" in navigator)) return;
  const done = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
  navigator.locks.request(lockName(id), () => done).catch(() => undefined);
}

async function isAlive(id: string): Promise<boolean> {
  if (!("locks" in navigator)) return false;
  return navigator.locks.request(lockName(id), { ifAvailable: true }, (lock) => lock === null);
}

/** Resolves to false where the browser cannot keep it; the changes then last as long as the page. */
export async function keepUnsent(record: UnsentRecord): Promise<boolean> {
  return fromStore(async (db) => {
    await db.put("unsent", record);
    return true;
  }, false);
}

/** One tab at a time takes up what was left. */
export async function takingUp<T>(appId: string, work: () => Promise<T>): Promise<T> {
  if (!("locks" in navigator)) return work();
  return navigator.locks.request(lockName(appId), work);
}

export async function forgetUnsent(id: string): Promise<void> {
  await fromStore((db) => db.delete("unsent", id), undefined);
}

/** What ended runs of this app left for this user, oldest first. */
export async function readUnsent(appId: string, personId: string): Promise<UnsentRecord[]> {
  const records = await fromStore<UnsentRecord[]>(
    (db) => db.getAllFromIndex("unsent", "owner", [appId, personId]),
    [],
  );
  const left: UnsentRecord[] = [];
  for (const record of records) if (!(await isAlive(record.id))) left.push(record);
  return left.sort((a, b) => a.leftAt - b.leftAt);
}
