import "server-only";
import { Prisma } from "@/lib/db/generated/client";
import { readOnce } from "@/lib/db/pool";
import { idBefore } from "@/lib/shared/time-id";
import { type DayCount, samplePercent, WORK_COUNT_MAX } from "./facts";

/** Nobody waits longer for a figure. */
const READ_MS = 2_000;

export type TableEstimates = {
  database: number;
  users: number;
  media: number;
  appVersions: number;
  storedFiles: number;
  exports: number;
};

/** The size of the database in bytes, and how many rows its statistics see in each table. */
export async function readEstimates(): Promise<TableEstimates> {
  const rows = (table: string) =>
    Prisma.sql`(SELECT reltuples::float8 FROM pg_class WHERE oid = ${table}::regclass)`;
  const [found] = await readOnce<TableEstimates>(
    Prisma.sql`
      SELECT pg_database_size(current_database())::float8 AS database, ${rows("users")} AS users,
             ${rows("media")} AS media, ${rows("app_versions")} AS "appVersions",
             ${rows("stored_files")} AS "storedFiles", ${rows("exports")} AS exports`,
    READ_MS,
  );
  return found!;
}

export type PeopleCounts = { total: number; activeDay: number; activeWeek: number };

/** @param percent how much of the table is read; the counts are those of this part */
export async function countPeople(percent: number): Promise<PeopleCounts> {
  const [found] = await readOnce<PeopleCounts>(
    Prisma.sql`
      WITH sampled AS (
        SELECT (SELECT max(s.last_used_at) FROM sessions s WHERE s.user_id = u.id) AS seen
          FROM users u TABLESAMPLE SYSTEM (${percent}::real))
      SELECT count(*)::int AS total,
             count(*) FILTER (WHERE seen > now() - interval '1 day')::int AS "activeDay",
             count(*) FILTER (WHERE seen > now() - interval '7 days')::int AS "activeWeek"
        FROM sampled`,
    READ_MS,
  );
  return found!;
}

/** Accounts by the day in UTC on which they were made; days without one are missing. */
export function countSignups(since: Date): Promise<DayCount[]> {
  return readOnce<DayCount>(
    Prisma.sql`
      SELECT to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, count(*)::int AS count
        FROM users WHERE id >= ${idBefore(since)}::uuid GROUP BY 1`,
    READ_MS,
  );
}

export type FileSizes = { packages: number; privateFiles: number; exports: number; pictures: number };

/** In bytes, pictures as a number; projected from a part of large tables. */
export async function sumFiles(rows: TableEstimates): Promise<FileSizes> {
  const sum = (table: string, column: string, estimate: number) => {
    const percent = samplePercent(estimate);
    return Prisma.sql`(SELECT coalesce(sum(${Prisma.raw(column)}), 0)::float8 * 100 / ${percent}::float8
      FROM ${Prisma.raw(table)} TABLESAMPLE SYSTEM (${percent}::real))`;
  };
  const [found] = await readOnce<FileSizes>(
    Prisma.sql`
      SELECT ${sum("app_versions", "package_bytes", rows.appVersions)} AS packages,
             ${sum("stored_files", "bytes", rows.storedFiles)} AS "privateFiles",
             ${sum("exports", "bytes", rows.exports)} AS exports,
             ${sum("media", "1", rows.media)} AS pictures`,
    READ_MS,
  );
  return found!;
}

export type WorkCounts = { exports: number; duePosts: number; uploads: number };

/** What waits for a job. */
export async function countWork(now: Date): Promise<WorkCounts> {
  const upTo = (query: Prisma.Sql) =>
    Prisma.sql`(SELECT count(*)::int FROM (${query} LIMIT ${WORK_COUNT_MAX}) counted)`;
  const [found] = await readOnce<WorkCounts>(
    Prisma.sql`
      SELECT ${upTo(Prisma.sql`SELECT 1 FROM exports WHERE status IN ('waiting', 'running')`)} AS exports,
             ${upTo(Prisma.sql`SELECT 1 FROM post_drafts WHERE scheduled_at <= ${now} AND problem IS NULL`)} AS "duePosts",
             ${upTo(Prisma.sql`SELECT 1 FROM partial_uploads`)} AS uploads`,
    READ_MS,
  );
  return found!;
}
