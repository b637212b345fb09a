import "server-only";
import { db } from "@/lib/db/client";
import type { ProblemKind } from "./problem-rules";

export type ProblemRecord = {
  id: string;
  version: string;
  kind: string;
  message: string;
  place: string;
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
  runs: true,
  firstAt: true,
  lastAt: true,
  resolvedAt: true,
} as const;

/** The versions in which those problems are resolved. */
export function findResolved(appId: string, ids: string[]): Promise<{ id: string; version: string }[]> {
  return db().appProblem.findMany({
    where: { appId, id: { in: ids }, resolvedAt: { not: null } },
    select: { id: true, version: true },
  });
}

export type RunProblem = {
  id: string;
  kind: ProblemKind;
  message: string;
  place: string;
  /** As whether it is stored first in this version. */
  isResolved: boolean;
};

/** Counts a run's problems, and drops those of the app beyond `max`: the rarest, of these the oldest. */
export async function recordProblems({
  appId,
  version,
  problems,
  at,
  max,
}: {
  appId: string;
  version: string;
  problems: RunProblem[];
  at: Date;
  max: number;
}): Promise<void> {
  // In one order, so that two requests cannot wait for each other.
  await db().$executeRaw`
    INSERT INTO app_problems AS p (app_id, id, version, kind, message, place, first_at, last_at, resolved_at)
    SELECT ${appId}::uuid, n.id, ${version}, n.kind, n.message, n.place, ${at}, ${at},
           CASE WHEN n."isResolved" THEN ${at}::timestamptz END
      FROM jsonb_to_recordset(${JSON.stringify(problems)}::jsonb)
           AS n (id uuid, kind text, message text, place text, "isResolved" boolean) ORDER BY n.id
    ON CONFLICT (app_id, id, version) DO UPDATE
      SET runs = p.runs + 1, last_at = greatest(p.last_at, excluded.last_at)`;
  await db().$executeRaw`
    DELETE FROM app_problems WHERE app_id = ${appId}::uuid AND (id, version) IN
      (SELECT id, version FROM app_problems WHERE app_id = ${appId}::uuid
        ORDER BY last_at >= ${at} DESC, runs DESC, last_at DESC, id OFFSET ${max})`;
}

export function listProblems(appId: string): Promise<ProblemRecord[]> {
  return db().appProblem.findMany({ where: { appId }, select: SELECT });
}

/** @returns false if there is no such problem */
export async function resolveProblem(appId: string, id: string, resolvedAt: Date | null): Promise<boolean> {
  const { count } = await db().appProblem.updateMany({ where: { appId, id }, data: { resolvedAt } });
  return count > 0;
}

/** Deletes up to `limit` problems last reported before then. @returns how many */
export function deleteOldProblems(before: Date, limit: number): Promise<number> {
  return db().$executeRaw`
    DELETE FROM app_problems WHERE (app_id, id, version) IN
      (SELECT app_id, id, version FROM app_problems WHERE last_at < ${before} LIMIT ${limit})`;
}
