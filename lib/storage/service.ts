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
  type StorageOwner,
  type StorageRowKey,
} from "./repository";
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
  const owner = { userId: viewer.id, appId };
  // Reads the head first: rows may then be newer than its revision, never older.
  const head = await findStorageHead(owner);
  const personId = appPersonId(viewer.id, appId);
  if (!head) return { ...usage({ bytes: 0, revision: 0 }), personId, entries: [] };
  const rows = await listStorageRows(owner);
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
}: AppOfViewer & { changes: StorageChange[] }): Promise<AppStorageUsage> {
  await getAppOrThrow(appId, viewer, "run");
  const owner = { userId: viewer.id, appId };
  return inTransaction(async (tx) => {
    const head = await lockStorageHead(owner, tx);
    if (changes.length === 0) return usage(head);
    const { cleared, deleted, written } = netChanges(changes);
    if (cleared.length) await deleteStorageAreas(owner, cleared, tx);
    await deleteStorageRows(owner, deleted, tx);
    await upsertStorageRows(owner, written, tx);
    return usage(await updateHead(owner, tx));
  });
}

/** Deletes everything that an app stores for the viewer, even if they can no longer see the app. */
export async function clearAppStorage({ viewer, appId }: AppOfViewer): Promise<AppStorageUsage> {
  const owner = { userId: viewer.id, appId };
  return inTransaction(async (tx) => {
    if (!(await findStorageHead(owner, tx))) {
      await getAppOrThrow(appId, viewer, "run");
      return usage({ bytes: 0, revision: 0 });
    }
    await lockStorageHead(owner, tx);
    await deleteStorageAreas(owner, storageAreaSchema.options, tx);
    return usage(await updateHead(owner, tx));
  });
}

/** @throws AppError quota_exceeded */
async function updateHead(owner: StorageOwner, tx: Db): Promise<StorageHead> {
  const bytes = await sumStorage(owner, tx);
  if (bytes > APP_STORAGE_MAX_BYTES) {
    throw new AppError("quota_exceeded", { details: { quotaBytes: APP_STORAGE_MAX_BYTES } });
  }
  return writeStorageHead(owner, bytes, tx);
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
