import "server-only";
import { createHash } from "node:crypto";
import { APP_STORAGE_MAX_BYTES } from "@/lib/config/limits";
import {
  storageAreaSchema,
  type AppStorageSnapshot,
  type AppStorageUsage,
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
  type StorageRowKey,
} from "./repository";
import { getAppOrThrow, type Actor } from "@/lib/apps/access-service";
import { appPersonId } from "@/lib/permissions/service";

/**
 * Trust model. Untrusted: an app, acting through the user who runs it. It controls every key and value and how often it
 * writes. What must hold: it reaches only its own data of the same user, never exceeds the quota, and reads back any
 * UTF-16 text exactly as written.
 */
type StorageOwner = { viewer: Actor; appId: string };

/** Reads everything that an app stores for the viewer. */
export async function readAppStorage({ viewer, appId }: StorageOwner): Promise<AppStorageSnapshot> {
  await getAppOrThrow(appId, viewer, "run");
  // Reads the head first: rows may then be newer than its revision, never older.
  const head = await findStorageHead(viewer.id, appId);
  const personId = appPersonId(viewer.id, appId);
  if (!head) return { ...usage({ bytes: 0, revision: 0 }), personId, entries: [] };
  const rows = await listStorageRows(viewer.id, appId);
  const entries = rows.map(({ area, key, value }) => ({
    area,
    key: fromLiteral(key),
    value: fromLiteral(value),
  }));
  return { ...usage(head), personId, entries };
}

/**
 * Applies changes in order, all or none.
 * @throws AppError quota_exceeded
 */
export async function changeAppStorage({
  viewer,
  appId,
  changes,
}: StorageOwner & { changes: StorageChange[] }): Promise<AppStorageUsage> {
  await getAppOrThrow(appId, viewer, "run");
  return inTransaction(async (tx) => {
    const head = await lockStorageHead(viewer.id, appId, tx);
    if (changes.length === 0) return usage(head);
    const { cleared, deleted, written } = netChanges(changes);
    if (cleared.length) await deleteStorageAreas(viewer.id, appId, cleared, tx);
    await deleteStorageRows(viewer.id, appId, deleted, tx);
    await upsertStorageRows(viewer.id, appId, written, tx);
    return usage(await updateHead({ viewer, appId }, tx));
  });
}

/** Deletes everything that an app stores for the viewer, even if they can no longer see the app. */
export async function clearAppStorage({ viewer, appId }: StorageOwner): Promise<AppStorageUsage> {
  return inTransaction(async (tx) => {
    if (!(await findStorageHead(viewer.id, appId, tx))) {
      await getAppOrThrow(appId, viewer, "run");
      return usage({ bytes: 0, revision: 0 });
    }
    await lockStorageHead(viewer.id, appId, tx);
    await deleteStorageAreas(viewer.id, appId, storageAreaSchema.options, tx);
    return usage(await updateHead({ viewer, appId }, tx));
  });
}

/** @throws AppError quota_exceeded */
async function updateHead({ viewer, appId }: StorageOwner, tx: Db): Promise<StorageHead> {
  const bytes = await sumStorage(viewer.id, appId, tx);
  if (bytes > APP_STORAGE_MAX_BYTES) {
    throw new AppError("quota_exceeded", { details: { quotaBytes: APP_STORAGE_MAX_BYTES } });
  }
  return writeStorageHead(viewer.id, appId, bytes, tx);
}

function usage({ bytes, revision }: StorageHead): AppStorageUsage {
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
