import "server-only";
import type { Db } from "@/lib/db/client";
import type { LiveEvent } from "@/lib/realtime/event-bus.server";
import { appChanged, appUnpublished } from "@/lib/realtime/row-events";
import { AppError } from "@/lib/shared/errors";
import { addUserAppsCount, lockApp, updateApp } from "./repository";
import { deleteAppVersion, findAppVersion, listAppVersions } from "./version-repository";

/**
 * Moderation of apps. The caller authorises and provides the transaction. Each function returns the events to publish
 * after the commit. Without its share link, an app's runs, rooms, cards and scores end for everybody but its owner; a
 * removed app ends for its owner, too.
 */

/** Takes an app down. Its owner can neither publish nor restore it. @throws AppError not_found */
export async function holdApp({ id, remove }: { id: string; remove: boolean }, tx: Db): Promise<LiveEvent[]> {
  const app = await lockApp(id, tx);
  if (!app || app.deletedAt) throw new AppError("not_found");
  const now = new Date();
  await updateApp(
    id,
    {
      heldAt: now,
      isPublic: false,
      shareId: null,
      deletedShareId: app.shareId ?? app.deletedShareId,
      ...(remove && { deletedAt: now }),
    },
    tx,
  );
  if (app.isPublic) await addUserAppsCount(app.ownerId, -1, tx);
  const unpublished = app.isPublic ? appUnpublished(app) : [];
  return [
    { type: "app_gone", appId: id, except: remove ? null : app.ownerId },
    ...(remove ? [appChanged("DELETE", app)] : unpublished),
  ];
}

/**
 * Lifts one hold of an app. Once no other holds it, it is as it was before, with its share link.
 * @param wasRemoved whether that hold removed it
 * @param rest what the other holds do
 * @throws AppError conflict if it is gone for good
 */
export async function releaseApp(
  {
    id,
    wasRemoved,
    rest,
  }: { id: string; wasRemoved: boolean; rest: { isHeld: boolean; isRemoved: boolean } },
  tx: Db,
): Promise<void> {
  const app = await lockApp(id, tx);
  if (!app) throw new AppError("conflict");
  if (!app.heldAt) return;
  // A hidden app can be deleted by its owner, who can restore it; a removed one cannot.
  const isDeleted = app.deletedAt !== null && (rest.isRemoved || !wasRemoved);
  if (rest.isHeld || isDeleted) {
    await updateApp(
      id,
      { ...(!rest.isHeld && { heldAt: null }), ...(!isDeleted && { deletedAt: null }) },
      tx,
    );
    return;
  }
  const shareId = app.deletedShareId;
  await updateApp(
    id,
    { heldAt: null, deletedAt: null, deletedShareId: null, isPublic: shareId !== null, shareId },
    tx,
  );
  if (shareId && !app.isPublic) await addUserAppsCount(app.ownerId, 1, tx);
}

/** The current version with its manifest and hosts, and the previous version. @throws AppError not_found */
export async function findCurrentVersion(
  id: string,
  tx: Db,
): Promise<{ currentId: string; sha256: string; hosts: string[]; previousId: string | null }> {
  const app = await lockApp(id, tx);
  if (!app?.currentVersionId || app.deletedAt) throw new AppError("not_found");
  const current = await findAppVersion(id, { id: app.currentVersionId }, tx);
  if (!current) throw new AppError("not_found");
  return {
    currentId: current.id,
    sha256: current.packageSha256,
    hosts: current.manifest.network?.hosts ?? [],
    previousId: await findVersionBefore({ id, versionId: current.id }, tx),
  };
}

/** Makes the previous version current and deletes the other. */
export async function dropVersion(
  { id, versionId, previousId }: { id: string; versionId: string; previousId: string },
  tx: Db,
): Promise<LiveEvent[]> {
  await updateApp(id, { currentVersionId: previousId }, tx);
  await deleteAppVersion(versionId, tx);
  return [{ type: "app_gone", appId: id, except: null }];
}

/** Makes a restored version current again, if the one that took its place still is. */
export async function restoreVersion(
  { id, versionId }: { id: string; versionId: string },
  tx: Db,
): Promise<void> {
  const app = await lockApp(id, tx);
  const before = await findVersionBefore({ id, versionId }, tx);
  if (app && before && app.currentVersionId === before)
    await updateApp(id, { currentVersionId: versionId }, tx);
}

async function findVersionBefore(
  { id, versionId }: { id: string; versionId: string },
  tx: Db,
): Promise<string | null> {
  return (await listAppVersions(id, tx)).find(({ id: other }) => other < versionId)?.id ?? null;
}
