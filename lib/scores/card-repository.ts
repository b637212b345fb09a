import "server-only";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { BoardNews } from "./card-contract";
import { ALL_TIME } from "./rules";

/**
 * SQL for the BoardCardRecord, or null, of the rows `a` of apps and `v` of its version.
 * @param hidden uuid[] of people
 */
export function boardCardSql(hidden: Prisma.Sql, count: number): Prisma.Sql {
  const board = Prisma.sql`(v.manifest->'scores'->0)`;
  return Prisma.sql`
    CASE WHEN jsonb_typeof(${board}) = 'object' THEN json_build_object(
      'title', ${board}->'title', 'unit', ${board}->'unit', 'verified', ${board}->'verified', 'entries', (
        SELECT json_agg(json_build_object('userId', u.id, 'value', top.value, 'name', CASE WHEN c.user_id IS NOT NULL
                 THEN COALESCE(NULLIF(u.display_name, ''), u.username) END) ORDER BY top.place, top.id)
          FROM (SELECT s.id, s.user_id, s.value, s.place FROM scores s
                 WHERE s.app_id = a.id AND s.board = ${board}->>'id' AND s.period = ${ALL_TIME}
                   AND s.kind = (${board}->>'order')
                     || CASE WHEN (${board}->>'verified')::boolean THEN '+verified' ELSE '' END
                   AND s.user_id <> ALL (${hidden}::uuid[])
                 ORDER BY s.place, s.id LIMIT ${Prisma.raw(String(count))}) top
          JOIN users u ON u.id = top.user_id
          LEFT JOIN profile_consents c ON c.user_id = top.user_id AND c.app_id = a.id))
    END`;
}

/** @returns null for a deleted app */
export async function findBoardNews(appId: string, count: number): Promise<BoardNews | null> {
  const rows = await db().$queryRaw<BoardNews[]>`
    SELECT a.owner_id AS "appOwnerId", a.is_public AS "isAppPublic",
           (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS at,
           ${boardCardSql(Prisma.sql`'{}'`, count)} AS board
      FROM apps a JOIN app_versions v ON v.id = a.current_version_id
     WHERE a.id = ${appId}::uuid AND a.deleted_at IS NULL`;
  return rows[0] ?? null;
}
