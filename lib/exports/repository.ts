import "server-only";
import { EXPORT_ALIVE_MS } from "@/lib/config/export-limits";
import { db, type Db } from "@/lib/db/client";
import type { EXPORT_STATUSES } from "./contract";

export type ExportRecord = {
  id: string;
  userId: string;
  status: (typeof EXPORT_STATUSES)[number];
  language: string;
  progress: number;
  partKeys: string[];
  bytes: number;
  attempts: number;
  createdAt: Date;
  finishedAt: Date | null;
};

const SELECT = {
  id: true,
  userId: true,
  status: true,
  language: true,
  progress: true,
  partKeys: true,
  bytes: true,
  attempts: true,
  createdAt: true,
  finishedAt: true,
} as const;

type Row = Omit<ExportRecord, "bytes" | "status"> & { bytes: bigint; status: string };
const recordOf = (row: Row): ExportRecord => ({
  ...row,
  status: row.status as ExportRecord["status"],
  bytes: Number(row.bytes),
});

/** Which of these posts a person wrote. */
export async function findOwnPosts(authorId: string, ids: string[]): Promise<Set<string>> {
  const rows = await db().post.findMany({ where: { authorId, id: { in: ids } }, select: { id: true } });
  return new Set(rows.map(({ id }) => id));
}

/** The newest of a person. */
export async function findExport(userId: string, client: Db = db()): Promise<ExportRecord | null> {
  const row = await client.export.findFirst({ where: { userId }, orderBy: { id: "desc" }, select: SELECT });
  return row && recordOf(row);
}

export async function insertExport(
  { id, userId, language }: { id: string; userId: string; language: string },
  tx: Db,
): Promise<ExportRecord> {
  return recordOf(await tx.export.create({ data: { id, userId, language }, select: SELECT }));
}

/** Begins a run of an export, unless it has been made. A run of before is superseded. */
export async function claimExport(id: string): Promise<ExportRecord | null> {
  const { count } = await db().export.updateMany({
    where: { id, status: { not: "ready" } },
    data: {
      status: "running",
      attempts: { increment: 1 },
      progress: 0,
      finishedAt: null,
      aliveAt: new Date(),
    },
  });
  const row = count > 0 && (await db().export.findUnique({ where: { id }, select: SELECT }));
  return row ? recordOf(row) : null;
}

/**
 * Those under way that have no job: they wait again, or have failed where that happened `attempts` times. The release before
 * has no jobs: its runs live until they have said nothing for EXPORT_ALIVE_MS.
 */
export function takeUnqueued(
  { attempts, now, limit }: { attempts: number; now: Date; limit: number },
  tx: Db,
): Promise<{ id: string; status: ExportRecord["status"] }[]> {
  return tx.$queryRaw`
    UPDATE exports SET status = CASE WHEN attempts < ${attempts} THEN 'waiting' ELSE 'failed' END,
           finished_at = CASE WHEN attempts < ${attempts} THEN NULL ELSE ${now}::timestamptz END
     WHERE id IN (
       SELECT id FROM exports e
        WHERE (status = 'waiting'
               OR status = 'running' AND coalesce(alive_at, '-infinity') < ${new Date(now.getTime() - EXPORT_ALIVE_MS)}::timestamptz)
          AND NOT EXISTS (
          SELECT 1 FROM gum_queue.job j WHERE j.name = 'exports' AND j.state < 'completed' AND j.data->>'id' = e.id::text)
        ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING id, status`;
}

/** Of a run: it has come so far. @returns false if another run took its place, or the account is gone */
export async function saveProgress(
  { id, attempts }: Pick<ExportRecord, "id" | "attempts">,
  data: { progress?: number; partKeys?: string[]; bytes?: number },
): Promise<boolean> {
  const { count } = await db().export.updateMany({
    where: { id, attempts, status: "running" },
    data: { ...data, aliveAt: new Date() },
  });
  return count === 1;
}

/** Ends a run. @returns false if another run took its place, or the account is gone */
export async function endRun(
  { id, attempts }: Pick<ExportRecord, "id" | "attempts">,
  data: { status: ExportRecord["status"]; partKeys: string[]; bytes: number; finishedAt: Date | null },
  client: Db = db(),
): Promise<boolean> {
  const { count } = await client.export.updateMany({ where: { id, attempts, status: "running" }, data });
  return count === 1;
}

/** Deletes those that ended before, and their rows. @returns the keys of their files */
export async function deleteExports(where: { before: Date; limit: number }): Promise<string[][]> {
  const rows = await db().$queryRaw<{ partKeys: string[] }[]>`
    DELETE FROM exports WHERE id IN (
      SELECT id FROM exports WHERE status IN ('ready', 'failed') AND finished_at < ${where.before}
       ORDER BY id LIMIT ${where.limit})
    RETURNING part_keys AS "partKeys"`;
  return rows.map(({ partKeys }) => partKeys);
}

/** Deletes all of a person that have ended, in favour of a new one. @returns the keys of their files */
export async function deleteEndedExports(userId: string, tx: Db): Promise<string[]> {
  const rows = await tx.$queryRaw<{ partKeys: string[] }[]>`
    DELETE FROM exports WHERE user_id = ${userId}::uuid AND status IN ('ready', 'failed')
    RETURNING part_keys AS "partKeys"`;
  return rows.flatMap(({ partKeys }) => partKeys);
}

/** Those posts of an archive that the person has here: by the key of their import, or by their own id. */
export async function findImported(
  authorId: string,
  ids: string[],
): Promise<{ id: string; postId: string }[]> {
  const rows = await db().post.findMany({
    where: { authorId, OR: [{ clientKey: { in: ids } }, { id: { in: ids } }] },
    select: { id: true, clientKey: true },
  });
  const wanted = new Set(ids);
  return rows.map(({ id, clientKey }) => ({ id: wanted.has(id) ? id : (clientKey ?? id), postId: id }));
}
