import "server-only";
import { db, type Db } from "@/lib/db/client";

export type MediaRecord = {
  id: string;
  fileKey: string;
  type: string;
  width: number;
  height: number;
  alt: string;
  preview: string;
};

const SELECT = {
  id: true,
  fileKey: true,
  type: true,
  width: true,
  height: true,
  alt: true,
  preview: true,
} as const;

export function insertMedia(media: MediaRecord & { ownerId: string }): Promise<MediaRecord> {
  return db().media.create({ data: media, select: SELECT });
}

/** Those of these pictures that belong to the owner and are in no post yet. */
export function findFreeMedia(ownerId: string, ids: string[]): Promise<MediaRecord[]> {
  return db().media.findMany({ where: { id: { in: ids }, ownerId, postId: null }, select: SELECT });
}

/** Puts a picture into a post. @returns false if it is not the owner's, or is in a post already */
export async function attachMedia(
  media: { id: string; ownerId: string; postId: string; position: number; alt: string },
  tx: Db,
): Promise<boolean> {
  const { id, ownerId, ...data } = media;
  const { count } = await tx.media.updateMany({ where: { id, ownerId, postId: null }, data });
  return count === 1;
}

/** Deletes up to `limit` pictures uploaded before `before` and never posted. @returns their file keys */
export async function deleteUnusedMedia(before: Date, limit: number): Promise<string[]> {
  const rows = await db().$queryRaw<{ fileKey: string }[]>`
    DELETE FROM media WHERE post_id IS NULL AND id IN
      (SELECT id FROM media WHERE post_id IS NULL AND created_at < ${before} LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING file_key AS "fileKey"`;
  return rows.map(({ fileKey }) => fileKey);
}

/** Deletes those of these pictures that belong to the owner and are in no post. @returns their file keys */
export async function deleteFreeMedia(ownerId: string, ids: string[]): Promise<string[]> {
  const rows = await db().$queryRaw<{ fileKey: string }[]>`
    DELETE FROM media WHERE owner_id = ${ownerId}::uuid AND post_id IS NULL AND id = ANY (${ids}::uuid[])
    RETURNING file_key AS "fileKey"`;
  return rows.map(({ fileKey }) => fileKey);
}
