import "server-only";
import { randomBytes } from "node:crypto";
import { APP_UNDELETE_MS } from "@/lib/config/limits";
import { REMOVAL_KEPT_DAYS } from "@/lib/moderation/rules";
import { requireUnlimited } from "@/lib/moderation/standing-service";
import { AppError } from "@/lib/shared/errors";
import type { App, PublishApp } from "./contract";
import { inTransaction, type Db } from "@/lib/db/client";
import {
  addUserAppsCount,
  deleteAppRow,
  findDeletedBefore,
  lockApp,
  lockApps,
  updateApp,
  type PurgedApp,
} from "./repository";
import { runLater } from "@/lib/infra/late-work";
import { publish } from "@/lib/notifications/notify-service";
import type { Pending } from "@/lib/notifications/pending-service";
import { appChanged, appUnpublished } from "@/lib/realtime/row-events";
import type { LiveEvent } from "@/lib/realtime/event-bus.server";
import { listPackageHashes } from "./version-repository";
import { getAppOrThrow, lockAppOrThrow, presentChangedApp, type Actor } from "./access-service";
import { notifyOfRemix } from "./remix-service";
import { dropFiles, dropUnusedPackages } from "./package-file-service";
import { requireStart, tryApp } from "./trial-service";

/** Small, because each app takes several statements and files. */
const PURGE_BATCH = 20;

function newShareId(): string {
  return randomBytes(16).toString("base64url");
}

type PublishRequest = { viewer: Actor; id: string } & PublishApp;

/**
 * Publishes or unpublishes an app; idempotent. Publishing makes a share link of 128 random bits, unpublishing ends that
 * link for good. `noindex` asks search engines to leave the share page out. What becomes public is tried before, unless
 * `force` publishes it whatever the trial says.
 * @throws AppError app_does_not_start
 */
export async function publishApp({ viewer, id, isPublic, noindex, force }: PublishRequest): Promise<App> {
  let tried: string | null = null;
  if (isPublic) {
    await requireUnlimited(viewer);
    const app = await getAppOrThrow(id, viewer, "publish");
    if (!app.isPublic && !force) await requireStart(app);
    if (app.isPublic || !force) tried = app.packageSha256;
  }
  const { shown, news } = await inTransaction((tx) => storePublished({ viewer, id, isPublic, noindex }, tx));
  publish(...news);
  // Another version may have become the current one meanwhile.
  if (isPublic && shown.packageSha256 !== tried)
    runLater(() => tryApp({ viewer, id, again: false }), "trying an app failed");
  return shown;
}

/** A change of `isPublic` that is stored together with other changes. @throws AppError like publishApp */
export async function pendingPublish(request: PublishRequest): Promise<Pending> {
  if (request.isPublic) {
    await requireUnlimited(request.viewer);
    // Its clients do not implement a confirmation.
    runLater(() => tryApp({ ...request, again: false }), "trying an app failed");
  }
  return {
    target: request.id,
    // Before the first of them changes its owner's row, for which single changes of the others wait.
    lock: { with: lockApps, ids: [request.id] },
    store: async (tx) => (await storePublished(request, tx)).news,
  };
}

async function storePublished({ viewer, id, isPublic, noindex }: PublishRequest, tx: Db) {
  const app = await lockAppOrThrow(id, viewer, "publish", tx);
  if (app.heldAt && isPublic) throw new AppError("held_by_moderators");
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
  const news: LiveEvent[] =
    app.isPublic && !isPublic
      ? [{ type: "app_gone", appId: id, except: app.ownerId }, ...appUnpublished(app)]
      : [appChanged("UPDATE", { ...app, isPublic })];
  if (isPublic && !app.publishedAt) news.push(...(await notifyOfRemix(app, tx)));
  return { shown: await presentChangedApp(id, viewer, tx), news };
}

/** Deletes an app: hides it from everybody. Its owner can restore it within APP_UNDELETE_MS. */
export async function deleteApp({ viewer, id }: { viewer: Actor; id: string }): Promise<void> {
  const { ownerId, isPublic } = await inTransaction(async (tx) => {
    const app = await lockAppOrThrow(id, viewer, "delete", tx);
    const changes = {
      deletedAt: new Date(),
      // Keeps a share link that a moderator has suspended, for when the app is restored.
      deletedShareId: app.heldAt ? app.deletedShareId : app.shareId,
      isPublic: false,
      shareId: null,
    };
    await updateApp(id, changes, tx);
    if (app.isPublic) await addUserAppsCount(app.ownerId, -1, tx);
    return app;
  });
  publish({ type: "app_gone", appId: id, except: null }, appChanged("DELETE", { id, ownerId, isPublic }));
}

/** Undoes a deletion, with the share link. */
export async function restoreApp({ viewer, id }: { viewer: Actor; id: string }): Promise<App> {
  const restored = await inTransaction(async (tx) => {
    const app = await lockAppOrThrow(id, viewer, "restore", tx);
    if (app.heldAt) throw new AppError("unknown_app");
    const shareId = app.deletedShareId;
    const changes = { deletedAt: null, deletedShareId: null, isPublic: shareId !== null, shareId };
    await updateApp(id, changes, tx);
    if (shareId) await addUserAppsCount(app.ownerId, 1, tx);
    return presentChangedApp(id, viewer, tx);
  });
  publish(appChanged("INSERT", { id, ownerId: restored.owner.id, isPublic: restored.isPublic }));
  return restored;
}

/** Purges apps that can no longer be restored. @returns how many */
export async function purgeDeletedApps(now: Date): Promise<number> {
  const before = new Date(now.getTime() - APP_UNDELETE_MS);
  const held = new Date(now.getTime() - REMOVAL_KEPT_DAYS * 86_400_000);
  const apps = await findDeletedBefore({ before, held }, PURGE_BATCH);
  for (const app of apps) await purgeApp(app);
  return apps.length;
}

async function purgeApp(app: PurgedApp): Promise<void> {
  const hashes = await inTransaction(async (tx) => {
    const locked = await lockApp(app.id, tx);
    return locked?.deletedAt ? removeAppRows(app.id, tx) : null;
  });
  if (hashes) await dropAppFiles(app, hashes);
}

/** Deletes an app's rows. @returns the hashes of packages that may be unused now */
async function removeAppRows(id: string, tx: Db): Promise<string[]> {
  const hashes = await listPackageHashes(id, tx);
  await deleteAppRow(id, tx);
  return hashes;
}

/** Removes the files of an app whose rows are deleted. */
async function dropAppFiles(app: Omit<PurgedApp, "id">, hashes: string[]): Promise<void> {
  await dropFiles([app.iconKey, app.bannerKey, ...app.screenshotKeys]);
  await dropUnusedPackages(hashes);
}
