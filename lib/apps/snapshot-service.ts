import "server-only";
import { inTransaction, type Db } from "@/lib/db/client";
import { isHigherVersion } from "@/lib/package/semver";
import { AppError } from "@/lib/shared/errors";
import { KEPT_APP_DATA_FIRST_MS } from "@/lib/config/kept-limits";
import { dropKept, findKept, keepData, lockData, swapData } from "@/lib/storage/kept-service";
import { announceStorage } from "@/lib/storage/service";
import { getAppOrThrow, type Actor } from "./access-service";
import { findAppRun, setRunVersion } from "./run-repository";
import type { AppSnapshot } from "./version-contract";
import { findAppVersion, isPackageBlocked } from "./version-repository";

/**
 * Reverts a person to the version that they ran before, with a snapshot of its data.
 *
 * Trust model. Untrusted: whoever names a version or a snapshot. They move between the app's current version and one that they ran
 * themselves, with data of their own. A version that its maker or moderators removed is not offered. Data in rooms is others', too,
 * and stays; databases that are on one device only never reach the server.
 */
type AppOfViewer = { viewer: Actor; id: string };

/** The viewer's snapshot, if its version can still run. @throws AppError unknown_app */
export async function getSnapshot({ viewer, id }: AppOfViewer): Promise<AppSnapshot> {
  await getAppOrThrow(id, viewer, "run");
  const [run, kept] = await Promise.all([
    findAppRun(viewer.id, id),
    findKept({ userId: viewer.id, appId: id }),
  ]);
  const runs = run?.version ?? null;
  if (!kept || runs === null || !(await canRun(await findAppVersion(id, { version: kept.version }))))
    return { runs, kept: null };
  const { version, bytes, keptAt } = kept;
  const isForward = isHigherVersion(version, runs);
  return { runs, kept: { id: kept.id, version, bytes, keptAt: keptAt.toISOString(), isForward } };
}

/** False for a version that its maker or moderators removed. */
export async function canRun(version: { packageSha256: string } | null, tx?: Db): Promise<boolean> {
  return version !== null && !(await isPackageBlocked(version.packageSha256, tx));
}

/**
 * Swaps the data and the version with the snapshot. The viewer stays with that version as if they had
 * declined the current one.
 * @throws AppError unknown_app; not_found if its version is gone; conflict if the snapshot was replaced
 * meanwhile
 */
export async function restoreSnapshot({
  viewer,
  id,
  keptId,
}: AppOfViewer & { keptId: string }): Promise<AppSnapshot> {
  const app = await getAppOrThrow(id, viewer, "run");
  const offered = (await getSnapshot({ viewer, id })).kept;
  if (!offered) throw new AppError("not_found");
  const owner = { userId: viewer.id, appId: id };
  const head = await inTransaction(async (tx) => {
    await lockData(owner, tx);
    const run = await findAppRun(viewer.id, id, tx);
    if (!run?.version) throw new AppError("not_found");
    const { kept, head } = await swapData(owner, { keptId, running: run.version }, tx);
    const declinedVersion = kept.version === app.version ? null : app.version;
    await setRunVersion(owner, { version: kept.version, declinedVersion }, tx);
    return head;
  });
  announceStorage(owner, { cause: "saved", by: null }, head);
  return getSnapshot({ viewer, id });
}

/** The version and data that the viewer left by reverting; null if that version can no longer run. */
export async function findLeft(viewer: Actor, id: string): Promise<Left | null> {
  return leftOf(id, await findKept({ userId: viewer.id, appId: id }));
}

async function leftOf(id: string, kept: Kept, tx?: Db): Promise<Left | null> {
  if (!kept?.isLeft) return null;
  return (await canRun(await findAppVersion(id, { version: kept.version }, tx), tx)) ? kept : null;
}

type Kept = Awaited<ReturnType<typeof findKept>>;
type Left = { version: string };

/**
 * Whether somebody who runs `version` reverted to it: they stay there, whatever is released, until they go
 * forward or delete the newer data, which the snapshot of the next update would replace.
 */
export function isBack(left: Left | null, version: string | null | undefined): boolean {
  return left !== null && version != null && isHigherVersion(left.version, version);
}

/** Deletes the snapshot, even of an app that the viewer can no longer see. */
export async function dropSnapshot({ viewer, id }: AppOfViewer): Promise<void> {
  await dropKept({ userId: viewer.id, appId: id });
}

/**
 * Takes the current version: keeps what the app has stored until now, before the new version saves anything.
 * @throws AppError unknown_app; conflict if another version is current by now, or newer data is kept
 */
export async function takeUpdate({
  viewer,
  id,
  version,
}: AppOfViewer & { version: string }): Promise<AppSnapshot> {
  const app = await getAppOrThrow(id, viewer, "run");
  if (app.version !== version) throw new AppError("conflict");
  await keepBefore(viewer, { id, version });
  return getSnapshot({ viewer, id });
}

/**
 * Resolves the version to start, and takes a snapshot first. Whoever reverted stays there: a device with
 * stale state must not start a newer version with the older data.
 * @throws AppError conflict for such a start
 */
export async function beforeStart(
  viewer: Actor,
  { id, asked, current }: { id: string; asked: string | undefined; current: string },
): Promise<string | undefined> {
  if (asked !== undefined && asked !== current) return asked;
  const run = await findAppRun(viewer.id, id);
  if (run?.version != null && run.version !== current && isBack(await findLeft(viewer, id), run.version)) {
    if (asked !== undefined) throw new AppError("conflict");
    return run.version;
  }
  await keepBefore(viewer, { id, version: current });
  return asked;
}

/**
 * For a start of another version than the last. In a transaction of its own, so that the app's row, which all runs lock, is not
 * locked while the data is copied.
 */
async function keepBefore(viewer: Actor, { id, version }: { id: string; version: string }): Promise<void> {
  const owner = { userId: viewer.id, appId: id };
  const isMove = (run: Awaited<ReturnType<typeof findAppRun>>) =>
    run?.version != null && run.version !== version;
  if (!isMove(await findAppRun(viewer.id, id))) return;
  await inTransaction(async (tx) => {
    await lockData(owner, tx);
    const kept = await findKept(owner, tx);
    const run = await findAppRun(viewer.id, id, tx);
    if (!run?.version || !isMove(run)) return;
    if (isBack(await leftOf(id, kept, tx), run.version)) throw new AppError("conflict");
    if (!isStillNeeded(kept, run.version, version)) await keepData(owner, run.version, tx);
    await setRunVersion(owner, { version, declinedVersion: null }, tx);
  });
}

/** After a bad update, its snapshot must outlive the next update, and the reverting of that one. */
function isStillNeeded(kept: Kept, running: string, next: string): boolean {
  if (!kept) return false;
  // The newer version was removed, which moderators may undo.
  if (kept.isLeft) return isHigherVersion(kept.version, running);
  return kept.version === next || Date.now() - kept.keptAt.getTime() < KEPT_APP_DATA_FIRST_MS;
}
