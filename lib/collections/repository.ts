import "server-only";
import { APP_JOINS, appColumns, blockedBetween, type AppRecord } from "@/lib/apps/repository";
import { db, type Db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { readRows } from "@/lib/db/pool";
import { maySeePostsOf } from "@/lib/people/privacy-repository";
import { isListed } from "@/lib/people/repository";
import { hiddenPeople } from "@/lib/posts/card-repository";
import { NOBODY } from "@/lib/shared/contract";
import type { ListCursor } from "@/lib/shared/list-cursor";
import { DAYS_PER_DOUBLING, ICONS_SHOWN, STORE_APPS_MIN, STORE_CANDIDATES, STORE_PER_PERSON } from "./rules";

export type CollectionRecord = {
  id: string;
  ownerId: string;
  title: string;
  description: string;
  isPublic: boolean;
  savedCount: number;
  createdAt: Date;
  changedAt: Date;
  ownerUsername: string;
  ownerDisplayName: string;
  ownerAvatarKey: string | null;
  saved: boolean;
  /** Of those that the viewer may see: how many there are, and the icons of the first. */
  apps: number;
  icons: { id: string; key: string }[] | null;
};

export type CollectionAppRecord = AppRecord & { note: string; position: number };

/** SQL: the viewer may see the row `a` of apps. */
function visibleApp(viewerId: string): Prisma.Sql {
  return Prisma.sql`(a.deleted_at IS NULL AND a.current_version_id IS NOT NULL AND (a.owner_id = ${viewerId}::uuid
    OR a.is_public AND NOT ${blockedBetween(viewerId, Prisma.sql`a.owner_id`)}))`;
}

/**
 * SQL: the viewer may see the row `c` of collections.
 * @param owner its owner; where that is one known person, their relations are read once and not for each row
 */
function visibleCollection(viewerId: string, owner = Prisma.sql`c.owner_id`): Prisma.Sql {
  return Prisma.sql`(c.owner_id = ${viewerId}::uuid OR c.is_public
    AND NOT ${blockedBetween(viewerId, owner)} AND ${maySeePostsOf(owner, viewerId)})`;
}

/** SQL: the viewer may come upon the row `c` without looking for its owner `u`. */
export function offered(viewerId: string): Prisma.Sql {
  return Prisma.sql`(c.is_public AND ${visibleCollection(viewerId)} AND ${isListed(viewerId)}
    AND c.owner_id <> ALL (${hiddenPeople(viewerId)}::uuid[]))`;
}

export const columns = (viewerId: string) => Prisma.sql`
  c.id, c.owner_id AS "ownerId", c.title, c.description, c.is_public AS "isPublic", c.saved_count AS "savedCount",
  c.created_at AS "createdAt", c.changed_at AS "changedAt", u.username AS "ownerUsername",
  u.display_name AS "ownerDisplayName", u.avatar_key AS "ownerAvatarKey", shown.apps, shown.icons,
  EXISTS (SELECT 1 FROM collection_saves k WHERE k.user_id = ${viewerId}::uuid AND k.collection_id = c.id) AS saved`;

export const joins = (viewerId: string) => Prisma.sql`
  JOIN users u ON u.id = c.owner_id
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS apps,
           to_jsonb((array_agg(jsonb_build_object('id', a.id, 'key', a.icon_key) ORDER BY i.position, i.app_id))
             [1:${ICONS_SHOWN}::int]) AS icons
      FROM collection_apps i JOIN apps a ON a.id = i.app_id
     WHERE i.collection_id = c.id AND ${visibleApp(viewerId)}) shown`;

/** A collection that the viewer may see. */
export async function findCollection(
  id: string,
  viewerId: string,
  tx: Db = db(),
): Promise<CollectionRecord | null> {
  const rows = await tx.$queryRaw<CollectionRecord[]>`
    SELECT ${columns(viewerId)} FROM collections c ${joins(viewerId)}
     WHERE c.id = ${id}::uuid AND ${visibleCollection(viewerId)}`;
  return rows[0] ?? null;
}

/** The owner's own, newest first, and whether an app is in them. */
export function listOwn(
  ownerId: string,
  appId: string | null,
): Promise<(CollectionRecord & { has: boolean })[]> {
  return db().$queryRaw<(CollectionRecord & { has: boolean })[]>`
    SELECT ${columns(ownerId)},
           EXISTS (SELECT 1 FROM collection_apps h WHERE h.collection_id = c.id AND h.app_id = ${appId}::uuid) AS has
      FROM collections c ${joins(ownerId)} WHERE c.owner_id = ${ownerId}::uuid ORDER BY c.id DESC`;
}

/** SQL: the collection `c` has an app `a` that the viewer may see. */
export const hasApp = (viewerId: string, condition = Prisma.sql`true`) => Prisma.sql`EXISTS (
  SELECT 1 FROM collection_apps i JOIN apps a ON a.id = i.app_id JOIN users m ON m.id = a.owner_id
   WHERE i.collection_id = c.id AND ${visibleApp(viewerId)} AND ${condition})`;

/** A person's collections that show the viewer something; for the person themselves also empty ones. */
const ofPerson = (ownerId: string, viewerId: string) => Prisma.sql`
  c.owner_id = ${ownerId}::uuid AND ${visibleCollection(viewerId, Prisma.sql`${ownerId}::uuid`)}
    AND (c.owner_id = ${viewerId}::uuid OR ${hasApp(viewerId)})`;

/** Newest first. */
export function listOfPerson({
  ownerId,
  viewerId,
  after,
  take,
}: {
  ownerId: string;
  viewerId: string;
  after: string | null;
  take: number;
}): Promise<CollectionRecord[]> {
  const from = after ? Prisma.sql`AND c.id < ${after}::uuid` : Prisma.empty;
  return readRows<CollectionRecord>(Prisma.sql`
    SELECT ${columns(viewerId)} FROM collections c ${joins(viewerId)}
     WHERE ${ofPerson(ownerId, viewerId)} ${from} ORDER BY c.id DESC LIMIT ${take}`);
}

export async function countOfPerson(ownerId: string, viewerId: string): Promise<number> {
  const rows = await readRows<{ count: number }>(Prisma.sql`
    SELECT count(*)::int AS count FROM collections c WHERE ${ofPerson(ownerId, viewerId)}`);
  return rows[0]?.count ?? 0;
}

/** What search engines may index, newest first: nothing with a person or an app that is kept from them. */
export function listIndexable(take: number): Promise<{ id: string; at: Date }[]> {
  return readRows<{ id: string; at: Date }>(Prisma.sql`
    SELECT c.id, c.changed_at AS at FROM collections c JOIN users u ON u.id = c.owner_id
     WHERE c.is_public AND NOT u.unlisted AND NOT u.is_private AND ${hasApp(NOBODY.id)}
       AND NOT ${hasApp(NOBODY.id, Prisma.sql`(a.noindex OR m.unlisted OR m.is_private)`)}
     ORDER BY c.id DESC LIMIT ${take}`);
}

/** What the viewer saved and may still see, the last saved first. */
export function listSaved({
  viewerId,
  after,
  take,
}: {
  viewerId: string;
  after: string | null;
  take: number;
}): Promise<(CollectionRecord & { saveId: string })[]> {
  const from = after ? Prisma.sql`AND s.id < ${after}::uuid` : Prisma.empty;
  return db().$queryRaw<(CollectionRecord & { saveId: string })[]>`
    SELECT ${columns(viewerId)}, s.id AS "saveId"
      FROM collection_saves s JOIN collections c ON c.id = s.collection_id ${joins(viewerId)}
     WHERE s.user_id = ${viewerId}::uuid AND ${visibleCollection(viewerId)} ${from}
     ORDER BY s.id DESC LIMIT ${take}`;
}

/**
 * For the store: the ones that most people saved and of the others those that got an app last, a few of each person. What
 * nobody saved is not shown: it would cost an account a minute to fill the row.
 */
export function listForStore(viewerId: string, take: number): Promise<CollectionRecord[]> {
  return readRows<CollectionRecord>(Prisma.sql`
    WITH candidates AS MATERIALIZED (
      (SELECT id FROM collections WHERE is_public AND saved_count > 0
        ORDER BY saved_count DESC, id DESC LIMIT ${STORE_CANDIDATES})
      UNION
      (SELECT id FROM collections WHERE is_public AND saved_count > 0
        ORDER BY changed_at DESC, id DESC LIMIT ${STORE_CANDIDATES})),
    ranked AS (
      SELECT ${columns(viewerId)},
             extract(epoch FROM c.changed_at) / 86400 + ${DAYS_PER_DOUBLING}::int * log(2, 1 + c.saved_count) AS score
        FROM candidates JOIN collections c USING (id) ${joins(viewerId)}
       WHERE ${offered(viewerId)} AND shown.apps >= ${STORE_APPS_MIN}),
    placed AS (
      SELECT *, row_number() OVER (PARTITION BY "ownerId" ORDER BY score DESC, id DESC) AS place FROM ranked)
    SELECT * FROM placed WHERE place <= ${STORE_PER_PERSON} ORDER BY score DESC, id DESC LIMIT ${take}`);
}

/** With this app: those that most people saved, one of each person. Nobody writes on an app's page by a collection of one app. */
export function listWithApp(appId: string, viewerId: string, take: number): Promise<CollectionRecord[]> {
  return readRows<CollectionRecord>(Prisma.sql`
    WITH candidates AS MATERIALIZED (
      SELECT c.id FROM collection_apps i JOIN collections c ON c.id = i.collection_id
       WHERE i.app_id = ${appId}::uuid AND c.is_public AND (c.saved_count > 0 OR c.owner_id = ${viewerId}::uuid)
       ORDER BY c.saved_count DESC, c.id DESC LIMIT ${STORE_CANDIDATES}),
    placed AS (
      SELECT ${columns(viewerId)}, row_number() OVER (PARTITION BY c.owner_id ORDER BY c.saved_count DESC, c.id DESC) AS place
        FROM candidates JOIN collections c USING (id) ${joins(viewerId)}
       WHERE ${offered(viewerId)} AND shown.apps >= ${STORE_APPS_MIN})
    SELECT * FROM placed WHERE place = 1 ORDER BY "savedCount" DESC, id DESC LIMIT ${take}`);
}

/** The apps of a collection that the viewer may see, in its order. */
export function listApps({
  collectionId,
  viewerId,
  after,
  take,
}: {
  collectionId: string;
  viewerId: string;
  after: ListCursor | null;
  take: number;
}): Promise<CollectionAppRecord[]> {
  const from = after
    ? Prisma.sql`AND (i.position, i.app_id) > (${after.key}::int, ${after.id}::uuid)`
    : Prisma.empty;
  return db().$queryRaw<CollectionAppRecord[]>`
    SELECT ${appColumns(viewerId)}, i.note, i.position
      FROM collection_apps i JOIN apps a ON a.id = i.app_id ${APP_JOINS}
     WHERE i.collection_id = ${collectionId}::uuid AND ${visibleApp(viewerId)} ${from}
     ORDER BY i.position, i.app_id LIMIT ${take}`;
}

export function countOwn(ownerId: string, tx: Db): Promise<number> {
  return tx.collection.count({ where: { ownerId } });
}

type Words = { title: string; description: string; isPublic: boolean };

export async function insertCollection(
  collection: Words & { id: string; ownerId: string; at: Date },
  tx: Db,
): Promise<void> {
  const { at, ...words } = collection;
  await tx.collection.create({ data: { ...words, createdAt: at, changedAt: at }, select: { id: true } });
}

/** Locks a collection until the transaction ends; false if there is none. */
export async function lockCollection(id: string, tx: Db): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`SELECT 1 FROM collections WHERE id = ${id}::uuid FOR UPDATE`;
  return rows.length > 0;
}

/** Locks a collection if it is this person's. */
export async function lockOwned({ id, ownerId }: { id: string; ownerId: string }, tx: Db): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM collections WHERE id = ${id}::uuid AND owner_id = ${ownerId}::uuid FOR UPDATE`;
  return rows.length > 0;
}

/**
 * Keeps a person's row from being deleted until the transaction ends. Taken before the lock of a collection, because the
 * deletion of an account locks in this order; the foreign key of a save would lock the person last.
 */
export async function holdPerson(id: string, tx: Db): Promise<void> {
  await tx.$executeRaw`SELECT 1 FROM users WHERE id = ${id}::uuid FOR KEY SHARE`;
}

/** @returns its words */
export function updateCollection(
  id: string,
  changes: Partial<Words> & { changedAt?: Date },
  tx: Db,
): Promise<{ id: string; title: string; description: string }> {
  const select = { id: true, title: true, description: true };
  return tx.collection.update({ where: { id }, data: changes, select });
}

/** Its apps and saves cascade. */
export async function deleteCollectionRow(id: string, tx: Db): Promise<boolean> {
  const { count } = await tx.collection.deleteMany({ where: { id } });
  return count > 0;
}

/** The ids of all its apps, also of those that nobody may see now, in its order. */
export async function listAppIds(collectionId: string, tx: Db): Promise<string[]> {
  const rows = await tx.collectionApp.findMany({
    where: { collectionId },
    orderBy: [{ position: "asc" }, { appId: "asc" }],
    select: { appId: true },
  });
  return rows.map(({ appId }) => appId);
}

type Item = { collectionId: string; appId: string };

export async function insertCollectionApp(
  item: Item & { note: string; position: number },
  tx: Db,
): Promise<void> {
  await tx.collectionApp.create({ data: item, select: { appId: true } });
}

/**
 * Removes an app that the owner cannot see: a deleted one if there is any, of several the last.
 * @returns its id; null if they see all
 */
export async function deleteUnseenApp(
  { collectionId, ownerId }: { collectionId: string; ownerId: string },
  tx: Db,
): Promise<string | null> {
  const rows = await tx.$queryRaw<{ appId: string }[]>`
    DELETE FROM collection_apps USING (
      SELECT i.app_id FROM collection_apps i JOIN apps a ON a.id = i.app_id
       WHERE i.collection_id = ${collectionId}::uuid AND NOT ${visibleApp(ownerId)}
       ORDER BY a.deleted_at IS NULL, i.position DESC LIMIT 1) unseen
     WHERE collection_id = ${collectionId}::uuid AND collection_apps.app_id = unseen.app_id
    RETURNING collection_apps.app_id AS "appId"`;
  return rows[0]?.appId ?? null;
}

export async function setNote({ note, ...of }: Item & { note: string }, tx: Db): Promise<void> {
  await tx.collectionApp.updateMany({ where: of, data: { note } });
}

export async function writeOrder(collectionId: string, appIds: string[], tx: Db): Promise<void> {
  await tx.$executeRaw`
    UPDATE collection_apps i SET position = wanted.place
      FROM unnest(${appIds}::uuid[]) WITH ORDINALITY AS wanted (app_id, place)
     WHERE i.collection_id = ${collectionId}::uuid AND i.app_id = wanted.app_id AND i.position <> wanted.place`;
}

export async function deleteCollectionApp(of: Item, tx: Db): Promise<void> {
  await tx.collectionApp.deleteMany({ where: of });
}

/** Saves a collection, or ends that, and counts it; idempotent. The caller has locked the collection. */
export async function setSaved(
  { id, userId, collectionId, on }: { id: string; userId: string; collectionId: string; on: boolean },
  tx: Db,
): Promise<void> {
  const changed = on
    ? await tx.$executeRaw`
        INSERT INTO collection_saves (id, user_id, collection_id)
        VALUES (${id}::uuid, ${userId}::uuid, ${collectionId}::uuid) ON CONFLICT (user_id, collection_id) DO NOTHING`
    : await tx.$executeRaw`
        DELETE FROM collection_saves WHERE user_id = ${userId}::uuid AND collection_id = ${collectionId}::uuid`;
  if (changed === 0) return;
  await tx.$executeRaw`
    UPDATE collections SET saved_count = greatest(0, saved_count + ${on ? 1 : -1}) WHERE id = ${collectionId}::uuid`;
}
