import "server-only";
import type { App } from "./contract";
import { addTrending, POPULARITY_PER_LIKE, removeTrending, type TrendingSignal } from "./ranking";
import { AppError } from "@/lib/shared/errors";
import { inTransaction, type Db } from "@/lib/db/client";
import { presentApp } from "./presenter";
import { deleteAppInstall, insertAppInstall } from "./install-repository";
import { deleteAppLike, insertAppLike } from "./like-repository";
import { addAppCounts, findApp, lockApp, type LockedApp } from "./repository";
import { lockAppOrThrow, type Actor } from "./access-service";
import { notify, publish } from "@/lib/notifications/notify-service";

/** The stored trending score after a person's signal; the owner's own counts nothing. */
export function trendingAfter(app: LockedApp, viewer: Actor, signal: TrendingSignal, at: Date): number {
  return viewer.id === app.ownerId ? app.trendingScore : addTrending(app.trendingScore, signal, at);
}

function trendingWithout(app: LockedApp, viewer: Actor, signal: TrendingSignal, signalAt: Date): number {
  if (viewer.id === app.ownerId) return app.trendingScore;
  return removeTrending(app.trendingScore, signal, { signalAt, madeAt: app.createdAt });
}

async function answer(id: string, viewer: Actor, tx: Db): Promise<App> {
  const record = await findApp({ id }, viewer.id, tx);
  if (!record) throw new AppError("unknown_app");
  return presentApp(record, viewer);
}

type Signalled = { viewer: Actor; id: string };

/** Likes an app; liking it again changes nothing. */
export async function likeApp({ viewer, id }: Signalled): Promise<App> {
  const { app, events } = await inTransaction(async (tx) => {
    const locked = await lockAppOrThrow(id, viewer, "like", tx);
    const now = new Date();
    const made = await insertAppLike(viewer.id, id, now, tx);
    if (made) {
      const trendingScore = trendingAfter(locked, viewer, "like", now);
      await addAppCounts(id, { likes: 1, popularity: POPULARITY_PER_LIKE, trendingScore }, tx);
    }
    const happening = { kind: "app_like" as const, actorId: viewer.id, userIds: [locked.ownerId], appId: id };
    return { app: await answer(id, viewer, tx), events: made ? await notify(happening, tx) : [] };
  });
  publish(...events);
  return app;
}

/** Takes a like back; where there is none nothing changes. */
export async function unlikeApp({ viewer, id }: Signalled): Promise<App> {
  return inTransaction(async (tx) => {
    const app = await lockAppOrThrow(id, viewer, "like", tx);
    const likedAt = await deleteAppLike(viewer.id, id, tx);
    if (likedAt) {
      const trendingScore = trendingWithout(app, viewer, "like", likedAt);
      await addAppCounts(id, { likes: -1, popularity: -POPULARITY_PER_LIKE, trendingScore }, tx);
    }
    return answer(id, viewer, tx);
  });
}

/** Puts an app on the viewer's shelf. */
export async function installApp({ viewer, id }: Signalled): Promise<App> {
  return inTransaction(async (tx) => {
    const app = await lockAppOrThrow(id, viewer, "install", tx);
    const now = new Date();
    if (await insertAppInstall(viewer.id, id, now, tx)) {
      await addAppCounts(id, { popularity: 0, trendingScore: trendingAfter(app, viewer, "add", now) }, tx);
    }
    return answer(id, viewer, tx);
  });
}

/** Takes an app off the viewer's shelf. Also one they may no longer see: their shelf is theirs. */
export async function uninstallApp({ viewer, id }: Signalled): Promise<void> {
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
