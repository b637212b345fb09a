import "server-only";
import { createHash } from "node:crypto";
import { APP_STORAGE_MAX_BYTES } from "@/lib/config/limits";
import type { AppStorageSnapshot, AppStorageUsage, StorageArea, StorageChange } from "./contract";
import { AppError } from "@/lib/shared/errors";
import { inTransaction, type Db } from "@/lib/db/client";
import {
  deleteStorageArea,
  deleteStorageRows,
  findStorageHead,
  listStorageRows,
  lockStorageHead,
  sumStorage,
  upsertStorageRows,
  writeStorageHead,
  type NewStorageRow,
  type StorageHead,
} from "./repository";
import { getAppOrThrow, type Actor } from "@/lib/apps/access-service";
import { appPersonId } from "@/lib/permissions/service";

/**
 * Trust model. Outside: an app, through the person who runs it. It controls every key and value, and how often it
 * writes. What must hold: it reaches only what the same person keeps for the same app, never more than the quota, and
 * any UTF-16 text comes back as it was written.
 */
type Place = { viewer: Actor; appId: string };

/** Everything an app keeps for the viewer. */
export async function readAppStorage({ viewer, appId }: Place): Promise<AppStorageSnapshot> {
  await getAppOrThrow(appId, viewer, "run");
  // The head first: rows may then be newer than the revision says, never older.
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
 * @throws AppError quota_exceeded where they would pass the quota
 */
export async function changeAppStorage({
  viewer,
  appId,
  changes,
}: Place & { changes: StorageChange[] }): Promise<AppStorageUsage> {
  await getAppOrThrow(appId, viewer, "run");
  return inTransaction(async (tx) => {
    const head = await lockStorageHead(viewer.id, appId, tx);
    if (changes.length === 0) return usage(head);
    const { emptied, deleted, written } = resultOf(changes);
    for (const area of emptied) await deleteStorageArea(viewer.id, appId, area, tx);
    await deleteStorageRows(viewer.id, appId, deleted, tx);
    await upsertStorageRows(viewer.id, appId, written, tx);
    return usage(await settle({ viewer, appId }, tx));
  });
}

/** Forgets everything an app keeps for the viewer; also of an app that they may no longer see. */
export async function clearAppStorage({ viewer, appId }: Place): Promise<AppStorageUsage> {
  return inTransaction(async (tx) => {
    if (!(await findStorageHead(viewer.id, appId, tx))) {
      await getAppOrThrow(appId, viewer, "run");
      return usage({ bytes: 0, revision: 0 });
    }
    await lockStorageHead(viewer.id, appId, tx);
    for (const area of ["local", "cookies", "databases", "values"] as const) {
      await deleteStorageArea(viewer.id, appId, area, tx);
    }
    return usage(await settle({ viewer, appId }, tx));
  });
}

async function settle({ viewer, appId }: Place, tx: Db): Promise<StorageHead> {
  const bytes = await sumStorage(viewer.id, appId, tx);
  if (bytes > APP_STORAGE_MAX_BYTES) {
    throw new AppError("quota_exceeded", { details: { quotaBytes: APP_STORAGE_MAX_BYTES } });
  }
  return writeStorageHead(viewer.id, appId, bytes, tx);
}

function usage({ bytes, revision }: StorageHead): AppStorageUsage {
  return { revision, usedBytes: bytes, quotaBytes: APP_STORAGE_MAX_BYTES };
}

/** What a list of changes comes to: the last word on each key, after the last emptying of its area. */
function resultOf(changes: StorageChange[]): {
  emptied: Set<StorageArea>;
  deleted: { area: StorageArea; keyHash: Uint8Array<ArrayBuffer> }[];
  written: NewStorageRow[];
} {
  const emptied = new Set<StorageArea>();
  const last = new Map<string, { area: StorageArea; key: string; value: string | null }>();
  for (const { area, key, value } of changes) {
    if (key !== null) {
      last.set(`${area} ${key}`, { area, key, value });
      continue;
    }
    emptied.add(area);
    for (const [place, change] of last) if (change.area === area) last.delete(place);
  }
  const deleted = [];
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
  return { emptied, deleted, written };
}

function fromLiteral(literal: string): string {
  return JSON.parse(literal) as string;
}
