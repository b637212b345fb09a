import "server-only";
import { STATISTICS_DAYS, STATISTICS_VERSIONS } from "@/lib/config/statistics-limits";
import type { Db } from "@/lib/db/client";
import { AppError } from "@/lib/shared/errors";
import { getAppOrThrow, type Actor } from "./access-service";
import type { AppRecord } from "./repository";
import type { AppStatistics } from "./statistics-contract";
import { addRunToDay, findFirstDay, listDays, listVersionRuns } from "./statistics-repository";
import { chartOf, cohortsOf, dayNumber, firstCohortDay, nameOfDay, runInDay } from "./statistics-rules";

/**
 * What the maker of an app sees of its runs: sums of a day, which name nobody.
 *
 * Trust model. Untrusted: every viewer. Only the owner reads them; to everybody else, moderators too, they are not there.
 */

/** @throws AppError unknown_app for everybody but the owner */
export async function getOwnAppOrThrow(id: string, viewer: Actor): Promise<AppRecord> {
  const app = await getAppOrThrow(id, viewer, "view");
  if (app.ownerId !== viewer.id) throw new AppError("unknown_app");
  return app;
}

/** Counts a run of somebody who is not the owner, in the transaction that records it and has locked the app's row. */
export async function countInDay(
  run: {
    appId: string;
    version: string;
    at: Date;
    /** The person's earlier runs. */
    before: { firstRunAt: Date; lastRunAt: Date } | null;
  },
  tx: Db,
): Promise<void> {
  const { appId, version, at, before } = run;
  await addRunToDay({ appId, version, ...runInDay(before, at) }, tx);
}

/** @throws AppError unknown_app for everybody but the owner */
export async function getStatistics({
  viewer,
  id,
  now = new Date(),
}: {
  viewer: Actor;
  id: string;
  now?: Date;
}): Promise<AppStatistics> {
  const { createdAt } = await getOwnAppOrThrow(id, viewer);
  const today = dayNumber(now);
  const chartFrom = today - STATISTICS_DAYS + 1;
  const from = Math.min(chartFrom - STATISTICS_DAYS, firstCohortDay(today));
  const [counted, first, versions] = await Promise.all([
    listDays(id, from),
    findFirstDay(id),
    listVersionRuns(id, { from: chartFrom, take: STATISTICS_VERSIONS }),
  ]);
  const countedFrom = Math.min(today, Math.max(first.day ?? today, dayNumber(createdAt)));
  return {
    countedFrom: nameOfDay(countedFrom),
    hasRuns: first.hasRuns,
    ...chartOf(counted, today, countedFrom),
    versions,
    weeks: cohortsOf(counted, today),
  };
}
