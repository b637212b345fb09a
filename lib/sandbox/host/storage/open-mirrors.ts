/** Opens an app's data: what is stored, what earlier runs of this browser left unsaved, and the tab's sessionStorage. */
import { accountStorage, type StorageNewsSource } from "@/lib/sandbox/host/storage/account-storage";
import {
  memoryStorage,
  StorageConflict,
  type AppStorage,
  type StoredData,
} from "@/lib/sandbox/host/storage/app-storage";
import { browserStorage } from "@/lib/sandbox/host/storage/browser-storage";
import type { DeviceStore } from "@/lib/sandbox/host/storage/app-device";
import { withOfflineCopy, type DataCopy } from "@/lib/sandbox/host/storage/offline-storage";
import type { Taker } from "@/lib/sandbox/host/storage/mirror-events";
import { StorageMirror } from "@/lib/sandbox/host/storage/storage-mirror";
import { readTabArea, tabAreaOf } from "@/lib/sandbox/host/storage/tab-area";
import {
  forgetUnsent,
  readUnsent,
  takingUp,
  type UnsentRecord,
} from "@/lib/sandbox/host/storage/unsent-store";
import { TabChannel } from "@/lib/sandbox/host/storage/tab-channel";
import type { StorageChange, StorageEntry } from "@/lib/storage/contract";
import { hasArrived } from "@/lib/storage/rules";

export interface MirrorOwner {
  /** The app, and the user if several share this browser. */
  id: string;
  keep: "account" | "browser" | "memory";
  /** Outlives the run, for `memory`. */
  memory?: AppStorage;
  /** Tells apart runs of this app in one tab: each has its own sessionStorage. Empty for the app alone. */
  run: string;
  /** The endpoint `…/storage`, for `account`. */
  url: string;
  /** Which data the version has that runs, for `account`: other data must not be opened. */
  dataId?: string | null | undefined;
  onStorageNews: StorageNewsSource;
  /** The offline copy, for `account`. */
  copy: DataCopy | null;
  /** For databases that are too large for the account. */
  device: DeviceStore | null;
}

/** By owner: the mirror that this page opened last, until it is closed. */
const mirrors = new Map<string, Promise<StorageMirror>>();

/** Opens a mirror of what is stored now, after an earlier mirror of the same owner has flushed its changes. */
export async function openMirror(owner: MirrorOwner): Promise<StorageMirror> {
  const key = `${owner.keep} ${owner.id}`;
  const previous = mirrors.get(key);
  const opened = (async () => {
    const earlier = (await previous?.catch(() => null)) ?? null;
    await earlier?.flush();
    return openFrom(storageOf(owner), owner, earlier !== null);
  })();
  mirrors.set(key, opened);
  const forget = (): void => {
    if (mirrors.get(key) === opened) mirrors.delete(key);
  };
  opened.then((mirror) => mirror.closed.addEventListener("abort", forget), forget);
  return opened;
}

/** @param isOpenHere whether an earlier mirror of this page has sent what it left */
export async function openFrom(
  storage: AppStorage,
  owner: Pick<MirrorOwner, "id" | "keep" | "run">,
  isOpenHere: boolean,
): Promise<StorageMirror> {
  // Opened before the data is read, so that no change of another tab falls in between.
  const tabs = owner.keep === "memory" ? null : new TabChannel(`gum-app-data:${owner.keep}:${owner.id}`);
  try {
    const stored = await storage.load();
    if (owner.keep !== "account") {
      const left = readTabArea(tabAreaOf(owner), stored.personId);
      const mirror = new StorageMirror({ storage, stored, ...left, tabs, keptFor: null });
      if (!isOpenHere) mirror.accept(left.unsent);
      return mirror;
    }
    return await takingUp(owner.id, () => takeUp({ storage, stored, tabs, owner, isOpenHere }));
  } catch (error) {
    tabs?.close();
    throw error;
  }
}

/** Opens an account's data and saves what earlier runs of this browser left, or asks about it. */
async function takeUp({
  storage,
  stored,
  tabs,
  owner,
  isOpenHere,
}: {
  storage: AppStorage;
  stored: StoredData;
  tabs: TabChannel | null;
  owner: Pick<MirrorOwner, "id" | "run">;
  isOpenHere: boolean;
}): Promise<StorageMirror> {
  const { id: appId } = owner;
  const { personId } = stored;
  const dataId = stored.dataId ?? null;
  const {
    dataId: leftOf,
    unsent,
    base,
    saveId,
    supersedes,
    ...area
  } = readTabArea(tabAreaOf(owner), personId);
  // What belongs to the data of another version waits until the person goes back to it.
  const isOfThis = leftOf === dataId;
  const left = isOfThis ? area : { session: [], saved: null };
  const records = (await readUnsent(appId, personId)).filter((record) => (record.dataId ?? null) === dataId);
  // An earlier mirror of this page has sent what it left.
  if (isOfThis && unsent.length && !isOpenHere) {
    const entries = applied(stored.entries, unsent);
    const save = { dataId, base, changes: unsent, saveId, supersedes };
    records.push({ ...save, id: "", appId, personId, entries, leftAt: Date.now() });
  }
  const refused: { record: UnsentRecord; by: Taker }[] = [];
  const failed: UnsentRecord[] = [];
  for (const record of records) {
    try {
      stored = await saveLeft(storage, stored, record);
      await forgetUnsent(record.id);
    } catch (error) {
      if (error instanceof StorageConflict) refused.push({ record, by: error.device });
      else failed.push(record);
    }
  }
  const mirror = new StorageMirror({ storage, stored, ...left, tabs, keptFor: appId });
  for (const record of failed) mirror.resume(record);
  // Older ones stay for the next time: the person chooses between two at a time.
  const newest = refused.at(-1);
  if (newest) mirror.contest(newest.record, newest.by);
  const takenUp = [...failed, ...(newest ? [newest.record] : [])];
  if (takenUp.length && (await mirror.keep())) await Promise.all(takenUp.map(({ id }) => forgetUnsent(id)));
  return mirror;
}

/**
 * Saves what an earlier run left. Returns what is stored then.
 * @throws StorageConflict if somebody has saved other data since
 */
async function saveLeft(
  storage: AppStorage,
  stored: StoredData,
  { base, changes, saveId, supersedes }: UnsentRecord,
): Promise<StoredData> {
  // The ended page's own save arrived; what others saved since is newer.
  const isSaved = ({ saves = [] }: StoredData) => hasArrived({ saves }, { saveId });
  if (isSaved(stored)) return stored;
  const entries = applied(stored.entries, changes);
  if (isSame(entries, stored.entries)) return stored;
  try {
    const options = { base, strict: true, ...(saveId !== undefined && { saveId }), supersedes };
    return { ...stored, entries, revision: await storage.apply(changes, options) };
  } catch (error) {
    if (!(error instanceof StorageConflict)) throw error;
    // It may have arrived in between.
    const latest = await storage.load();
    if (isSaved(latest) || isSame(applied(latest.entries, changes), latest.entries)) return latest;
    throw error;
  }
}

function applied(entries: StorageEntry[], changes: StorageChange[]): StorageEntry[] {
  const result = new Map(entries.map((entry) => [`${entry.area}\0${entry.key}`, entry]));
  for (const { area, key, value } of changes) {
    if (key === null) {
      for (const [id, entry] of result) if (entry.area === area) result.delete(id);
    } else if (value === null) result.delete(`${area}\0${key}`);
    else result.set(`${area}\0${key}`, { area, key, value });
  }
  return [...result.values()];
}

function isSame(a: StorageEntry[], b: StorageEntry[]): boolean {
  const values = new Map(a.map(({ area, key, value }) => [`${area}\0${key}`, value]));
  return a.length === b.length && b.every(({ area, key, value }) => values.get(`${area}\0${key}`) === value);
}

function storageOf(owner: MirrorOwner): AppStorage {
  if (owner.keep === "account") {
    const storage = accountStorage({ appId: owner.id, ...owner });
    return owner.copy ? withOfflineCopy(storage, owner.copy, owner.dataId) : storage;
  }
  return owner.keep === "browser" ? browserStorage(owner.id) : (owner.memory ?? memoryStorage());
}
