import "server-only";
import { db, type Db } from "@/lib/db/client";
import { dateOfDay, type CountedDay } from "./statistics-rules";

/** Counts a run in its day and version, and a person of an earlier day as kept. The caller has locked the app's row. */
export async function addRunToDay(
  run: {
    appId: string;
    version: string;
    day: number;
    isNew: boolean;
    isFirstOfDay: boolean;
    keptSince: number | null;
  },
  tx: Db,
): Promise<void> {
  const day = dateOfDay(run.day);
  const keptDay = run.keptSince === null ? null : dateOfDay(run.keptSince);
  // Who began on the day of the upgrade, but before it, is not among its new people.
  await tx.$executeRaw`
    WITH days AS (
      INSERT INTO app_days AS d (app_id, day, runs, people, new_people)
      VALUES (${run.appId}::uuid, ${day}::date, 1, ${Number(run.isFirstOfDay)}::int, ${Number(run.isNew)}::int)
      ON CONFLICT (app_id, day) DO UPDATE SET runs = d.runs + 1, people = d.people + excluded.people,
        new_people = d.new_people + excluded.new_people),
    versions AS (
      INSERT INTO app_version_days AS v (app_id, day, version, runs)
      VALUES (${run.appId}::uuid, ${day}::date, ${run.version}, 1)
      ON CONFLICT (app_id, day, version) DO UPDATE SET runs = v.runs + 1)
    UPDATE app_days SET kept = kept + 1
     WHERE app_id = ${run.appId}::uuid AND day = ${keptDay}::date AND kept < new_people`;
}

export function listDays(appId: string, from: number): Promise<CountedDay[]> {
  return db().$queryRaw<CountedDay[]>`
    SELECT day - DATE '1970-01-01' AS day, runs, people, new_people AS "newPeople", kept
      FROM app_days WHERE app_id = ${appId}::uuid AND day >= ${dateOfDay(from)}::date ORDER BY day`;
}

/** The first day that was counted for any app, from which on a day without a row had no run; and whether this app has a row. */
export async function findFirstDay(appId: string): Promise<{ day: number | null; hasRuns: boolean }> {
  const rows = await db().$queryRaw<{ day: number | null; hasRuns: boolean }[]>`
    SELECT (SELECT min(day) FROM app_days) - DATE '1970-01-01' AS day,
           EXISTS (SELECT FROM app_days WHERE app_id = ${appId}::uuid) AS "hasRuns"`;
  return rows[0]!;
}

export function listVersionRuns(
  appId: string,
  { from, take }: { from: number; take: number },
): Promise<{ version: string; runs: number }[]> {
  return db().$queryRaw<{ version: string; runs: number }[]>`
    SELECT version, sum(runs)::int AS runs FROM app_version_days
     WHERE app_id = ${appId}::uuid AND day >= ${dateOfDay(from)}::date
     GROUP BY version ORDER BY sum(runs) DESC, version DESC LIMIT ${take}`;
}

/** Deletes up to `limit` counters of days and of their versions from before a day. @returns how many */
export async function deleteOldDays(before: Date, limit: number): Promise<number> {
  const versions = await db().$executeRaw`
    DELETE FROM app_version_days WHERE (app_id, day, version) IN
      (SELECT app_id, day, version FROM app_version_days WHERE day < ${before}::date LIMIT ${limit})`;
  const days = await db().$executeRaw`
    DELETE FROM app_days WHERE (app_id, day) IN
      (SELECT app_id, day FROM app_days WHERE day < ${before}::date LIMIT ${limit})`;
  return versions + days;
}
