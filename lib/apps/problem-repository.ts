import "server-only";
import { db, type Db } from "@/lib/db/client";
import type { ProblemKind } from "./problem-rules";

/** Each function that writes problems of an app expects that the caller has locked the app's row. */

export type ProblemRecord = {
  id: string;
  version: string;
  kind: string;
  /** Both null until enough people have reported it. */
  message: string | null;
  place: string | null;
  reporters: string[];
  runs: number;
  firstAt: Date;
  lastAt: Date;
  resolvedAt: Date | null;
};

const SELECT = {
  id: true,
  version: true,
  kind: true,
  message: true,
  place: true,
  reporters: true,
  runs: true,
  firstAt: true,
  lastAt: true,
  resolvedAt: true,
} as const;

/** @param ids those of some of them */
export function listProblems(appId: string, ids?: string[], tx: Db = db()): Promise<ProblemRecord[]> {
  return tx.appProblem.findMany({ where: { appId, ...(ids && { id: { in: ids } }) }, select: SELECT });
}

/** Counts problems of a run, `max` of them in all its reports. @returns those that it had not reported before */
export async function addToRun(
  { appId, run, ids, at, max }: { appId: string; run: string; ids: string[]; at: Date; max: number },
  tx: Db,
): Promise<string[]> {
  const before = await tx.appProblemRun.findMany({ where: { run }, select: { problemId: true } });
  const known = new Set(before.map(({ problemId }) => problemId));
  const added = ids.filter((id) => !known.has(id)).slice(0, max - known.size);
  await tx.appProblemRun.createMany({ data: added.map((problemId) => ({ run, problemId, appId, at })) });
  return added;
}

export type RunProblem = {
  id: string;
  kind: ProblemKind;
  /** Both null while too few people have reported it. */
  message: string | null;
  place: string | null;
  /** In this version. */
  reporters: string[];
  /** As whether it is stored first in this version. */
  isResolved: boolean;
};

/** Counts a run's problems. */
export async function recordProblems(
  { appId, version, problems, at }: { appId: string; version: string; problems: RunProblem[]; at: Date },
  tx: Db,
): Promise<void> {
  await tx.$executeRaw`
    WITH n AS (SELECT * FROM jsonb_to_recordset(${JSON.stringify(problems)}::jsonb)
      AS n (id uuid, kind text, message text, place text, reporters text[], "isResolved" boolean)),
    others AS (
      UPDATE app_problems AS p SET message = n.message, place = n.place, reporters = '{}' FROM n
       WHERE p.app_id = ${appId}::uuid AND p.id = n.id AND p.version <> ${version}
         AND p.message IS NULL AND n.message IS NOT NULL)
    INSERT INTO app_problems AS p
      (app_id, id, version, kind, message, place, reporters, first_at, last_at, resolved_at)
    SELECT ${appId}::uuid, n.id, ${version}, n.kind, n.message, n.place, n.reporters, ${at}, ${at},
           CASE WHEN n."isResolved" THEN ${at}::timestamptz END
      FROM n
    ON CONFLICT (app_id, id, version) DO UPDATE
      SET runs = p.runs + 1, last_at = greatest(p.last_at, excluded.last_at),
          message = excluded.message, place = excluded.place, reporters = excluded.reporters`;
}

/**
 * Drops the problems of an app beyond the limits: the rarest, of these the oldest, those that are resolved last. The ones that
 * too few people have reported are counted apart, so that nobody's reports push out the others; of these the oldest go.
 */
export async function dropProblems(
  { appId, at, max, maxRare }: { appId: string; at: Date; max: number; maxRare: number },
  tx: Db,
): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM app_problems WHERE app_id = ${appId}::uuid AND (id, version) IN (
      (SELECT id, version FROM app_problems WHERE app_id = ${appId}::uuid AND message IS NOT NULL
        ORDER BY last_at >= ${at} DESC, resolved_at IS NOT NULL DESC, runs DESC, last_at DESC, id OFFSET ${max})
      UNION ALL
      (SELECT id, version FROM app_problems WHERE app_id = ${appId}::uuid AND message IS NULL
        ORDER BY last_at DESC, id OFFSET ${maxRare}))`;
}

/** @returns false if there is no such problem that its maker sees */
export async function resolveProblem(
  { appId, id, resolvedAt }: { appId: string; id: string; resolvedAt: Date | null },
  tx: Db,
): Promise<boolean> {
  const where = { appId, id, message: { not: null } };
  const { count } = await tx.appProblem.updateMany({ where, data: { resolvedAt } });
  return count > 0;
}

/** Deletes up to `limit` problems last reported before then. @returns how many */
export function deleteOldProblems(before: Date, limit: number): Promise<number> {
  // A row that a report has locked is not old any more.
  return db().$executeRaw`
    DELETE FROM app_problems WHERE (app_id, id, version) IN
      (SELECT app_id, id, version FROM app_problems WHERE last_at < ${before}
        ORDER BY app_id, id, version LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;
}

/** Deletes up to `limit` notes of what runs reported before then. @returns how many */
export function deleteOldProblemRuns(before: Date, limit: number): Promise<number> {
  return db().$executeRaw`
    DELETE FROM app_problem_runs WHERE (run, problem_id) IN
      (SELECT run, problem_id FROM app_problem_runs WHERE at < ${before}
        ORDER BY run, problem_id LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;
}
