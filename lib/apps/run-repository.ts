import "server-only";
import { db, type Db } from "@/lib/db/client";

export async function findAppRun(userId: string, appId: string, tx: Db = db()) {
  return tx.appRun.findUnique({
    where: { userId_appId: { userId, appId } },
    select: { version: true, declinedVersion: true, trendedAt: true, firstRunAt: true, lastRunAt: true },
  });
}

/** Keeps the row as it is until the transaction ends. */
export async function lockAppRun(userId: string, appId: string, tx: Db): Promise<void> {
  await tx.$executeRaw`
    SELECT 1 FROM app_runs WHERE user_id = ${userId}::uuid AND app_id = ${appId}::uuid FOR UPDATE`;
}

/** Which version a person runs, without a run. */
export async function setRunVersion(
  { userId, appId }: { userId: string; appId: string },
  run: { version: string; declinedVersion: string | null },
  tx: Db,
): Promise<void> {
  await tx.appRun.update({ where: { userId_appId: { userId, appId } }, data: run, select: { appId: true } });
}

/** Counts a run of a user. The caller has locked the app's row. */
export async function upsertAppRun(
  run: {
    userId: string;
    appId: string;
    version: string;
    declinedVersion: string | null;
    at: Date;
    trendedAt: Date | null;
  },
  tx: Db,
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO app_runs (user_id, app_id, runs, version, declined_version, trended_at, first_run_at, last_run_at)
    VALUES (${run.userId}::uuid, ${run.appId}::uuid, 1, ${run.version}, ${run.declinedVersion}, ${run.trendedAt},
      ${run.at}, ${run.at})
    ON CONFLICT (user_id, app_id) DO UPDATE SET runs = app_runs.runs + 1, version = excluded.version,
      declined_version = excluded.declined_version, trended_at = excluded.trended_at, last_run_at = excluded.last_run_at`;
}
