import "server-only";
import type { StorageArea } from "./contract";
import type { WriterHead } from "./rules";
import { db, type Db } from "@/lib/db/client";

/** Whose storage of which app. */
export type StorageOwner = { userId: string; appId: string };
export type StorageHead = WriterHead & { bytes: number; dataId: string | null };
/** Keys and values are JSON string literals; see the Prisma schema. */
type StorageRow = { area: StorageArea; key: string; value: string };
export type NewStorageRow = StorageRow & { keyHash: Uint8Array<ArrayBuffer>; bytes: number };

const HEAD = {
  bytes: true,
  revision: true,
  writer: true,
  writerSince: true,
  isOpen: true,
  saves: true,
  dataId: true,
} as const;

export async function findStorageHead(owner: StorageOwner, tx: Db = db()): Promise<StorageHead | null> {
  return tx.appStorage.findUnique({
    where: { userId_appId: owner },
    select: HEAD,
  });
}

/** Creates the head if needed and locks it until the transaction ends, which serialises writers. */
export async function lockStorageHead({ userId, appId }: StorageOwner, tx: Db): Promise<StorageHead> {
  await tx.$executeRaw`
    INSERT INTO app_storage (user_id, app_id, updated_at) VALUES (${userId}::uuid, ${appId}::uuid, now())
    ON CONFLICT DO NOTHING`;
  const rows = await tx.$queryRaw<StorageHead[]>`
    SELECT bytes, revision, writer, writer_since AS "writerSince", is_open AS "isOpen", saves, data_id AS "dataId"
      FROM app_storage WHERE user_id = ${userId}::uuid AND app_id = ${appId}::uuid FOR UPDATE`;
  return rows[0]!;
}

export async function listStorageRows(owner: StorageOwner): Promise<StorageRow[]> {
  const rows = await db().appStorageEntry.findMany({
    where: owner,
    select: { area: true, key: true, value: true },
    orderBy: [{ area: "asc" }, { keyHash: "asc" }],
  });
  return rows as StorageRow[];
}

export async function deleteStorageAreas(
  owner: StorageOwner,
  areas: readonly StorageArea[],
  tx: Db,
): Promise<void> {
  await tx.appStorageEntry.deleteMany({ where: { ...owner, area: { in: [...areas] } } });
}

export type StorageRowKey = Pick<NewStorageRow, "area" | "keyHash">;

export async function deleteStorageRows(
  { userId, appId }: StorageOwner,
  keys: StorageRowKey[],
  tx: Db,
): Promise<void> {
  if (keys.length === 0) return;
  await tx.$executeRaw`
    DELETE FROM app_storage_entries e USING unnest(${keys.map((key) => key.area)}::text[],
      ${keys.map((key) => Buffer.from(key.keyHash))}::bytea[]) AS gone(area, key_hash)
    WHERE e.user_id = ${userId}::uuid AND e.app_id = ${appId}::uuid AND e.area = gone.area
      AND e.key_hash = gone.key_hash`;
}

export async function upsertStorageRows(
  { userId, appId }: StorageOwner,
  rows: NewStorageRow[],
  tx: Db,
): Promise<void> {
  if (rows.length === 0) return;
  await tx.$executeRaw`
    INSERT INTO app_storage_entries (user_id, app_id, area, key_hash, key, value, bytes)
    SELECT ${userId}::uuid, ${appId}::uuid, n.area, n.key_hash, n.key, n.value, n.bytes
    FROM unnest(${rows.map((row) => row.area)}::text[], ${rows.map((row) => Buffer.from(row.keyHash))}::bytea[],
      ${rows.map((row) => row.key)}::text[], ${rows.map((row) => row.value)}::text[],
      ${rows.map((row) => row.bytes)}::integer[]) AS n(area, key_hash, key, value, bytes)
    ON CONFLICT (user_id, app_id, area, key_hash) DO UPDATE SET value = excluded.value, bytes = excluded.bytes`;
}

/** Sums the bytes of all entries. */
export async function sumStorage(owner: StorageOwner, tx: Db): Promise<number> {
  const { _sum } = await tx.appStorageEntry.aggregate({ where: owner, _sum: { bytes: true } });
  return _sum.bytes ?? 0;
}

export async function writeStorageHead(owner: StorageOwner, head: StorageHead, tx: Db): Promise<void> {
  await tx.appStorage.update({ where: { userId_appId: owner }, data: { ...head, saves: [...head.saves] } });
}
