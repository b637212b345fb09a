import "server-only";
import { AppError } from "@/lib/shared/errors";
import type { App } from "./contract";
import { presentApp } from "./presenter";
import { canApp, type AppAction } from "./rules";
import type { Db } from "@/lib/db/client";
import { findApp, isBlockedByOwner, lockApp, type AppRecord, type LockedApp } from "./repository";

/** The user who acts. */
export type Actor = { id: string };

type Facts = Pick<AppRecord, "ownerId" | "isPublic" | "deletedAt">;

/** @throws AppError unknown_app where the viewer may not see the app (or a block stands between them and its owner), forbidden where they may only see it */
function allowOrThrow<T extends Facts>(app: T | null, viewer: Actor | null, action: AppAction): T {
  if (!app) throw new AppError("unknown_app");
  if (canApp(viewer, action, app)) return app;
  throw new AppError(canApp(viewer, "view", app) ? "forbidden" : "unknown_app");
}

/**
 * @param options.evenBlocked for a use case that has a word of its own for people who do not meet
 * @throws AppError unknown_app, forbidden
 */
export async function getAppOrThrow(
  id: string,
  viewer: Actor | null,
  action: AppAction,
  { evenBlocked = false } = {},
): Promise<AppRecord> {
  const app = await findApp({ id }, viewer?.id ?? null);
  return allowOrThrow(app?.blocked && !evenBlocked ? null : app, viewer, action);
}

/** Locks the app's row until the transaction ends. @throws AppError unknown_app, forbidden */
export async function lockAppOrThrow(
  id: string,
  viewer: Actor,
  action: AppAction,
  tx: Db,
): Promise<LockedApp> {
  const app = allowOrThrow(await lockApp(id, tx), viewer, action);
  if (app.ownerId !== viewer.id && (await isBlockedByOwner(app.ownerId, viewer.id, tx)))
    throw new AppError("unknown_app");
  return app;
}

/**
 * The app of a share link; the link is the permission to view it.
 * @throws AppError share_ended
 */
export async function getSharedAppOrThrow(shareId: string, viewer: Actor | null): Promise<AppRecord> {
  const app = await findApp({ shareId }, viewer?.id ?? null);
  if (!app || !app.isPublic) throw new AppError("share_ended");
  return app;
}

/** The response about an app that this transaction changed. */
export async function presentChangedApp(id: string, viewer: Actor, tx: Db): Promise<App> {
  const record = await findApp({ id }, viewer.id, tx);
  if (!record) throw new AppError("unknown_app");
  return presentApp(record, viewer);
}
