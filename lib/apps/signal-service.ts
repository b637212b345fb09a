import "server-only";
import type { App } from "./contract";
import { addTrending, POPULARITY_PER_LIKE, removeTrending, type TrendingSignal } from "./ranking";
import { inTransaction } from "@/lib/db/client";
import { deleteAppInstall, deleteAppLike, insertAppInstall, insertAppLike } from "./install-repository";
import { addAppCounts, lockApp, type LockedApp } from "./repository";
import { lockAppOrThrow, presentChangedApp, type Actor } from "./access-service";
import { notify, publish } from "@/lib/notifications/notify-service";
import { appChanged } from "@/lib/realtime/row-events";

/** The stored trending score after a signal of `viewer`; the owner's own signals count nothing. */
export function trendingAfter(app: LockedApp, viewer: Actor, signal: TrendingSignal, at: Date): number {
  return viewer.id === app.ownerId ? app.trendingScore : addTrending(app.trendingScore, signal, at);
}

function trendingWithout(app: LockedApp, viewer: Actor, signal: TrendingSignal, signalAt: Date): number {
  if (viewer.id === app.ownerId) return app.trendingScore;
  return removeTrending(app.trendingScore, signal, { signalAt, madeAt: app.createdAt });
}

type Signal = { viewer: Actor; id: string };

/** Likes an app; idempotent. */
export async function likeApp({ viewer, id }: Signal): Promise<App> {
  const { app, events } = await inTransaction(async (tx) => {
    const locked = await lockAppOrThrow(id, viewer, "like", tx);
    const now = new Date();
    const isNew = await insertAppLike(viewer.id, id, now, tx);
    if (isNew) {
      const trendingScore = trendingAfter(locked, viewer, "like", now);
      await addAppCounts(id, { likes: 1, popularity: POPULARITY_PER_LIKE, trendingScore }, tx);
    }
    const event = { kind: "app_like" as const, actorId: viewer.id, userIds: [locked.ownerId], appId: id };
    return { app: await presentChangedApp(id, viewer, tx), events: isNew ? await notify(event, tx) : [] };
  });
  publish(appChanged("UPDATE", { id, ownerId: app.owner.id, isPublic: app.isPublic }), ...events);
  return app;
}

/** Takes a like back; idempotent. */
export async function unlikeApp({ viewer, id }: Signal): Promise<App> {
  const shown = await inTransaction(async (tx) => {
    const app = await lockAppOrThrow(id, viewer, "like", tx);
    const likedAt = await deleteAppLike(viewer.id, id, tx);
    if (likedAt) {
      const trendingScore = trendingWithout(app, viewer, "like", likedAt);
      await addAppCounts(id, { likes: -1, popularity: -POPULARITY_PER_LIKE, trendingScore }, tx);
    }
    return presentChangedApp(id, viewer, tx);
  });
  publish(appChanged("UPDATE", { id, ownerId: shown.owner.id, isPublic: shown.isPublic }));
  return shown;
}

/** Installs an app for the viewer; idempotent. */
export async function installApp({ viewer, id }: Signal): Promise<App> {
  return inTransaction(async (tx) => {
    const app = await lockAppOrThrow(id, viewer, "install", tx);
    const now = new Date();
    if (await insertAppInstall(viewer.id, id, now, tx)) {
      await addAppCounts(id, { popularity: 0, trendingScore: trendingAfter(app, viewer, "add", now) }, tx);
    }
    return presentChangedApp(id, viewer, tx);
  });
}

/** Uninstalls an app, also one that the viewer may no longer see. */
export async function uninstallApp({ viewer, id }: Signal): Promise<void> {
  await inTransaction(async (tx) => {
    const app = await lockApp(id, tx);
    const addedAt = await deleteAppInstall(viewer.id, id, tx);
    if (!app || !addedAt) return;
    await addAppCounts(
      id,
      { popularity: 0, trendingScore: trendingWithout(app, viewer, "add", addedAt) },
      tx,
    );
  });
}
