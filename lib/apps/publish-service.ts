import "server-only";
import { randomBytes } from "node:crypto";
import { APP_UNDELETE_MS } from "@/lib/config/limits";
import type { App, PublishApp } from "./contract";
import { AppError } from "@/lib/shared/errors";
import { inTransaction, type Db } from "@/lib/db/client";
import { presentApp } from "./presenter";
import {
  addUserAppsCount,
  deleteAppRow,
  findApp,
  findDeletedBefore,
  lockApp,
  updateApp,
  type PurgedApp,
} from "./repository";
import { listPackageHashes } from "./version-repository";
import { lockAppOrThrow, type Actor } from "./access-service";
import { dropFiles, dropUnusedPackages } from "./package-file-service";

/** Each takes several statements and files. */
const PURGED_AT_ONCE = 20;

function newShareId(): string {
  return randomBytes(16).toString("base64url");
}

async function present(id: string, viewer: Actor, tx: Db): Promise<App> {
  const record = await findApp({ id }, viewer.id, tx);
  if (!record) throw new AppError("unknown_app");
  return presentApp(record, viewer);
}

/**
 * Publishes an app or takes it back. Publishing makes a share link of 128 random bits; unpublishing ends it for good:
 * publishing again makes another. What is so already stays as it is. `noindex` asks search engines to leave the share
 * page out.
 */
export async function publishApp({
  viewer,
  id,
  isPublic,
  noindex,
}: {
  viewer: Actor;
  id: string;
} & PublishApp): Promise<App> {
  return inTransaction(async (tx) => {
    const app = await lockAppOrThrow(id, viewer, "publish", tx);
    if (noindex !== undefined) await updateApp(id, { noindex }, tx);
    if (app.isPublic !== isPublic) {
      const shareId = isPublic ? newShareId() : null;
      await updateApp(
        id,
        { isPublic, shareId, ...(isPublic && !app.publishedAt && { publishedAt: new Date() }) },
        tx,
      );
      await addUserAppsCount(app.ownerId, isPublic ? 1 : -1, tx);
    }
    return present(id, viewer, tx);
  });
}

/** Deletes an app. For an hour its owner can take that back; until then it is shown to nobody. */
export async function deleteApp({ viewer, id }: { viewer: Actor; id: string }): Promise<void> {
  await inTransaction(async (tx) => {
    const app = await lockAppOrThrow(id, viewer, "delete", tx);
    const changes = { deletedAt: new Date(), deletedShareId: app.shareId, isPublic: false, shareId: null };
    await updateApp(id, changes, tx);
    if (app.isPublic) await addUserAppsCount(app.ownerId, -1, tx);
  });
}

/** Takes a deletion back: everything is as it was, the share link too. */
export async function restoreApp({ viewer, id }: { viewer: Actor; id: string }): Promise<App> {
  return inTransaction(async (tx) => {
    const app = await lockAppOrThrow(id, viewer, "restore", tx);
    const shareId = app.deletedShareId;
    const changes = { deletedAt: null, deletedShareId: null, isPublic: shareId !== null, shareId };
    await updateApp(id, changes, tx);
    if (shareId) await addUserAppsCount(app.ownerId, 1, tx);
    return present(id, viewer, tx);
  });
}

/** Removes for good what was deleted long enough ago. @returns how many apps */
export async function purgeDeletedApps(now: Date): Promise<number> {
  const before = new Date(now.getTime() - APP_UNDELETE_MS);
  const apps = await findDeletedBefore(before, PURGED_AT_ONCE);
  for (const app of apps) await purgeApp(app);
  return apps.length;
}

/** Removes one deleted app, with its files. */
async function purgeApp(app: PurgedApp): Promise<void> {
  const hashes = await inTransaction(async (tx) => {
    const locked = await lockApp(app.id, tx);
    return locked?.deletedAt ? removeAppRows(app.id, tx) : null;
  });
  if (hashes) await dropAppFiles(app, hashes);
}

/** Takes an app's rows out within a transaction and answers which packages may be unused then. */
export async function removeAppRows(id: string, tx: Db): Promise<string[]> {
  const hashes = await listPackageHashes(id, tx);
  await deleteAppRow(id, tx);
  return hashes;
}

/** The files of an app that is gone. */
export async function dropAppFiles(app: Omit<PurgedApp, "id">, hashes: string[]): Promise<void> {
  await dropFiles([app.iconKey, app.bannerKey, ...app.screenshotKeys]);
  await dropUnusedPackages(hashes);
}
