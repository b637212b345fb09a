import "server-only";
import { db, type Db } from "@/lib/server/db/client";

export type AppRunRecord = { runs: number; version: string | null; trendedAt: Date | null };

export async function findAppRun(userId: string, appId: string, tx: Db = db()): Promise<AppRunRecord | null> {
  return tx.appRun.findUnique({
    where: { userId_appId: { userId, appId } },
    select: { runs: true, version: true, trendedAt: true },
  });
}

/** Counts one run of a person. The caller holds the app's row, so nobody counts the same person twice. */
export async function upsertAppRun(
  run: { userId: string; appId: string; version: string; at: Date; trendedAt: Date | null },
  tx: Db,
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO app_runs (user_id, app_id, runs, version, trended_at, first_run_at, last_run_at)
    VALUES (${run.userId}::uuid, ${run.appId}::uuid, 1, ${run.version}, ${run.trendedAt}, ${run.at}, ${run.at})
    ON CONFLICT (user_id, app_id) DO UPDATE SET runs = app_runs.runs + 1, version = excluded.version,
      trended_at = excluded.trended_at, last_run_at = excluded.last_run_at`;
}
