import "server-only";
import type {
  App,
  AppShort,
  AppVersion,
  InstalledApp,
  InstalledOrder,
  ListAppsQuery,
  UpdateApp,
} from "./contract";
import type { ListQuery, Page } from "@/lib/shared/contract";
import { withAllowances } from "@/lib/package/frame-allowance";
import { AppError } from "@/lib/shared/errors";
import { APP_CURSOR_KEYS } from "./list-cursor";
import { decodeCursor, encodeCursor, type ListCursor } from "@/lib/shared/list-cursor";
import { madeWithKey } from "./made-with";
import { canApp } from "./rules";
import { searchQuery } from "@/lib/search/terms";
import { requireUnlimited } from "@/lib/moderation/standing-service";
import { inTransaction } from "@/lib/db/client";
import { fromReplica } from "@/lib/db/replica";
import { presentApp, presentAppShort, presentAppVersion, type AppAddress } from "./presenter";
import { listInstalled } from "./install-repository";
import { listAppsOfUser, listPublicApps, type ListedApp } from "./list-repository";
import { findApp, findApps, updateApp } from "./repository";
import { amendCurrentVersion, findAppVersion, listAppVersions } from "./version-repository";
import {
  getAppOrThrow,
  getSharedAppOrThrow,
  lockAppOrThrow,
  presentChangedApp,
  type Actor,
} from "./access-service";
import { indexApp } from "@/lib/search/index-service";
import { publish } from "@/lib/notifications/notify-service";
import { appChanged } from "@/lib/realtime/row-events";

export async function getApp({ viewer, id }: { viewer: Actor | null; id: string }): Promise<App> {
  return presentApp(await getAppOrThrow(id, viewer, "view"), viewer);
}

/** An app that the viewer owns; null where they do not. */
export async function findOwnApp({ viewer, id }: { viewer: Actor; id: string }): Promise<App | null> {
  const record = await findApp({ id }, viewer.id);
  return record && canApp(viewer, "release", record) ? presentApp(record, viewer) : null;
}

/** An app by its share link; the URLs of its pictures and package contain the link too. */
export async function getSharedApp({
  viewer,
  shareId,
}: {
  viewer: Actor | null;
  shareId: string;
}): Promise<App> {
  return presentApp(await getSharedAppOrThrow(shareId, viewer), viewer, { via: "share", shareId });
}

/** For other features: those of the apps `ids` that the viewer may see, by id. */
export async function findVisibleApps(viewer: Actor | null, ids: string[]): Promise<Map<string, AppShort>> {
  const records = await findApps([...new Set(ids)], viewer?.id ?? null);
  const visible = records.filter((record) => canApp(viewer, "view", record));
  return new Map(visible.map((record) => [record.id, presentAppShort(record)]));
}

/** The store. */
export async function listApps({
  viewer,
  query,
}: {
  viewer: Actor | null;
  query: ListAppsQuery;
}): Promise<Page<App>> {
  const search = query.search ? searchQuery(query.search) : null;
  // Nothing in the text can be searched for.
  if (query.search && !search) return { items: [], nextCursor: null };
  const after = cursorOf(query.after, APP_CURSOR_KEYS[query.orderBy]);
  const page = {
    viewerId: viewer?.id ?? null,
    search,
    category: query.category && query.category !== "all" ? query.category : null,
    madeWith: query.madeWith ? madeWithKey(query.madeWith) : null,
    order: query.orderBy,
    after,
    skip: after ? 0 : skippedBy(query),
    take: query.limit + 1,
  };
  const records = await fromReplica(page.viewerId, () => listPublicApps(page));
  return toPage(records, query.limit, viewer);
}

const TRENDING_LIMIT = 20;

export async function listTrendingApps({ viewer }: { viewer: Actor | null }): Promise<Page<App>> {
  return listApps({ viewer, query: { orderBy: "trending", limit: TRENDING_LIMIT } });
}

/** The featured apps, those first that people run most now. */
export async function listFeaturedApps({ viewer }: { viewer: Actor | null }): Promise<Page<App>> {
  const page = {
    viewerId: viewer?.id ?? null,
    search: null,
    category: null,
    order: "trending" as const,
    featured: true,
    after: null,
    skip: 0,
    take: TRENDING_LIMIT,
  };
  const records = await fromReplica(page.viewerId, () => listPublicApps(page));
  return { ...toPage(records, TRENDING_LIMIT, viewer), nextCursor: null };
}

/** The published apps of a user; all of them for the user. */
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
  const page = {
    ownerId: userId,
    viewerId: viewer?.id ?? null,
    after,
    skip: after ? 0 : skippedBy(query),
    take: query.limit + 1,
  };
  const records = await fromReplica(page.viewerId, () => listAppsOfUser(page));
  return toPage(records, query.limit, viewer);
}

/** Changes the description, category and tags, and the allowances of the current version. */
export async function editApp({
  viewer,
  id,
  changes,
}: {
  viewer: Actor;
  id: string;
  changes: UpdateApp;
}): Promise<App> {
  const { allow = [], ...fields } = changes;
  await requireUnlimited(viewer);
  const app = await inTransaction(async (tx) => {
    await lockAppOrThrow(id, viewer, "edit", tx);
    await updateApp(id, fields, tx);
    if (allow.length > 0) await amendCurrentVersion(id, (manifest) => withAllowances(manifest, allow), tx);
    const record = await findApp({ id }, viewer.id, tx);
    if (!record) throw new AppError("unknown_app");
    await indexApp(record, tx);
    return presentApp(record, viewer);
  });
  publish(appChanged("UPDATE", { id, ownerId: app.owner.id, isPublic: app.isPublic }));
  return app;
}

/** The versions of an app, newest first: all for its owner, those that have been public for others. */
export async function listVersions({
  viewer,
  id,
}: {
  viewer: Actor;
  id: string;
}): Promise<{ items: AppVersion[] }> {
  const app = await getAppOrThrow(id, viewer, "view");
  const records = await listAppVersions(id, undefined, { onlyPublished: app.ownerId !== viewer.id });
  return { items: records.map((record) => presentAppVersion(record, app.versionId)) };
}

/** Makes another version the current one; nothing is deleted. @throws AppError account_limited, unknown_app, not_found */
export async function rollBackApp({
  viewer,
  id,
  versionId,
}: {
  viewer: Actor;
  id: string;
  versionId: string;
}): Promise<App> {
  await requireUnlimited(viewer);
  const app = await inTransaction(async (tx) => {
    await lockAppOrThrow(id, viewer, "release", tx);
    if (!(await findAppVersion(id, { id: versionId }, tx))) throw new AppError("not_found");
    await updateApp(id, { currentVersionId: versionId }, tx);
    return presentChangedApp(id, viewer, tx);
  });
  publish(appChanged("UPDATE", { id, ownerId: app.owner.id, isPublic: app.isPublic }));
  return app;
}

/** The installed apps that the viewer may still see. */
export async function listInstalledApps({
  viewer,
  orderBy,
  limit,
}: {
  viewer: Actor;
  orderBy: InstalledOrder;
  limit: number;
}): Promise<{ items: InstalledApp[]; nextCursor: null }> {
  const records = await listInstalled(viewer.id, orderBy, limit);
  const items = records.map((record) => ({
    ...presentApp(record, viewer),
    addedAt: record.addedAt.toISOString(),
    lastRunAt: record.lastRunAt?.toISOString() ?? null,
  }));
  return { items, nextCursor: null };
}

function cursorOf(after: string | undefined, isKey: (key: string) => boolean): ListCursor | null {
  if (after === undefined) return null;
  const cursor = decodeCursor(after);
  if (!cursor || !isKey(cursor.key))
    throw new AppError("validation_error", { message: "after is not a cursor of this list." });
  return cursor;
}

/** The number of apps that `page` or `offset` skips. */
function skippedBy({ page, offset, limit }: { page?: number; offset?: number; limit: number }): number {
  return offset ?? (page ? (page - 1) * limit : 0);
}

/** Guests get pictures and packages by the share link only. */
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
