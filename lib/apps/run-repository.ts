import "server-only";
import { db, type Db } from "@/lib/db/client";

export type AppRunRecord = {
  runs: number;
  version: string | null;
  declinedVersion: string | null;
  trendedAt: Date | null;
};

export async function findAppRun(userId: string, appId: string, tx: Db = db()): Promise<AppRunRecord | null> {
  return tx.appRun.findUnique({
    where: { userId_appId: { userId, appId } },
    select: { runs: true, version: true, declinedVersion: true, trendedAt: true },
  });
}

/** Counts one run of a person. The caller holds the app's row, so nobody counts the same person twice. */
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
