import "server-only";
import type { Manifest } from "@/lib/package/manifest-contract";
import { db, type Db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { madeWithKey } from "./made-with";

/** An app with its current version and owner, and whether the viewer likes or installed it. */
export type AppRecord = {
  id: string;
  ownerId: string;
  name: string;
  description: string;
  category: string;
  tags: string[];
  iconKey: string;
  bannerKey: string | null;
  screenshotKeys: string[];
  isPublic: boolean;
  shareId: string | null;
  noindex: boolean;
  deletedAt: Date | null;
  likesCount: number;
  usersCount: number;
  runsCount: number;
  commentsCount: number;
  /** The number of reviews by stars, those with one star first. */
  starCounts: number[];
  createdAt: Date;
  updatedAt: Date;
  versionId: string;
  version: string;
  manifest: Manifest;
  madeWith: string[];
  packageBytes: number;
  packageSha256: string;
  ownerUsername: string;
  ownerDisplayName: string;
  ownerAvatarKey: string | null;
  liked: boolean;
  added: boolean;
};

/** Columns and joins of an AppRecord; `a`, `v` and `u` are the app, its current version and its owner. */
export function appColumns(viewerId: string | null): Prisma.Sql {
  const viewer = viewerId === null ? Prisma.sql`NULL::uuid` : Prisma.sql`${viewerId}::uuid`;
  return Prisma.sql`
    a.id, a.owner_id AS "ownerId", a.name, a.description, a.category, a.tags, a.icon_key AS "iconKey",
    a.banner_key AS "bannerKey", a.screenshot_keys AS "screenshotKeys", a.is_public AS "isPublic",
    a.share_id AS "shareId", a.deleted_at AS "deletedAt", a.likes_count AS "likesCount",
    a.users_count AS "usersCount", a.runs_count AS "runsCount", a.comments_count AS "commentsCount",
    a.star_counts AS "starCounts", a.noindex, a.created_at AS "createdAt",
    a.updated_at AS "updatedAt", v.id AS "versionId", v.version, v.manifest, v.made_with AS "madeWith",
    v.package_bytes AS "packageBytes",
    v.package_sha256 AS "packageSha256", u.username AS "ownerUsername", u.display_name AS "ownerDisplayName",
    u.avatar_key AS "ownerAvatarKey",
    EXISTS (SELECT 1 FROM app_likes l WHERE l.user_id = ${viewer} AND l.app_id = a.id) AS liked,
    EXISTS (SELECT 1 FROM app_installs i WHERE i.user_id = ${viewer} AND i.app_id = a.id) AS added`;
}

export const APP_JOINS = Prisma.sql`
  JOIN app_versions v ON v.id = a.current_version_id
  JOIN users u ON u.id = a.owner_id`;

type Lookup = { id: string } | { shareId: string };

/** Whether one of the two has blocked the other. */
export function blockedBetween(viewerId: string | null, ownerId: Prisma.Sql): Prisma.Sql {
  const viewer = viewerId === null ? Prisma.sql`NULL::uuid` : Prisma.sql`${viewerId}::uuid`;
  return Prisma.sql`EXISTS (SELECT 1 FROM blocks b WHERE (b.blocker_id = ${viewer} AND b.blocked_id = ${ownerId})
    OR (b.blocker_id = ${ownerId} AND b.blocked_id = ${viewer}))`;
}

/** The app, without a check of who may see it. `blocked`: the viewer or the owner has blocked the other. */
export async function findApp(
  by: Lookup,
  viewerId: string | null,
  tx: Db = db(),
): Promise<(AppRecord & { blocked: boolean }) | null> {
  const where = "id" in by ? Prisma.sql`a.id = ${by.id}::uuid` : Prisma.sql`a.share_id = ${by.shareId}`;
  const rows = await tx.$queryRaw<(AppRecord & { blocked: boolean })[]>`
    SELECT ${appColumns(viewerId)}, ${blockedBetween(viewerId, Prisma.sql`a.owner_id`)} AS blocked
    FROM apps a ${APP_JOINS} WHERE ${where}`;
  return rows[0] ?? null;
}

export async function isBlockedByOwner(ownerId: string, viewerId: string, tx: Db): Promise<boolean> {
  const rows = await tx.$queryRaw<{ blocked: boolean }[]>`
    SELECT ${blockedBetween(viewerId, Prisma.sql`${ownerId}::uuid`)} AS blocked`;
  return rows[0]?.blocked ?? false;
}

/** Those of the apps that exist, in no order. */
export async function findApps(ids: string[], viewerId: string | null): Promise<AppRecord[]> {
  if (ids.length === 0) return [];
  return db().$queryRaw<AppRecord[]>`
    SELECT ${appColumns(viewerId)} FROM apps a ${APP_JOINS} WHERE a.id = ANY(${ids}::uuid[])`;
}

export type LockedApp = {
  id: string;
  ownerId: string;
  name: string;
  isPublic: boolean;
  shareId: string | null;
  publishedAt: Date | null;
  deletedAt: Date | null;
  deletedShareId: string | null;
  heldAt: Date | null;
  trendingScore: number;
  createdAt: Date;
  iconKey: string;
  bannerKey: string | null;
  screenshotKeys: string[];
  currentVersionId: string | null;
  remixedFromId: string | null;
};

const LOCKED_COLUMNS = Prisma.sql`
  id, owner_id AS "ownerId", name, is_public AS "isPublic", share_id AS "shareId", published_at AS "publishedAt",
  deleted_at AS "deletedAt", deleted_share_id AS "deletedShareId", held_at AS "heldAt", trending_score AS "trendingScore",
  created_at AS "createdAt", icon_key AS "iconKey", banner_key AS "bannerKey", screenshot_keys AS "screenshotKeys",
  current_version_id AS "currentVersionId", remixed_from_id AS "remixedFromId"`;

/** Locks the app's row until the transaction ends: other changes of its counters or versions wait. */
export async function lockApp(id: string, tx: Db): Promise<LockedApp | null> {
  const rows = await tx.$queryRaw<
    LockedApp[]
  >`SELECT ${LOCKED_COLUMNS} FROM apps WHERE id = ${id}::uuid FOR UPDATE`;
  return rows[0] ?? null;
}

/** Locks several apps, in an order that is always the same. */
export async function lockApps(ids: string[], tx: Db): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM apps WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR UPDATE`;
}

export async function insertApp(app: Prisma.AppUncheckedCreateInput, tx: Db): Promise<void> {
  await tx.app.create({ data: app, select: { id: true } });
}

export async function updateApp(id: string, changes: Prisma.AppUncheckedUpdateInput, tx: Db): Promise<void> {
  const { currentVersionId } = changes;
  const data =
    typeof currentVersionId === "string"
      ? { ...changes, ...(await madeWithOf(currentVersionId, tx)) }
      : changes;
  await tx.app.update({ where: { id }, data, select: { id: true } });
  if (!changes.isPublic && !changes.currentVersionId) return;
  // The current version has become public, if the app is.
  await tx.$executeRaw`
    UPDATE app_versions v SET published_at = now() FROM apps a
    WHERE a.id = ${id}::uuid AND a.is_public AND v.id = a.current_version_id AND v.published_at IS NULL`;
}

/** What the store filters an app by that has this current version. */
async function madeWithOf(versionId: string, tx: Db): Promise<{ madeWithKeys: string[] }> {
  const version = await tx.appVersion.findUnique({ where: { id: versionId }, select: { madeWith: true } });
  return { madeWithKeys: [...new Set(version?.madeWith.map(madeWithKey))] };
}

/** Deletes the row; versions, likes, runs, installs and storage cascade. */
export async function deleteAppRow(id: string, tx: Db): Promise<void> {
  await tx.app.delete({ where: { id }, select: { id: true } });
}

/** Writes the search index of an app; `strong` terms rank higher than `weak` ones. */
export async function writeAppSearch(
  id: string,
  { strong, weak }: { strong: string[]; weak: string[] },
  tx: Db,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE apps SET search = setweight(array_to_tsvector(${strong}::text[]), 'A')
      || setweight(array_to_tsvector(${weak}::text[]), 'C') WHERE id = ${id}::uuid`;
}

type AppCounts = Pick<AppRecord, "likesCount" | "usersCount" | "runsCount" | "commentsCount">;

/** Adds to the counters of an app and to the columns it is ordered by. */
export async function addAppCounts(
  id: string,
  change: { likes?: number; users?: number; runs?: number; popularity: number; trendingScore: number },
  tx: Db,
): Promise<AppCounts> {
  // Raw, because Prisma would set updated_at.
  const rows = await tx.$queryRaw<AppCounts[]>`
    UPDATE apps SET likes_count = likes_count + ${change.likes ?? 0}, users_count = users_count + ${change.users ?? 0},
      runs_count = runs_count + ${change.runs ?? 0}, popularity = popularity + ${change.popularity},
      trending_score = ${change.trendingScore}
    WHERE id = ${id}::uuid
    RETURNING likes_count AS "likesCount", users_count AS "usersCount", runs_count AS "runsCount",
      comments_count AS "commentsCount"`;
  return rows[0]!;
}

/** Changes the user's count of published apps. */
export async function addUserAppsCount(userId: string, change: number, tx: Db): Promise<void> {
  await tx.$executeRaw`UPDATE users SET apps_count = greatest(0, apps_count + ${change}) WHERE id = ${userId}::uuid`;
}

export type PurgedApp = { id: string; iconKey: string; bannerKey: string | null; screenshotKeys: string[] };

/** Apps deleted before `before`, or by a moderator before `held`, oldest deletion first. */
export async function findDeletedBefore(
  { before, held }: { before: Date; held: Date },
  limit: number,
): Promise<PurgedApp[]> {
  return db().app.findMany({
    where: {
      OR: [
        { deletedAt: { lt: before }, heldAt: null },
        { deletedAt: { lt: held }, heldAt: { not: null } },
      ],
    },
    select: { id: true, iconKey: true, bannerKey: true, screenshotKeys: true },
    orderBy: { deletedAt: "asc" },
    take: limit,
  });
}

/** Locks the user's row until the transaction ends, so that uploads of one user run one after the other. */
export async function lockOwner(userId: string, tx: Db): Promise<void> {
  await tx.$executeRaw`SELECT 1 FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`;
}
