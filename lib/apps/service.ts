import "server-only";
import type { App, AppShort, ListAppsQuery, UpdateApp } from "./contract";
import type { ListQuery, Page } from "@/lib/shared/contract";
import { AppError } from "@/lib/shared/errors";
import { APP_CURSOR_KEYS } from "./list-cursor";
import { decodeCursor, encodeCursor, type ListCursor } from "@/lib/shared/list-cursor";
import { canApp } from "./rules";
import { searchQuery } from "@/lib/search/terms";
import { inTransaction } from "@/lib/db/client";
import { presentApp, presentAppShort, type AppAddress } from "./presenter";
import { listAppsOfUser, listPublicApps, type ListedApp } from "./list-repository";
import { findApp, findApps, updateApp } from "./repository";
import { getAppOrThrow, getSharedAppOrThrow, lockAppOrThrow, type Actor } from "./access-service";
import { indexApp } from "@/lib/search/index-service";

/** An app by its id. */
export async function getApp({ viewer, id }: { viewer: Actor | null; id: string }): Promise<App> {
  return presentApp(await getAppOrThrow(id, viewer, "view"), viewer);
}

/** An app of the viewer's own; null where it is none. */
export async function findOwnApp({ viewer, id }: { viewer: Actor; id: string }): Promise<App | null> {
  const record = await findApp({ id }, viewer.id);
  return record && canApp(viewer, "release", record) ? presentApp(record, viewer) : null;
}

/** An app by its share link; its pictures and package are then addressed by the link too. */
export async function getSharedApp({
  viewer,
  shareId,
}: {
  viewer: Actor | null;
  shareId: string;
}): Promise<App> {
  return presentApp(await getSharedAppOrThrow(shareId, viewer), viewer, { via: "share", shareId });
}

/**
 * For other parts of the product that show apps (posts, notifications, search): those of these apps that the viewer
 * may see, by id.
 */
export async function findVisibleApps(viewer: Actor | null, ids: string[]): Promise<Map<string, AppShort>> {
  const records = await findApps([...new Set(ids)], viewer?.id ?? null);
  const visible = records.filter((record) => canApp(viewer, "view", record));
  return new Map(visible.map((record) => [record.id, presentAppShort(record)]));
}

/** The store: published apps. */
export async function listApps({
  viewer,
  query,
}: {
  viewer: Actor | null;
  query: ListAppsQuery;
}): Promise<Page<App>> {
  const search = query.search ? searchQuery(query.search) : null;
  // Something was typed that nothing can be found by.
  if (query.search && !search) return { items: [], nextCursor: null };
  const after = cursorOf(query.after, APP_CURSOR_KEYS[query.orderBy]);
  const records = await listPublicApps({
    viewerId: viewer?.id ?? null,
    search,
    category: query.category && query.category !== "all" ? query.category : null,
    order: query.orderBy,
    after,
    skip: after ? 0 : skippedBy(query),
    take: query.limit + 1,
  });
  return toPage(records, query.limit, viewer);
}

const TRENDING_LIMIT = 20;

/** What people run, like and add most these days. */
export async function listTrendingApps({ viewer }: { viewer: Actor | null }): Promise<Page<App>> {
  return listApps({ viewer, query: { orderBy: "trending", limit: TRENDING_LIMIT } });
}

/** Somebody's apps: for others the published ones, for oneself all. */
export async function listUserApps({
  viewer,
  userId,
  query,
}: {
  viewer: Actor | null;
  userId: string;
  query: ListQuery;
}): Promise<Page<App>> {
  const after = cursorOf(query.after, (key) => key === "");
  const records = await listAppsOfUser({
    ownerId: userId,
    viewerId: viewer?.id ?? null,
    after,
    skip: after ? 0 : skippedBy(query),
    take: query.limit + 1,
  });
  return toPage(records, query.limit, viewer);
}

/** Changes what the owner says about an app; versions and packages stay as they are. */
export async function editApp({
  viewer,
  id,
  changes,
}: {
  viewer: Actor;
  id: string;
  changes: UpdateApp;
}): Promise<App> {
  return inTransaction(async (tx) => {
    await lockAppOrThrow(id, viewer, "edit", tx);
    await updateApp(id, changes, tx);
    const record = await findApp({ id }, viewer.id, tx);
    if (!record) throw new AppError("unknown_app");
    await indexApp(record, tx);
    return presentApp(record, viewer);
  });
}

function cursorOf(after: string | undefined, isKey: (key: string) => boolean): ListCursor | null {
  if (after === undefined) return null;
  const cursor = decodeCursor(after);
  if (!cursor || !isKey(cursor.key))
    throw new AppError("validation_error", { message: "after is not a cursor of this list." });
  return cursor;
}

/** `page` and `offset` of the specification; a cursor wins over both. */
function skippedBy({ page, offset, limit }: { page?: number; offset?: number; limit: number }): number {
  return offset ?? (page ? (page - 1) * limit : 0);
}

/** Guests come to pictures and packages by the share link alone. */
function addressFor({ shareId }: ListedApp, viewer: Actor | null): AppAddress {
  return viewer || !shareId ? { via: "id" } : { via: "share", shareId };
}

function toPage(records: ListedApp[], limit: number, viewer: Actor | null): Page<App> {
  const items = records.slice(0, limit);
  const last = items.at(-1);
  return {
    items: items.map((record) => presentApp(record, viewer, addressFor(record, viewer))),
    nextCursor: records.length > limit && last ? encodeCursor({ key: last.sortKey, id: last.id }) : null,
  };
}
