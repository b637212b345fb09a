import "server-only";
import type { AppOrder } from "./ranking";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { APP_JOINS, appColumns, blockedBetween, type AppRecord } from "./repository";

/** A page begins after the app with this ordering value and id. */
type AppCursor = { key: string; id: string };
export type ListedApp = AppRecord & { sortKey: string };

/**
 * Each order with its column, its direction and the type of a cursor's key. The key is the value as text, which PostgreSQL
 * prints without loss of precision.
 */
const ORDERS: Record<AppOrder, { column: Prisma.Sql; cast: Prisma.Sql; descending: boolean }> = {
  newest: { column: Prisma.sql`a.published_at`, cast: Prisma.sql`timestamptz`, descending: true },
  popular: { column: Prisma.sql`a.popularity`, cast: Prisma.sql`integer`, descending: true },
  trending: { column: Prisma.sql`a.trending_score`, cast: Prisma.sql`double precision`, descending: true },
  name: { column: Prisma.sql`a.name_key`, cast: Prisma.sql`text`, descending: false },
};

/** Older approvals make room. */
const FEATURED_MAX = 40;

type PublicAppsFilter = {
  viewerId: string | null;
  /** A tsquery, see lib/search/terms.ts. */
  search: string | null;
  category: string | null;
  /** A key, see lib/apps/made-with.ts. */
  madeWith?: string | null;
  order: AppOrder;
  /** Only the last approved ones that the store features. */
  featured?: boolean;
  after: AppCursor | null;
  skip: number;
  take: number;
};

/** Published apps, without those of owners whom the viewer blocked or who blocked the viewer. */
export async function listPublicApps(filter: PublicAppsFilter): Promise<ListedApp[]> {
  const { column, cast, descending } = ORDERS[filter.order];
  const conditions = [Prisma.sql`a.is_public`];
  if (filter.category) conditions.push(Prisma.sql`a.category = ${filter.category}`);
  if (filter.madeWith) conditions.push(Prisma.sql`a.made_with_keys @> ARRAY[${filter.madeWith}]::text[]`);
  if (filter.featured)
    conditions.push(Prisma.sql`a.id = ANY (ARRAY(
      SELECT f.app_id FROM feature_proposals f JOIN apps x ON x.id = f.app_id AND x.is_public AND x.deleted_at IS NULL
       WHERE f.state = 'approved' ORDER BY f.decided_at DESC LIMIT ${FEATURED_MAX}))`);
  if (filter.search) conditions.push(Prisma.sql`a.search @@ ${filter.search}::tsquery`);
  if (filter.viewerId) {
    conditions.push(Prisma.sql`NOT EXISTS (SELECT 1 FROM blocks b WHERE
      (b.blocker_id = ${filter.viewerId}::uuid AND b.blocked_id = a.owner_id) OR
      (b.blocker_id = a.owner_id AND b.blocked_id = ${filter.viewerId}::uuid))`);
  }
  if (filter.after) {
    const { key, id } = filter.after;
    conditions.push(
      descending
        ? Prisma.sql`(${column}, a.id) < (${key}::${cast}, ${id}::uuid)`
        : Prisma.sql`(${column}, a.id) > (${key}::${cast}, ${id}::uuid)`,
    );
  }
  const direction = descending ? Prisma.sql`DESC` : Prisma.sql`ASC`;
  return db().$queryRaw<ListedApp[]>`
    SELECT ${appColumns(filter.viewerId)}, ${column}::text AS "sortKey"
    FROM apps a ${APP_JOINS}
    WHERE ${Prisma.join(conditions, " AND ")}
    ORDER BY ${column} ${direction}, a.id ${direction}
    LIMIT ${filter.take} OFFSET ${filter.skip}`;
}

/** The published apps of a user, newest first; all of them for the user, none where one has blocked the other. */
export async function listAppsOfUser(filter: {
  ownerId: string;
  viewerId: string | null;
  after: AppCursor | null;
  skip: number;
  take: number;
}): Promise<ListedApp[]> {
  const visible =
    filter.viewerId === filter.ownerId ? Prisma.sql`a.deleted_at IS NULL` : Prisma.sql`a.is_public`;
  const from = filter.after ? Prisma.sql`AND a.id < ${filter.after.id}::uuid` : Prisma.empty;
  return db().$queryRaw<ListedApp[]>`
    SELECT ${appColumns(filter.viewerId)}, '' AS "sortKey"
    FROM apps a ${APP_JOINS}
    WHERE a.owner_id = ${filter.ownerId}::uuid AND ${visible} ${from}
      AND NOT ${blockedBetween(filter.viewerId, Prisma.sql`a.owner_id`)}
    ORDER BY a.id DESC
    LIMIT ${filter.take} OFFSET ${filter.skip}`;
}
