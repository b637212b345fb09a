import "server-only";
import { db } from "@/lib/db/client";

/** Removes runs that began before a time. @returns how many */
export async function deleteOldRuns(before: Date, limit: number): Promise<number> {
  return db().$executeRaw`
    DELETE FROM score_runs WHERE id IN (SELECT id FROM score_runs WHERE started_at < ${before} LIMIT ${limit})`;
}
