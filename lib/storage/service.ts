import "server-only";
import { createHash } from "node:crypto";
import { APP_STORAGE_MAX_BYTES } from "@/lib/config/limits";
import {
  storageAreaSchema,
  type AppStorageHolder,
  type AppStorageSnapshot,
  type AppStorageUsage,
  type ClaimedAppStorage,
  type StorageArea,
  type StorageChange,
} from "./contract";
import { AppError } from "@/lib/shared/errors";
import { inTransaction, type Db } from "@/lib/db/client";
import {
  deleteStorageAreas,
  deleteStorageRows,
  findStorageHead,
  listStorageRows,
  lockStorageHead,
  sumStorage,
  upsertStorageRows,
  writeStorageHead,
  type NewStorageRow,
  type StorageHead,
  type StorageOwner,
  type StorageRowKey,
} from "./repository";
import { discardKept } from "./kept-service";
import { publish } from "@/lib/notifications/notify-service";
import type { AppStorageNews } from "@/lib/realtime/contract";
import { afterClaim, afterRelease, afterSave, deviceOf, hasArrived, isRefused, type Save } from "./rules";
import { getAppOrThrow, type Actor } from "@/lib/apps/access-service";
import { appPersonId } from "@/lib/permissions/service";

/**
 * Trust model. Untrusted: an app, acting through the user who runs it. It controls every key and value and how often it
 * writes. What must hold: it reaches only its own data of the same user, never exceeds the quota, and reads back any
 * UTF-16 text exactly as written.
 */
type AppOfViewer = { viewer: Actor; appId: string };

/** Reads everything that an app stores for the viewer. */
export async function readAppStorage({ viewer, appId }: AppOfViewer): Promise<AppStorageSnapshot> {
  await getAppOrThrow(appId, viewer, "run");
  return readSnapshot({ userId: viewer.id, appId });
}

async function readSnapshot(owner: StorageOwner): Promise<AppStorageSnapshot> {
  // Reads the head first: rows may then be newer than its revision, never older.
  const head = await findStorageHead(owner);
  const personId = appPersonId(owner.userId, owner.appId);
  if (!head) return { ...usage(NOTHING), personId, dataId: null, entries: [], saves: [] };
  const rows = await listStorageRows(owner);
  const entries = rows.map(({ area, key, value }) => ({
    area,
    key: fromLiteral(key),
    value: fromLiteral(value),
  }));
  return { ...usage(head), personId, dataId: head.dataId, entries, saves: [...head.saves] };
}

/** The viewer's writer of the app, and the revision of its data. */
export async function findStorageHolder({ viewer, appId }: AppOfViewer): Promise<AppStorageHolder> {
  await getAppOrThrow(appId, viewer, "run");
  const head = await findStorageHead({ userId: viewer.id, appId });
  const { revision = 0, isOpen = false, writer = null, saves = [] } = head ?? {};
  return { revision, holder: isOpen ? writer : null, lastSave: saves.at(-1) ?? "" };
}

type SavedChanges = AppOfViewer &
  Save & {
    /** Whose data it is; another tab may have signed in somebody else meanwhile. */
    personId?: string | undefined;
    /** Identifies the data; going back to an earlier version may have replaced it. */
    dataId?: string | null | undefined;
    changes: StorageChange[];
  };

/**
 * Applies changes in order, all or none.
 * @throws AppError quota_exceeded, account_changed, data_replaced, storage_conflict
 */
export async function changeAppStorage(save: SavedChanges): Promise<AppStorageUsage> {
  const { viewer, appId, personId, dataId, changes, writer, release } = save;
  refuseOtherPerson(viewer, appId, personId);
  await getAppOrThrow(appId, viewer, "run");
  const owner = { userId: viewer.id, appId };
  const { before, after } = await inTransaction(async (tx) => {
    const before = await lockStorageHead(owner, tx);
    if (changes.length > 0) refuseOtherData(before, dataId);
    if (changes.length === 0 || (hasArrived(before, save) && !isRefused(before, save))) {
      const after = release ? afterRelease(before, writer) : before;
      if (after !== before) await writeStorageHead(owner, after, tx);
      return { before, after };
    }
    if (isRefused(before, save)) {
      throw new AppError("storage_conflict", {
        details: {
          revision: before.revision,
          device: deviceOf(before.writer),
          dataId: before.dataId,
          hasArrived: hasArrived(before, save),
        },
      });
    }
    const { cleared, deleted, written } = netChanges(changes);
    if (cleared.length) await deleteStorageAreas(owner, cleared, tx);
    await deleteStorageRows(owner, deleted, tx);
    await upsertStorageRows(owner, written, tx);
    const after = { ...afterSave(before, save), bytes: await countBytes(owner, tx) };
    await writeStorageHead(owner, after, tx);
    return { before, after };
  });
  const by = writer ?? null;
  // If the same writer saved before, the other copies have been notified.
  if (after.revision !== before.revision && (by === null || by !== before.writer))
    announceStorage(owner, { cause: "saved", by }, after);
  if (release) announceStorage(owner, { cause: "released", by }, after);
  return usage(after);
}

/**
 * Makes a browser the writer and reads the data. The other copies of the app are notified, save their changes
 * and stop.
 * @throws AppError account_changed, data_replaced
 */
export async function claimAppStorage({
  viewer,
  appId,
  personId,
  dataId,
  writer,
}: AppOfViewer & Pick<SavedChanges, "personId" | "dataId"> & { writer: string }): Promise<ClaimedAppStorage> {
  refuseOtherPerson(viewer, appId, personId);
  await getAppOrThrow(appId, viewer, "run");
  const owner = { userId: viewer.id, appId };
  const { before, after } = await inTransaction(async (tx) => {
    const before = await lockStorageHead(owner, tx);
    refuseOtherData(before, dataId);
    const after = afterClaim(before, writer);
    await writeStorageHead(owner, after, tx);
    return { before, after };
  });
  const isNew = before.writer !== writer;
  if (isNew) announceStorage(owner, { cause: "claimed", by: writer }, after);
  return { ...(await readSnapshot(owner)), takenFrom: isNew && before.isOpen ? before.writer : null };
}

function refuseOtherPerson(viewer: Actor, appId: string, personId: string | undefined): void {
  if (personId !== undefined && personId !== appPersonId(viewer.id, appId))
    throw new AppError("account_changed");
}

/** A version must not use the data of another one. */
function refuseOtherData(head: StorageHead, dataId: string | null | undefined): void {
  if (dataId !== undefined && head.dataId !== dataId) throw new AppError("data_replaced");
}

/** Announces it to the other copies of the app. */
export function announceStorage(
  { userId, appId }: StorageOwner,
  news: Pick<AppStorageNews, "cause" | "by">,
  { revision, writer, isOpen }: StorageHead,
): void {
  publish({ type: "app_storage", userId, appId, ...news, revision, holder: isOpen ? writer : null });
}

/**
 * Deletes everything that an app stores for the viewer, and the copies of it, even if they can no longer see
 * the app.
 */
export async function clearAppStorage({ viewer, appId }: AppOfViewer): Promise<AppStorageUsage> {
  const owner = { userId: viewer.id, appId };
  const head = await inTransaction(async (tx) => {
    if (!(await findStorageHead(owner, tx))) {
      await getAppOrThrow(appId, viewer, "run");
      return null;
    }
    const before = await lockStorageHead(owner, tx);
    await deleteStorageAreas(owner, storageAreaSchema.options, tx);
    await discardKept(owner, tx);
    const after = { ...afterSave(before, {}), bytes: 0 };
    await writeStorageHead(owner, after, tx);
    return after;
  });
  if (head) announceStorage(owner, { cause: "saved", by: null }, head);
  return usage(head ?? NOTHING);
}

/** @throws AppError quota_exceeded */
async function countBytes(owner: StorageOwner, tx: Db): Promise<number> {
  const bytes = await sumStorage(owner, tx);
  if (bytes > APP_STORAGE_MAX_BYTES) {
    throw new AppError("quota_exceeded", { details: { quotaBytes: APP_STORAGE_MAX_BYTES } });
  }
  return bytes;
}

const NOTHING = { bytes: 0, revision: 0 };

function usage({ bytes, revision }: Pick<StorageHead, "bytes" | "revision">): AppStorageUsage {
  return { revision, usedBytes: bytes, quotaBytes: APP_STORAGE_MAX_BYTES };
}

/** Reduces a list of changes to the areas to clear and the last change of each key after that. */
function netChanges(changes: StorageChange[]): {
  cleared: StorageArea[];
  deleted: StorageRowKey[];
  written: NewStorageRow[];
} {
  const cleared = new Set<StorageArea>();
  const last = new Map<string, { area: StorageArea; key: string; value: string | null }>();
  for (const { area, key, value } of changes) {
    if (key !== null) {
      last.set(`${area} ${key}`, { area, key, value });
      continue;
    }
    cleared.add(area);
    for (const [id, change] of last) if (change.area === area) last.delete(id);
  }
  const deleted: StorageRowKey[] = [];
  const written: NewStorageRow[] = [];
  for (const { area, key, value } of last.values()) {
    const literal = JSON.stringify(key);
    const keyHash = new Uint8Array(createHash("sha256").update(literal).digest());
    if (value === null) deleted.push({ area, keyHash });
    else {
      const bytes = Buffer.byteLength(key) + Buffer.byteLength(value);
      written.push({ area, keyHash, key: literal, value: JSON.stringify(value), bytes });
    }
  }
  return { cleared: [...cleared], deleted, written };
}

function fromLiteral(literal: string): string {
  return JSON.parse(literal) as string;
}
