import "server-only";
import { uuidv7 } from "uuidv7";
import type { StorageOwner } from "./repository";
import { db, type Db } from "@/lib/db/client";

const KEPT = { id: true, version: true, bytes: true, isLeft: true, keptAt: true } as const;

export type KeptData = { id: string; version: string; bytes: number; isLeft: boolean; keptAt: Date };

export function findKeptData(owner: StorageOwner, tx: Db = db()): Promise<KeptData | null> {
  return tx.keptAppData.findFirst({ where: owner, select: KEPT, orderBy: { id: "desc" } });
}

export async function deleteKeptData({ userId, appId }: StorageOwner, tx: Db = db()): Promise<number> {
  return (await tx.keptAppData.deleteMany({ where: { userId, appId } })).count;
}

/** Copies the stored data. The caller has locked its head. */
export async function copyStorage(
  owner: StorageOwner,
  kept: { version: string; bytes: number; isLeft: boolean },
  tx: Db,
): Promise<string> {
  const id = uuidv7();
  await tx.keptAppData.create({ data: { id, ...owner, ...kept }, select: { id: true } });
  await tx.$executeRaw`
    INSERT INTO kept_app_entries (kept_id, area, key_hash, key, value, bytes)
    SELECT ${id}::uuid, area, key_hash, key, value, bytes FROM app_storage_entries
     WHERE user_id = ${owner.userId}::uuid AND app_id = ${owner.appId}::uuid`;
  return id;
}

/** Puts kept entries in the place of the stored ones, and removes the kept ones. */
export async function putBack({ userId, appId }: StorageOwner, keptId: string, tx: Db): Promise<void> {
  await tx.appStorageEntry.deleteMany({ where: { userId, appId } });
  await tx.$executeRaw`
    INSERT INTO app_storage_entries (user_id, app_id, area, key_hash, key, value, bytes)
    SELECT ${userId}::uuid, ${appId}::uuid, area, key_hash, key, value, bytes FROM kept_app_entries
     WHERE kept_id = ${keptId}::uuid`;
  await tx.keptAppData.delete({ where: { id: keptId }, select: { id: true } });
}

export async function deleteOldKeptData(before: Date, limit: number): Promise<number> {
  return db().$executeRaw`
    DELETE FROM kept_app_data WHERE id IN (
      SELECT id FROM kept_app_data WHERE kept_at < ${before} ORDER BY kept_at LIMIT ${limit})`;
}
