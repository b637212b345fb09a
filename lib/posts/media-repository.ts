import "server-only";
import { db, type Db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";

/** The JSON columns of a recording. */
export type PlaybackRecord = {
  kind: "video" | "audio";
  title: string;
  durationMs: number | null;
  hasSound: boolean;
  loops: boolean;
  /** Of the captions. */
  language: string | null;
};

export type MediaRecord = {
  id: string;
  fileKey: string;
  type: string;
  width: number;
  height: number;
  alt: string;
  preview: string;
  /** Null for a picture, like the next two. */
  playback: PlaybackRecord | null;
  posterKey: string | null;
  captionsKey: string | null;
};

const SELECT = {
  id: true,
  fileKey: true,
  type: true,
  width: true,
  height: true,
  alt: true,
  preview: true,
  playback: true,
  posterKey: true,
  captionsKey: true,
} as const;

/** SQL for the MediaRecord of the row `m`. */
export const MEDIA_JSON = Prisma.sql`json_build_object('id', m.id, 'fileKey', m.file_key, 'type', m.type,
  'width', m.width, 'height', m.height, 'alt', m.alt, 'preview', m.preview, 'playback', m.playback,
  'posterKey', m.poster_key, 'captionsKey', m.captions_key)`;

/** SQL for the keys of the files of a row of media. */
const FILE_KEYS = Prisma.sql`array_remove(ARRAY[file_key, poster_key, captions_key], NULL)`;

type StoredMedia = Prisma.MediaGetPayload<{ select: typeof SELECT }>;
const asRecord = (row: StoredMedia): MediaRecord => ({
  ...row,
  playback: row.playback as PlaybackRecord | null,
});

/** The keys of the files of a picture or a recording. */
export function fileKeysOf({
  fileKey,
  posterKey,
  captionsKey,
}: Pick<MediaRecord, "fileKey" | "posterKey" | "captionsKey">): string[] {
  return [fileKey, posterKey, captionsKey].filter((key) => key !== null);
}

export async function insertMedia({
  playback,
  ...media
}: MediaRecord & { ownerId: string }): Promise<MediaRecord> {
  const data = { ...media, ...(playback && { playback }) };
  return asRecord(await db().media.create({ data, select: SELECT }));
}

/** Those of these pictures and recordings that belong to the owner and are in no post yet. */
export async function findFreeMedia(ownerId: string, ids: string[]): Promise<MediaRecord[]> {
  const rows = await db().media.findMany({
    where: { id: { in: ids }, ownerId, postId: null },
    select: SELECT,
  });
  return rows.map(asRecord);
}

type RecordingFiles = Pick<MediaRecord, "captionsKey" | "posterKey">;

/** Changes a recording that is in no post and still has these files. @returns null if there is none */
export async function updateFreeRecording(
  expected: RecordingFiles & { id: string; ownerId: string },
  change: RecordingFiles & { playback: PlaybackRecord; preview: string },
  tx: Db,
): Promise<MediaRecord | null> {
  const where = { ...expected, postId: null };
  const rows = await tx.media.updateManyAndReturn({ where, data: change, select: SELECT });
  return rows[0] ? asRecord(rows[0]) : null;
}

/** Deletes a picture that is in no post, but not its file. @returns null if there is none */
export async function takeFreePicture(
  { id, ownerId }: { id: string; ownerId: string },
  tx: Db,
): Promise<Pick<MediaRecord, "fileKey" | "preview"> | null> {
  const rows = await tx.$queryRaw<{ fileKey: string; preview: string }[]>`
    DELETE FROM media WHERE id = ${id}::uuid AND owner_id = ${ownerId}::uuid AND post_id IS NULL AND playback IS NULL
    RETURNING file_key AS "fileKey", preview`;
  return rows[0] ?? null;
}

export function findMediaFile(id: string, ownerId: string) {
  return db().media.findFirst({
    where: { id, ownerId },
    select: { fileKey: true, type: true, createdAt: true, postId: true },
  });
}

/** Puts a picture or a recording into a post. @returns false if it is not the owner's, or is in a post already */
export async function attachMedia(
  media: { id: string; ownerId: string; postId: string; position: number; alt: string },
  tx: Db,
): Promise<boolean> {
  const { id, ownerId, ...data } = media;
  const { count } = await tx.media.updateMany({ where: { id, ownerId, postId: null }, data });
  return count === 1;
}

/** Deletes up to `limit` pictures and recordings uploaded before `before` that no post and no draft uses. @returns their file keys */
export async function deleteUnusedMedia(before: Date, limit: number): Promise<string[]> {
  const rows = await db().$queryRaw<{ fileKeys: string[] }[]>`
    DELETE FROM media WHERE post_id IS NULL AND id IN
      (SELECT id FROM media WHERE post_id IS NULL AND created_at < ${before}
          AND NOT EXISTS (SELECT 1 FROM post_drafts d WHERE d.owner_id = media.owner_id
                AND (d.content->'media' @> jsonb_build_array(jsonb_build_object('id', media.id))
                  OR d.content->'thread' @> jsonb_build_array(jsonb_build_object('media',
                       jsonb_build_array(jsonb_build_object('id', media.id))))))
        LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING ${FILE_KEYS} AS "fileKeys"`;
  return rows.flatMap(({ fileKeys }) => fileKeys);
}

/** Deletes those of these that belong to the owner and are in no post. @returns their file keys */
export async function deleteFreeMedia(ownerId: string, ids: string[]): Promise<string[]> {
  const rows = await db().$queryRaw<{ fileKeys: string[] }[]>`
    DELETE FROM media WHERE owner_id = ${ownerId}::uuid AND post_id IS NULL AND id = ANY (${ids}::uuid[])
    RETURNING ${FILE_KEYS} AS "fileKeys"`;
  return rows.flatMap(({ fileKeys }) => fileKeys);
}
