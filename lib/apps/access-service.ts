import "server-only";
import { AppError } from "@/lib/shared/errors";
import { canApp, type AppAction } from "./rules";
import type { Db } from "@/lib/db/client";
import { findApp, lockApp, type AppRecord, type LockedApp } from "./repository";

/** Whoever acts; services need no more of a person than this. */
export type Actor = { id: string };

type Facts = Pick<AppRecord, "ownerId" | "isPublic" | "deletedAt">;

/** @throws AppError unknown_app where they may not even see it, forbidden where they may not do it */
function allowOrThrow<T extends Facts>(app: T | null, viewer: Actor | null, action: AppAction): T {
  if (!app) throw new AppError("unknown_app");
  if (canApp(viewer, action, app)) return app;
  throw new AppError(canApp(viewer, "view", app) ? "forbidden" : "unknown_app");
}

/** The app, if `viewer` may do this with it. */
export async function getAppOrThrow(id: string, viewer: Actor | null, action: AppAction): Promise<AppRecord> {
  return allowOrThrow(await findApp({ id }, viewer?.id ?? null), viewer, action);
}

/** The app's locked row, if `viewer` may do this with it. */
export async function lockAppOrThrow(
  id: string,
  viewer: Actor,
  action: AppAction,
  tx: Db,
): Promise<LockedApp> {
  return allowOrThrow(await lockApp(id, tx), viewer, action);
}

/**
 * The app behind a share link; the link itself is the permission.
 * @throws AppError share_ended
 */
export async function getSharedAppOrThrow(shareId: string, viewer: Actor | null): Promise<AppRecord> {
  const app = await findApp({ shareId }, viewer?.id ?? null);
  if (!app || !app.isPublic) throw new AppError("share_ended");
  return app;
}
