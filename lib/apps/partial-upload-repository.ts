import "server-only";
import { db, type Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";

const SELECT = { id: true, ownerId: true, bytes: true, received: true, partKeys: true } as const;

export type PartialUploadRecord = Prisma.PartialUploadGetPayload<{ select: typeof SELECT }>;

/** Locks the row until the transaction ends; inserts it first where `bytes` is given. Null where it is somebody else's. */
export async function lockPartialUpload(
  { id, ownerId, bytes }: { id: string; ownerId: string; bytes: number | null },
  tx: Db,
): Promise<PartialUploadRecord | null> {
  if (bytes !== null) {
    await tx.$executeRaw`
      INSERT INTO partial_uploads (id, owner_id, bytes, part_keys) VALUES (${id}::uuid, ${ownerId}::uuid, ${bytes}, '{}')
      ON CONFLICT DO NOTHING`;
  }
  const rows = await tx.$queryRaw<PartialUploadRecord[]>`
    SELECT id, owner_id AS "ownerId", bytes, received, part_keys AS "partKeys"
    FROM partial_uploads WHERE id = ${id}::uuid AND owner_id = ${ownerId}::uuid FOR UPDATE`;
  return rows[0] ?? null;
}

export async function findPartialUpload(id: string, ownerId: string): Promise<PartialUploadRecord | null> {
  return db().partialUpload.findFirst({
    where: { id, ownerId },
    select: { id: true, ownerId: true, bytes: true, received: true, partKeys: true },
  });
}

export async function updatePartialUpload(
  id: string,
  change: { bytes?: number; received: number; partKeys: string[] },
  tx: Db,
): Promise<void> {
  await tx.partialUpload.update({ where: { id }, data: change, select: { id: true } });
}

/** Deletes rows; the caller removes their files. */
export async function deletePartialUploads(ids: string[], tx: Db = db()): Promise<void> {
  await tx.partialUpload.deleteMany({ where: { id: { in: ids } } });
}

/** Up to `take` uploads that began before `before`. */
export function findStaleUploads(before: Date, take: number): Promise<PartialUploadRecord[]> {
  return db().partialUpload.findMany({ where: { createdAt: { lt: before } }, select: SELECT, take });
}

/** All but the newest `keep` uploads of one user. */
export function findSurplusUploads(ownerId: string, keep: number): Promise<PartialUploadRecord[]> {
  return db().partialUpload.findMany({
    where: { ownerId },
    select: SELECT,
    orderBy: { createdAt: "desc" },
    skip: keep,
  });
}
