import "server-only";
import { uuidv7 } from "uuidv7";
import type { StorageOwner } from "./repository";
import { db, type Db } from "@/lib/db/client";
import { AppError } from "@/lib/shared/errors";

const KEPT = {
  id: true,
  version: true,
  bytes: true,
  isLeft: true,
  dataId: true,
  unchangedSince: true,
  keptAt: true,
} as const;

export type KeptData = {
  id: string;
  version: string;
  bytes: number;
  isLeft: boolean;
  dataId: string | null;
  unchangedSince: number | null;
  keptAt: Date;
};

export function findKeptData(owner: StorageOwner, tx: Db = db()): Promise<KeptData | null> {
  return tx.keptAppData.findFirst({ where: owner, select: KEPT, orderBy: { id: "desc" } });
}

export async function deleteKeptData({ userId, appId }: StorageOwner, tx: Db = db()): Promise<number> {
  return (await tx.keptAppData.deleteMany({ where: { userId, appId } })).count;
}

/** Copies the stored data. The caller has locked its head. */
export async function copyStorage(
  { userId, appId }: StorageOwner,
  { version, bytes, isLeft, dataId, unchangedSince }: Omit<KeptData, "id" | "keptAt">,
  tx: Db,
): Promise<void> {
  const id = uuidv7();
  // In one statement: it locks the app's row, which every run needs, at its end and not while it copies.
  await tx.$executeRaw`
    WITH kept AS (
      INSERT INTO kept_app_data (id, user_id, app_id, version, bytes, is_left, data_id, unchanged_since)
      VALUES (${id}::uuid, ${userId}::uuid, ${appId}::uuid, ${version}, ${bytes}, ${isLeft}, ${dataId}::uuid,
        ${unchangedSince}))
    INSERT INTO kept_app_entries (kept_id, area, key_hash, key, value, bytes)
    SELECT ${id}::uuid, area, key_hash, key, value, bytes FROM app_storage_entries
     WHERE user_id = ${userId}::uuid AND app_id = ${appId}::uuid`;
}

/** Puts kept entries in the place of the stored ones, and removes the kept ones. The caller has locked the head. */
export async function putBack({ userId, appId }: StorageOwner, keptId: string, tx: Db): Promise<void> {
  await tx.appStorageEntry.deleteMany({ where: { userId, appId } });
  await tx.$executeRaw`
    INSERT INTO app_storage_entries (user_id, app_id, area, key_hash, key, value, bytes)
    SELECT ${userId}::uuid, ${appId}::uuid, area, key_hash, key, value, bytes FROM kept_app_entries
     WHERE kept_id = ${keptId}::uuid`;
  // The clean-up may have removed it meanwhile.
  const { count } = await tx.keptAppData.deleteMany({ where: { id: keptId } });
  if (count === 0) throw new AppError("conflict");
}

export async function deleteOldKeptData(before: Date, limit: number): Promise<number> {
  return db().$executeRaw`
    DELETE FROM kept_app_data WHERE id IN (
      SELECT id FROM kept_app_data WHERE kept_at < ${before} ORDER BY kept_at LIMIT ${limit})`;
}
