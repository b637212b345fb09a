/** Sends the app's saved data to the host in batches: the last value of each key, shortly after the first change. */
import { sendToHost } from "@/lib/sandbox/frame/inside/channel";
import { realm } from "@/lib/sandbox/frame/inside/realm";
import {
  entryBytes,
  type FrameStorageArea,
  type FrameStorageChange,
  type LastingArea,
} from "@/lib/sandbox/protocol/storage";
import { STORAGE_BATCH_MAX, STORAGE_KEY_CHARS, STORAGE_QUOTA_BYTES } from "@/lib/sandbox/protocol/limits";

const FLUSH_MS = 80;
const pending = new Map<string, FrameStorageChange>();
let unloading = false;
let timer: ReturnType<typeof setTimeout> | 0 = 0;

const usedBytes: Record<FrameStorageArea, number> = {
  local: 0,
  session: 0,
  cookies: 0,
  databases: 0,
  values: 0,
};
const PERSISTENT_AREAS: readonly LastingArea[] = ["local", "cookies", "databases", "values"];

/** The same error that a full localStorage throws. */
export function quotaError(): DOMException {
  return new DOMException("The storage of this app is full (3 MB).", "QuotaExceededError");
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
  const total = area === "session" ? usedBytes.session : usage();
  if (delta > 0 && (total + delta > STORAGE_QUOTA_BYTES || key.length > STORAGE_KEY_CHARS))
    throw quotaError();
  usedBytes[area] += delta;
}

/** Counts a change that another tab made; the host has enforced the quota. */
export function recountUsage(
  area: FrameStorageArea,
  key: string,
  before: string | undefined,
  after: string | null,
): void {
  if (before !== undefined) usedBytes[area] -= entryBytes(key, before);
  if (after !== null) usedBytes[area] += entryBytes(key, after);
}

export function resetUsage(area: FrameStorageArea): void {
  usedBytes[area] = 0;
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

/** Whether a change of this page's own is on its way, which is newer than what another tab tells of. */
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
  const changes = [...pending.values()];
  pending.clear();
  for (let at = 0; at < changes.length; at += STORAGE_BATCH_MAX) {
    sendToHost({ type: "storage", changes: changes.slice(at, at + STORAGE_BATCH_MAX) });
  }
}

export function usage(): number {
  return PERSISTENT_AREAS.reduce((sum, name) => sum + usedBytes[name], 0);
}
