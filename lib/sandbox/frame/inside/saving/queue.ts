/** Sends the app's saved data to the host in batches: the last value of each key, shortly after the first change. */
import { sendToHost } from "@/lib/sandbox/frame/inside/channel";
import { realm } from "@/lib/sandbox/frame/inside/realm";
import {
  changeChars,
  entryBytes,
  type FrameStorageArea,
  type FrameStorageChange,
  type LastingArea,
} from "@/lib/sandbox/protocol/storage";
import {
  STORAGE_BATCH_CHARS,
  STORAGE_BATCH_MAX,
  STORAGE_ENTRIES_MAX,
  STORAGE_KEY_CHARS,
  STORAGE_QUOTA_BYTES,
} from "@/lib/sandbox/protocol/limits";

const FLUSH_MS = 80;
const pending = new Map<string, FrameStorageChange>();
let unloading = false;
let timer: ReturnType<typeof setTimeout> | 0 = 0;

const none = (): { bytes: number; entries: number } => ({ bytes: 0, entries: 0 });
const used: Record<FrameStorageArea, ReturnType<typeof none>> = {
  local: none(),
  session: none(),
  cookies: none(),
  databases: none(),
  values: none(),
};
const PERSISTENT_AREAS: readonly LastingArea[] = ["local", "cookies", "databases", "values"];

/** The same error that a full localStorage throws. */
export function quotaError(deviceBytes = 0): DOMException {
  const more = deviceBytes ? `; ${Math.round(deviceBytes / 2 ** 20)} MB for databases on this device` : "";
  return new DOMException(
    `The storage of this app is full (10 MB, 10,000 keys${more}).`,
    "QuotaExceededError",
  );
}

/** Counts a change towards the quota. @throws QuotaExceededError if it would exceed the quota */
export function countUsage(
  area: FrameStorageArea,
  key: string,
  before: string | undefined,
  after: string | null,
): void {
  const delta =
    (after === null ? 0 : entryBytes(key, after)) - (before === undefined ? 0 : entryBytes(key, before));
  // sessionStorage is gone with the tab and has a separate quota of the same size.
  const total = area === "session" ? used.session : sumOf(PERSISTENT_AREAS);
  const isTooLong = total.bytes + delta > STORAGE_QUOTA_BYTES || key.length > STORAGE_KEY_CHARS;
  const isOneMore = before === undefined && after !== null;
  if ((delta > 0 && isTooLong) || (isOneMore && total.entries >= STORAGE_ENTRIES_MAX)) throw quotaError();
  recountUsage(area, key, before, after);
}

/** Counts what was saved before, or what another tab changed; the host has enforced the quota. */
export function recountUsage(
  area: FrameStorageArea,
  key: string,
  before: string | undefined,
  after: string | null,
): void {
  const usage = used[area];
  if (before !== undefined) {
    usage.bytes -= entryBytes(key, before);
    usage.entries -= 1;
  }
  if (after !== null) {
    usage.bytes += entryBytes(key, after);
    usage.entries += 1;
  }
}

let databaseBytes = (): number => 0;

/** Databases are serialised a while after a change; until then their size is what `source` says. */
export function setDatabaseSize(source: () => number): void {
  databaseBytes = source;
}

let device = { bytes: (): number => 0, quota: 0 };

/** Databases that are too large for the account. */
export function setDeviceSize(bytes: () => number, quota: number): void {
  device = { bytes, quota };
}

/** Bytes that all databases may take together in the account. */
export function databaseRoom(): number {
  return STORAGE_QUOTA_BYTES - sumOf(PERSISTENT_AREAS.filter((area) => area !== "databases")).bytes;
}

export function resetUsage(area: FrameStorageArea): void {
  used[area] = none();
}

let saveListener: ((change: FrameStorageChange) => void) | null = null;

export function onSaved(onSave: (change: FrameStorageChange) => void): void {
  saveListener = onSave;
}

export function save(change: FrameStorageChange): void {
  if (change.key === null) {
    for (const [id, pendingChange] of pending) if (pendingChange.area === change.area) pending.delete(id);
  }
  const id = `${change.area}\0${change.key ?? ""}`;
  pending.delete(id);
  pending.set(id, change);
  saveListener?.(change);
  if (unloading) flush();
  else if (!timer) timer = realm.setTimeout(flush, FLUSH_MS);
}

/** Whether a change of this page is in flight, which is newer than that of another tab. */
export function isSaving(area: FrameStorageArea, key: string | null): boolean {
  return pending.has(`${area}\0${key ?? ""}`) || pending.has(`${area}\0`);
}

/** The page is unloading: what its handlers save from now on cannot wait for a timer. */
export function flushOnUnload(): void {
  unloading = true;
  flush();
  // A page that was only hidden goes back to batching.
  realm.setTimeout(() => (unloading = false), 1_000);
}

export function flush(): void {
  realm.clearTimeout(timer || undefined);
  timer = 0;
  let batch: FrameStorageChange[] = [];
  let chars = 0;
  const send = (): void => {
    if (batch.length) sendToHost({ type: "storage", changes: batch });
    batch = [];
    chars = 0;
  };
  for (const change of pending.values()) {
    if (batch.length === STORAGE_BATCH_MAX || chars + changeChars(change) > STORAGE_BATCH_CHARS) send();
    batch.push(change);
    chars += changeChars(change);
  }
  pending.clear();
  send();
}

/** In bytes: in the account, and on the device. */
export function estimate(): { usage: number; quota: number } {
  return {
    usage: sumOf(PERSISTENT_AREAS).bytes + device.bytes(),
    quota: STORAGE_QUOTA_BYTES + device.quota,
  };
}

function sumOf(areas: readonly LastingArea[]): ReturnType<typeof none> {
  const sum = none();
  for (const area of areas) {
    const { bytes } = used[area];
    sum.bytes += area === "databases" ? Math.max(bytes, databaseBytes()) : bytes;
    sum.entries += used[area].entries;
  }
  return sum;
}
