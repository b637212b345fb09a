import "server-only";
import { uuidv7 } from "uuidv7";
import type { AppRunResponse, AppRunStart } from "./contract";
import { TRENDING_RUN_EVERY_MS } from "./ranking";
import { AppError } from "@/lib/shared/errors";
import { inTransaction } from "@/lib/db/client";
import { addAppCounts, findApp } from "./repository";
import { findAppRun, lockAppRun, upsertAppRun } from "./run-repository";
import { countInDay } from "./statistics-service";
import { findAppVersion } from "./version-repository";
import { beforeStart, canRun, findLeft, isBack } from "./snapshot-service";
import { findDataId } from "@/lib/storage/kept-service";
import { getAppOrThrow, lockAppOrThrow, type Actor } from "./access-service";
import { trendingAfter } from "./signal-service";
import { issueRunToken } from "./run-token-service";

/**
 * Counts a run, and the user where it is their first. Each user raises "trending" once a day at most, the owner never.
 */
export async function startRun({
  viewer,
  id,
  version: asked,
  declined,
}: {
  viewer: Actor;
  id: string;
  version?: string;
  declined?: string;
}): Promise<AppRunResponse> {
  const { version: newest } = await getAppOrThrow(id, viewer, "run");
  const version = await beforeStart(viewer, { id, asked, current: newest });
  const { started, counts } = await inTransaction(async (tx) => {
    const app = await lockAppOrThrow(id, viewer, "run", tx);
    await lockAppRun(viewer.id, id, tx);
    const before = await findAppRun(viewer.id, id, tx);
    const current = await findApp({ id }, viewer.id, tx);
    if (!current) throw new AppError("unknown_app");
    const started = version === undefined || version === current.version ? current.version : before?.version;
    // Only the current version may start, or the one that this user stayed with. A stale page retries.
    if (!started || (version !== undefined && version !== started)) {
      const isKnown = version !== undefined && (await findAppVersion(id, { version }, tx)) !== null;
      throw new AppError(isKnown ? "conflict" : "validation_error", {
        message: "This version cannot be started.",
      });
    }
    // Meanwhile they went to another one.
    if (started === current.version && before?.version && before.version !== started)
      throw new AppError("conflict");
    const now = new Date();
    const trends = !before?.trendedAt || now.getTime() - before.trendedAt.getTime() >= TRENDING_RUN_EVERY_MS;
    const trendedAt = trends ? now : before.trendedAt;
    // A stale page starts the older version without having declined the new one.
    const known = declined === current.version ? declined : (before?.declinedVersion ?? null);
    const declinedVersion = started === current.version ? null : known;
    await upsertAppRun(
      { userId: viewer.id, appId: id, version: started, declinedVersion, at: now, trendedAt },
      tx,
    );
    if (viewer.id !== app.ownerId) await countInDay({ appId: id, version: started, at: now, before }, tx);
    const counts = await addAppCounts(
      id,
      {
        runs: 1,
        users: before ? 0 : 1,
        popularity: before ? 0 : 1,
        trendingScore: trends ? trendingAfter(app, viewer, "run", now) : app.trendingScore,
      },
      tx,
    );
    return {
      started,
      counts: {
        likes: counts.likesCount,
        users: counts.usersCount,
        runs: counts.runsCount,
        comments: counts.commentsCount,
      },
    };
  });
  const runId = uuidv7();
  const runToken = await issueRunToken({ userId: viewer.id, appId: id, runId, version: started });
  return { runId, runToken, counts };
}

/** For the run page: whether permissions were added since this user's last run. */
export async function getRunStart({ viewer, id }: { viewer: Actor; id: string }): Promise<AppRunStart> {
  const app = await getAppOrThrow(id, viewer, "run");
  // Read first: after a revert in between, the id does not match the version's data, and the run is refused.
  const dataId = await findDataId({ userId: viewer.id, appId: id });
  const last = await findAppRun(viewer.id, id);
  const lastVersion = last?.version ?? null;
  if (!lastVersion || lastVersion === app.version)
    return { lastVersion, lastManifest: null, canStay: false, declined: false, dataId };
  const [version, left] = await Promise.all([
    findAppVersion(id, { version: lastVersion }),
    findLeft(viewer, id),
  ]);
  return {
    lastVersion,
    lastManifest: version?.manifest ?? null,
    canStay: await canRun(version),
    declined: last?.declinedVersion === app.version || isBack(left, lastVersion),
    dataId,
  };
}
