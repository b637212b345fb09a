import "server-only";
import { db, type Db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { APP_JOINS, appColumns, blockedBetween, type AppRecord } from "./repository";

/** The ids of what the app was made from, the nearest first. A bound on the depth also ends a cycle. */
function lineOf(appId: string, depth: number): Prisma.Sql {
  return Prisma.sql`
    WITH RECURSIVE line (id, depth) AS (
      SELECT remixed_from_id, 1 FROM apps WHERE id = ${appId}::uuid AND remixed_from_id IS NOT NULL
      UNION ALL
      SELECT a.remixed_from_id, line.depth + 1 FROM line JOIN apps a ON a.id = line.id
       WHERE a.remixed_from_id IS NOT NULL AND line.depth < ${depth})`;
}

/** The app's ancestors, the nearest first; null for one that was deleted, or that the viewer may not see. */
export async function listAncestors(
  appId: string,
  viewerId: string,
  depth: number,
): Promise<(AppRecord | null)[]> {
  const rows = await db().$queryRaw<(AppRecord | { id: null })[]>`
    ${lineOf(appId, depth)}
    SELECT ${appColumns(viewerId)} FROM line
      LEFT JOIN (apps a ${APP_JOINS}) ON a.id = line.id AND a.deleted_at IS NULL
       AND (a.is_public OR a.owner_id = ${viewerId}::uuid)
       AND NOT ${blockedBetween(viewerId, Prisma.sql`a.owner_id`)}
     ORDER BY line.depth`;
  return rows.map((row) => (row.id === null ? null : row));
}

/** Whether `ancestorId` is among what the app was made from. */
export async function isMadeFrom(appId: string, ancestorId: string, depth: number, tx: Db): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    ${lineOf(appId, depth)} SELECT 1 FROM line WHERE id = ${ancestorId}::uuid LIMIT 1`;
  return rows.length > 0;
}

/** The published apps made from this one, without those of people whom a block keeps from the viewer. */
function remixesOf(appId: string, viewerId: string): Prisma.Sql {
  return Prisma.sql`a.remixed_from_id = ${appId}::uuid AND a.is_public
    AND NOT ${blockedBetween(viewerId, Prisma.sql`a.owner_id`)}`;
}

/** Newest first. */
export function listRemixes(
  appId: string,
  viewerId: string,
  { after, take }: { after: string | null; take: number },
): Promise<AppRecord[]> {
  const from = after ? Prisma.sql`AND a.id < ${after}::uuid` : Prisma.empty;
  return db().$queryRaw<AppRecord[]>`
    SELECT ${appColumns(viewerId)} FROM apps a ${APP_JOINS}
     WHERE ${remixesOf(appId, viewerId)} ${from}
     ORDER BY a.id DESC LIMIT ${take}`;
}

export async function countRemixes(appId: string, viewerId: string, limit: number): Promise<number> {
  const rows = await db().$queryRaw<{ total: number }[]>`
    SELECT count(*)::int AS total FROM (
      SELECT 1 FROM apps a WHERE ${remixesOf(appId, viewerId)} LIMIT ${limit}) remixes`;
  return rows[0]?.total ?? 0;
}
