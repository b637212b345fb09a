import "server-only";
import { db } from "@/lib/db/client";

export type ScoreRunRecord = {
  id: string;
  appId: string;
  userId: string;
  version: string;
  seed: bigint;
  lastCall: number;
  logChars: number;
  logHash: string;
  startedAt: Date;
};

export async function insertRun(
  run: Pick<ScoreRunRecord, "id" | "appId" | "userId" | "version" | "seed" | "startedAt">,
): Promise<void> {
  await db().scoreRun.create({ data: run, select: { id: true } });
}

export async function findRun(id: string): Promise<ScoreRunRecord | null> {
  return db().scoreRun.findUnique({ where: { id } });
}

/**
 * Marks a run as used up to a call.
 * @returns false where somebody has used it meanwhile
 */
export async function spendRun(
  { id, lastCall }: Pick<ScoreRunRecord, "id" | "lastCall">,
  used: Pick<ScoreRunRecord, "lastCall" | "logChars" | "logHash">,
): Promise<boolean> {
  const { count } = await db().scoreRun.updateMany({ where: { id, lastCall }, data: used });
  return count === 1;
}

/** Removes runs that began before a time. @returns how many */
export async function deleteOldRuns(before: Date, limit: number): Promise<number> {
  return db().$executeRaw`
    DELETE FROM score_runs WHERE id IN (SELECT id FROM score_runs WHERE started_at < ${before} LIMIT ${limit})`;
}
