import "server-only";
import { uuidv7 } from "uuidv7";
import { getAppOrThrow } from "@/lib/apps/access-service";
import { findApp, lockOwner } from "@/lib/apps/repository";
import { canApp } from "@/lib/apps/rules";
import {
  COLLECTION_APPS_MAX,
  COLLECTIONS_IN_STORE,
  COLLECTIONS_MAX,
  COLLECTIONS_OF_APP,
} from "@/lib/config/collection-limits";
import { inTransaction, type Db } from "@/lib/db/client";
import { fromReplica } from "@/lib/db/replica";
import { requireUnlimited } from "@/lib/moderation/standing-service";
import type { Actor, Page } from "@/lib/shared/contract";
import { AppError, fieldError } from "@/lib/shared/errors";
import { decodeCursor, encodeCursor, type ListCursor } from "@/lib/shared/list-cursor";
import { idAt } from "@/lib/shared/time-id";
import { indexCollection } from "./index-service";
import type {
  ChangeCollection,
  Collection,
  CollectionApp,
  CollectionListQuery,
  OwnCollection,
  PlaceApp,
} from "./contract";
import { presentCollection, presentCollectionApp } from "./presenter";
import {
  countOfPerson,
  countOwn,
  deleteCollectionApp,
  deleteCollectionRow,
  deleteUnseenApp,
  findCollection,
  holdPerson,
  insertCollection,
  insertCollectionApp,
  listAppIds,
  listApps,
  listForStore,
  listIndexable,
  listOfPerson,
  listOwn,
  listSaved,
  listWithApp,
  lockCollection,
  lockOwned,
  setNote,
  setSaved,
  updateCollection,
  writeOrder,
} from "./repository";
import { placeAfter } from "./rules";
import { searchCollections } from "./search-repository";

/**
 * Collections of apps.
 *
 * Trust model. Untrusted: every viewer. A collection never shows an app that its viewer may not see by themselves, nor
 * counts it; who may not see its owner's posts does not see it. Changes lock the collection's row, and new ones their
 * owner's, so that the limits hold.
 */

type OfCollection = { viewer: Actor; id: string };

const isNoKey = (key: string): boolean => key === "";
const isCount = (key: string): boolean => /^\d{1,9}$/.test(key);

/** @throws AppError validation_error */
function cursorOf(after: string | undefined, isKey: (key: string) => boolean): ListCursor | null {
  if (after === undefined) return null;
  const cursor = decodeCursor(after);
  if (!cursor || !isKey(cursor.key))
    throw new AppError("validation_error", { message: "after is not a cursor of this list." });
  return cursor;
}

/** @param rows one more than the page has, if there is another page */
function toPage<R, T>(
  rows: R[],
  limit: number,
  { present, cursor }: { present: (row: R) => T; cursor: (row: R) => ListCursor },
): Page<T> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return { items: shown.map(present), nextCursor: hasMore ? encodeCursor(cursor(last)) : null };
}

async function readOrThrow({ viewer, id }: OfCollection, tx?: Db): Promise<Collection> {
  const record = await findCollection(id, viewer.id, tx);
  if (!record) throw new AppError("not_found");
  return presentCollection(record, viewer);
}

/** @throws AppError not_found */
export function getCollection(of: OfCollection): Promise<Collection> {
  return readOrThrow(of);
}

/** The apps of a collection that the viewer may see, in its order. @throws AppError not_found, validation_error */
export async function listCollectionApps({
  viewer,
  id,
  query,
}: OfCollection & { query: CollectionListQuery }): Promise<Page<CollectionApp>> {
  const after = cursorOf(query.after, isCount);
  await readOrThrow({ viewer, id });
  const rows = await listApps({ collectionId: id, viewerId: viewer.id, after, take: query.limit + 1 });
  return toPage(rows, query.limit, {
    present: (row) => presentCollectionApp(row, viewer),
    cursor: (row) => ({ key: String(row.position), id: row.id }),
  });
}

/** The viewer's own, and whether `appId` is in them. */
export async function listOwnCollections({
  viewer,
  appId,
}: {
  viewer: Actor;
  appId?: string | undefined;
}): Promise<{ items: OwnCollection[] }> {
  const rows = await listOwn(viewer.id, appId ?? null);
  return { items: rows.map((row) => ({ ...presentCollection(row, viewer), has: row.has })) };
}

/** A person's collections that the viewer may see, newest first. */
export async function listCollectionsOf({
  viewer,
  userId,
  query,
}: {
  viewer: Actor;
  userId: string;
  query: CollectionListQuery;
}): Promise<Page<Collection>> {
  const after = cursorOf(query.after, isNoKey)?.id ?? null;
  const page = { ownerId: userId, viewerId: viewer.id, after, take: query.limit + 1 };
  const rows = await fromReplica(viewer.id, () => listOfPerson(page));
  return toPage(rows, query.limit, {
    present: (row) => presentCollection(row, viewer),
    cursor: ({ id }) => ({ key: "", id }),
  });
}

/** How many collections of a person the viewer may see. */
export function countCollectionsOf({ viewer, userId }: { viewer: Actor; userId: string }): Promise<number> {
  return fromReplica(viewer.id, () => countOfPerson(userId, viewer.id));
}

/** Those of other people that the viewer saved. */
export async function listSavedCollections({
  viewer,
  query,
}: {
  viewer: Actor;
  query: CollectionListQuery;
}): Promise<Page<Collection>> {
  const after = cursorOf(query.after, isNoKey)?.id ?? null;
  const rows = await listSaved({ viewerId: viewer.id, after, take: query.limit + 1 });
  return toPage(rows, query.limit, {
    present: (row) => presentCollection(row, viewer),
    cursor: ({ saveId }) => ({ key: "", id: saveId }),
  });
}

/** @param search a tsquery, see lib/search/terms.ts @throws AppError validation_error */
export async function findCollections({
  viewer,
  search,
  query,
}: {
  viewer: Actor;
  search: string;
  query: CollectionListQuery;
}): Promise<Page<Collection>> {
  const after = cursorOf(query.after, isCount);
  const page = { viewerId: viewer.id, search, after, take: query.limit + 1 };
  const rows = await fromReplica(viewer.id, () => searchCollections(page));
  return toPage(rows, query.limit, {
    present: (row) => presentCollection(row, viewer),
    cursor: ({ id, savedCount }) => ({ key: String(savedCount), id }),
  });
}

/** Those that search engines may index. */
export function listIndexableCollections(take: number): Promise<{ id: string; at: Date }[]> {
  return listIndexable(take);
}

/** A few for the store. */
export async function listStoreCollections({ viewer }: { viewer: Actor }): Promise<{ items: Collection[] }> {
  const rows = await fromReplica(viewer.id, () => listForStore(viewer.id, COLLECTIONS_IN_STORE));
  return { items: rows.map((row) => presentCollection(row, viewer)) };
}

/** A few that have an app. @throws AppError unknown_app */
export async function listCollectionsWith({
  viewer,
  appId,
}: {
  viewer: Actor;
  appId: string;
}): Promise<{ items: Collection[] }> {
  await getAppOrThrow(appId, viewer, "view");
  const rows = await fromReplica(viewer.id, () => listWithApp(appId, viewer.id, COLLECTIONS_OF_APP));
  return { items: rows.map((row) => presentCollection(row, viewer)) };
}

/**
 * @param at when it was made; now by default
 * @throws AppError account_limited; validation_error beyond COLLECTIONS_MAX
 */
export async function makeCollection({
  viewer,
  at,
  ...words
}: {
  viewer: Actor;
  title: string;
  description: string;
  isPublic: boolean;
  at?: Date;
}): Promise<Collection> {
  await requireUnlimited(viewer);
  const id = at ? idAt(at) : uuidv7();
  return inTransaction(async (tx) => {
    await lockOwner(viewer.id, tx);
    if ((await countOwn(viewer.id, tx)) >= COLLECTIONS_MAX)
      throw fieldError("title", "too_many", `You can have ${COLLECTIONS_MAX} collections at most.`);
    await insertCollection({ id, ownerId: viewer.id, ...words, at: at ?? new Date() }, tx);
    await indexCollection({ id, ...words }, tx);
    return readOrThrow({ viewer, id }, tx);
  });
}

/** Locks a collection of the viewer. @throws AppError not_found; forbidden about somebody else's */
async function lockOwnOrThrow({ viewer, id }: OfCollection, tx: Db): Promise<void> {
  if (await lockOwned({ id, ownerId: viewer.id }, tx)) return;
  await readOrThrow({ viewer, id }, tx);
  throw new AppError("forbidden");
}

/** @throws AppError account_limited, not_found, forbidden */
export async function changeCollection({
  viewer,
  id,
  changes,
}: OfCollection & { changes: ChangeCollection }): Promise<Collection> {
  await requireUnlimited(viewer);
  await inTransaction(async (tx) => {
    await lockOwnOrThrow({ viewer, id }, tx);
    await indexCollection(await updateCollection(id, changes, tx), tx);
  });
  return readOrThrow({ viewer, id });
}

/** @throws AppError not_found, forbidden */
export async function deleteCollection(of: OfCollection): Promise<void> {
  await inTransaction(async (tx) => {
    await lockOwnOrThrow(of, tx);
    await deleteCollectionRow(of.id, tx);
  });
}

/** Deletes a collection in the caller's transaction. @returns false if it is gone */
export function removeCollection(id: string, tx: Db): Promise<boolean> {
  return deleteCollectionRow(id, tx);
}

/**
 * Adds an app to a collection, or changes its note or its place. Idempotent. In a full one it replaces an app that the
 * owner cannot see, and thus could not remove.
 * @throws AppError account_limited, not_found, forbidden, unknown_app; validation_error beyond COLLECTION_APPS_MAX
 */
export async function placeApp({
  viewer,
  id,
  appId,
  place: { note, after },
}: OfCollection & { appId: string; place: PlaceApp }): Promise<Collection> {
  await requireUnlimited(viewer);
  await inTransaction(async (tx) => {
    await lockOwnOrThrow({ viewer, id }, tx);
    let ids = await listAppIds(id, tx);
    const of = { collectionId: id, appId };
    if (!ids.includes(appId)) {
      const app = await findApp({ id: appId }, viewer.id, tx);
      if (!app || app.blocked || !canApp(viewer, "view", app)) throw new AppError("unknown_app");
      if (ids.length >= COLLECTION_APPS_MAX) {
        const unseen = await deleteUnseenApp({ collectionId: id, ownerId: viewer.id }, tx);
        if (!unseen)
          throw fieldError("appId", "too_many", `A collection can have ${COLLECTION_APPS_MAX} apps at most.`);
        ids = ids.filter((each) => each !== unseen);
      }
      ids.push(appId);
      await insertCollectionApp({ ...of, note: note ?? "", position: ids.length }, tx);
      await updateCollection(id, { changedAt: new Date() }, tx);
    } else if (note !== undefined) await setNote({ ...of, note }, tx);
    const order = after === undefined ? ids : placeAfter(ids, appId, after);
    if (!order) throw fieldError("after", "unknown", "That app is not in the collection.");
    await writeOrder(id, order, tx);
  });
  return readOrThrow({ viewer, id });
}

/** Idempotent. @throws AppError not_found, forbidden */
export async function takeApp({ viewer, id, appId }: OfCollection & { appId: string }): Promise<Collection> {
  await inTransaction(async (tx) => {
    await lockOwnOrThrow({ viewer, id }, tx);
    await deleteCollectionApp({ collectionId: id, appId }, tx);
  });
  return readOrThrow({ viewer, id });
}

/** Saves another person's collection. Idempotent. @throws AppError account_limited, not_found, forbidden */
export async function saveCollection({ viewer, id }: OfCollection): Promise<Collection> {
  await requireUnlimited(viewer);
  // Read outside the lock, on which everybody who saves it would wait. Collections that are hidden meanwhile
  // are not listed among the saved.
  if ((await readOrThrow({ viewer, id })).viewer.owner) throw new AppError("forbidden");
  await inTransaction(async (tx) => {
    await holdPerson(viewer.id, tx);
    if (!(await lockCollection(id, tx))) throw new AppError("not_found");
    await setSaved({ id: uuidv7(), userId: viewer.id, collectionId: id, on: true }, tx);
  });
  return readOrThrow({ viewer, id });
}

/** Also of one that the viewer can no longer see. Idempotent. */
export async function unsaveCollection({ viewer, id }: OfCollection): Promise<void> {
  await inTransaction(async (tx) => {
    if (!(await lockCollection(id, tx))) return;
    await setSaved({ id, userId: viewer.id, collectionId: id, on: false }, tx);
  });
}
