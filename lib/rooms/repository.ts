import "server-only";
import { ROOM_PAGE_BYTES, ROOM_PAGE_UPDATES } from "@/lib/config/limits";
import { db, type Db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { maySeePostsOf } from "@/lib/people/privacy-repository";
import { compactedUpTo, isCompactable } from "./rules";

type RoomRecord = {
  id: string;
  appId: string;
  postId: string | null;
  ownerId: string;
  head: number;
  /** Up to this serial only the snapshots have what happened. */
  compacted: number;
  bytes: number;
  closedAt: Date | null;
};

/** A room as one person meets it. */
export type RoomAccess = RoomRecord & {
  /** False for people who never joined or were removed. */
  isMember: boolean;
  wasRemoved: boolean;
  /** They want no notifications from it. */
  isMuted: boolean;
  /** A block, in either direction, between the person and the room's owner, or they may not see its post. */
  isBlocked: boolean;
  /** The author of its post turned it off. */
  isOff: boolean;
  /** The person may not run its app. */
  isAppGone: boolean;
};

const COLUMNS = {
  id: true,
  appId: true,
  postId: true,
  ownerId: true,
  head: true,
  compacted: true,
  bytes: true,
  closedAt: true,
} as const;

/** Finds the room of a post, or creates it. Concurrent callers get the same room. */
export async function ensurePostRoom(
  room: Pick<RoomRecord, "id" | "appId" | "ownerId"> & { postId: string },
): Promise<RoomRecord> {
  await db().room.createMany({ data: room, skipDuplicates: true });
  return db().room.findUniqueOrThrow({ where: { postId: room.postId }, select: COLUMNS });
}

export async function findRoomIdOfPost(postId: string): Promise<string | null> {
  const room = await db().room.findUnique({ where: { postId }, select: { id: true } });
  return room?.id ?? null;
}

export function insertRoom(room: Pick<RoomRecord, "id" | "appId" | "ownerId">): Promise<RoomRecord> {
  return db().room.create({ data: room, select: COLUMNS });
}

export async function findRoomAccess(id: string, viewerId: string): Promise<RoomAccess | null> {
  const rows = await db().$queryRaw<RoomAccess[]>`
    SELECT r.id, r.app_id AS "appId", r.post_id AS "postId", r.owner_id AS "ownerId", r.head, r.compacted, r.bytes,
           r.closed_at AS "closedAt", m.user_id IS NOT NULL AND m.removed_at IS NULL AS "isMember",
           m.removed_at IS NOT NULL AS "wasRemoved", m.is_muted IS TRUE AS "isMuted", p.shares_app IS FALSE AS "isOff",
           a.deleted_at IS NOT NULL OR NOT (a.is_public OR a.owner_id = ${viewerId}::uuid) AS "isAppGone",
           EXISTS (SELECT 1 FROM blocks b WHERE (b.blocker_id = ${viewerId}::uuid AND b.blocked_id = r.owner_id)
             OR (b.blocker_id = r.owner_id AND b.blocked_id = ${viewerId}::uuid))
             OR r.post_id IS NOT NULL AND NOT ${maySeePostsOf(Prisma.sql`r.owner_id`, viewerId)} AS "isBlocked"
      FROM rooms r JOIN apps a ON a.id = r.app_id
      LEFT JOIN room_members m ON m.room_id = r.id AND m.user_id = ${viewerId}::uuid
      LEFT JOIN posts p ON p.id = r.post_id
     WHERE r.id = ${id}::uuid`;
  return rows[0] ?? null;
}

/** Which of these rooms are of somebody's posts. */
export async function listRoomsOfPerson(ownerId: string, among: string[]): Promise<string[]> {
  const rows = await db().room.findMany({
    where: { ownerId, postId: { not: null }, id: { in: among } },
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}

/** Which of these rooms belong to an app. */
export async function listRoomsOfApp(appId: string, among: string[]): Promise<string[]> {
  const rows = await db().room.findMany({ where: { appId, id: { in: among } }, select: { id: true } });
  return rows.map(({ id }) => id);
}

/** Has no effect on a removed member. @returns whether they are new */
export async function insertMember(roomId: string, userId: string): Promise<boolean> {
  const { count } = await db().roomMember.createMany({ data: { roomId, userId }, skipDuplicates: true });
  return count > 0;
}

export function countMembers(roomId: string): Promise<number> {
  return db().roomMember.count({ where: { roomId, removedAt: null } });
}

type MemberRecord = { userId: string; name: string | null };

/** In the order in which they joined. `name` is null for people who have not allowed the app to see their profile. */
export function listMembers(
  roomId: string,
  { skip, take, among = null }: { skip: number; take: number; among?: string[] | null },
): Promise<MemberRecord[]> {
  return db().$queryRaw<MemberRecord[]>`
    SELECT m.user_id AS "userId", CASE WHEN p.user_id IS NULL THEN NULL ELSE u.display_name END AS name
      FROM room_members m
      JOIN rooms r ON r.id = m.room_id
      JOIN users u ON u.id = m.user_id
      LEFT JOIN profile_consents p ON p.user_id = m.user_id AND p.app_id = r.app_id
     WHERE m.room_id = ${roomId}::uuid AND m.removed_at IS NULL
       AND (${among}::uuid[] IS NULL OR m.user_id = ANY(${among}::uuid[]))
     ORDER BY m.joined_at, m.user_id OFFSET ${skip} LIMIT ${take}`;
}

/** With those who were removed. */
export async function listMemberIds(roomId: string): Promise<string[]> {
  const rows = await db().roomMember.findMany({ where: { roomId }, select: { userId: true } });
  return rows.map(({ userId }) => userId);
}

/** Members who want notifications, without those who may not be in the owner's room any more. */
export async function listNotifiable(roomId: string, take: number, tx: Db): Promise<string[]> {
  const rows = await tx.$queryRaw<{ userId: string }[]>`
    SELECT m.user_id AS "userId" FROM room_members m JOIN rooms r ON r.id = m.room_id
     WHERE m.room_id = ${roomId}::uuid AND m.removed_at IS NULL AND NOT m.is_muted
       AND NOT EXISTS (SELECT 1 FROM blocks b WHERE (b.blocker_id = m.user_id AND b.blocked_id = r.owner_id)
         OR (b.blocker_id = r.owner_id AND b.blocked_id = m.user_id))
       AND (r.post_id IS NULL OR ${maySeePostsOf(Prisma.sql`r.owner_id`, Prisma.sql`m.user_id`)})
     ORDER BY m.joined_at, m.user_id LIMIT ${take}`;
  return rows.map(({ userId }) => userId);
}

export async function setMuted(roomId: string, userId: string, isMuted: boolean): Promise<void> {
  await db().roomMember.updateMany({ where: { roomId, userId }, data: { isMuted } });
}

/** Also deletes their snapshots that the log does not depend on, because they may be false. */
export async function removeMember(roomId: string, userId: string, tx: Db): Promise<void> {
  await tx.roomMember.updateMany({
    where: { roomId, userId, removedAt: null },
    data: { removedAt: new Date() },
  });
  await tx.$executeRaw`
    DELETE FROM room_snapshots s USING rooms r
     WHERE s.room_id = ${roomId}::uuid AND r.id = s.room_id AND s.author_id = ${userId}::uuid
       AND s.serial > r.compacted`;
}

export async function setClosed(
  id: string,
  state: { closedAt: Date | null; heldAt?: Date | null },
  tx: Db,
): Promise<void> {
  await tx.room.update({ where: { id }, data: state, select: { id: true } });
}

/** Whether a moderator closed it. */
export async function isHeld(id: string, tx: Db): Promise<boolean> {
  return (await tx.room.findFirst({ where: { id, heldAt: { not: null } }, select: { id: true } })) !== null;
}

type LockedRoom = Pick<RoomRecord, "head" | "compacted" | "bytes" | "ownerId" | "closedAt">;

/** Locks the room until the transaction ends, which serialises its updates. */
export async function lockRoom(id: string, tx: Db): Promise<LockedRoom | null> {
  const rows = await tx.$queryRaw<LockedRoom[]>`
    SELECT head, compacted, bytes, owner_id AS "ownerId", closed_at AS "closedAt"
      FROM rooms WHERE id = ${id}::uuid FOR UPDATE`;
  return rows[0] ?? null;
}

export type UpdateRecord = { serial: number; authorId: string | null; content: string; createdAt: Date };
type NewUpdate = {
  roomId: string;
  authorId: string;
  clientKey: string;
  content: string;
  bytes: number;
};

export async function findUpdateByKey(
  { roomId, authorId, clientKey }: Pick<NewUpdate, "roomId" | "authorId" | "clientKey">,
  tx: Db,
): Promise<UpdateRecord | null> {
  return tx.roomUpdate.findUnique({
    where: { roomId_authorId_clientKey: { roomId, authorId, clientKey } },
    select: { serial: true, authorId: true, content: true, createdAt: true },
  });
}

export async function appendUpdate(
  update: NewUpdate & { serial: number; createdAt: Date },
  tx: Db,
): Promise<void> {
  await tx.roomUpdate.create({ data: update, select: { serial: true } });
  await tx.room.update({
    where: { id: update.roomId },
    data: { head: update.serial, bytes: { increment: update.bytes } },
    select: { id: true },
  });
}

/** A page of updates after a serial, in order. */
export function listUpdates(roomId: string, after: number): Promise<UpdateRecord[]> {
  return db().$queryRaw<UpdateRecord[]>`
    SELECT serial, author_id AS "authorId", content, created_at AS "createdAt" FROM (
      SELECT *, sum(bytes) OVER (ORDER BY serial) - bytes AS before FROM (
        SELECT u.* FROM room_updates u JOIN rooms r ON r.id = u.room_id
         WHERE room_id = ${roomId}::uuid AND serial > greatest(${after}::int, r.compacted)
         ORDER BY serial LIMIT ${ROOM_PAGE_UPDATES}) page) counted
     WHERE before < ${ROOM_PAGE_BYTES} ORDER BY serial`;
}

type SnapshotRecord = { serial: number; state: string };

/** The newest one, or the newest before a serial. */
export async function findSnapshot(roomId: string, before?: number): Promise<SnapshotRecord | null> {
  return db().roomSnapshot.findFirst({
    where: { roomId, ...(before !== undefined && { serial: { lt: before } }) },
    orderBy: { serial: "desc" },
    select: { serial: true, state: true },
  });
}

/** Stores a snapshot, and compacts the log as far as `compactedUpTo` says; an older one than the newest is ignored. */
export async function insertSnapshot(
  snapshot: SnapshotRecord & { roomId: string; authorId: string; bytes: number },
  room: Pick<RoomRecord, "ownerId" | "compacted" | "bytes">,
  tx: Db,
): Promise<void> {
  const { roomId, serial, authorId } = snapshot;
  const { compacted } = room;
  const last = await tx.roomSnapshot.findFirst({
    where: { roomId },
    orderBy: { serial: "desc" },
    select: { serial: true, authorId: true },
  });
  if (last && last.serial > serial) return;
  if (last?.serial !== serial) await tx.roomSnapshot.create({ data: snapshot, select: { serial: true } });
  const previous = last && last.serial < serial ? last.serial : 0;
  const isConfirmed =
    isCompactable(room.bytes) &&
    (authorId === room.ownerId ||
      last?.authorId !== authorId ||
      !(await hasUpdatesOfOthers({ roomId, authorId, after: compacted, upTo: previous }, tx)));
  const upTo = compactedUpTo({ bytes: room.bytes, compacted, serial, previous, isConfirmed });
  await tx.roomSnapshot.deleteMany({ where: { roomId, serial: { notIn: [upTo, serial] } } });
  // The rows stay because of their keys. Those compacted earlier are not read again, because their number grows without
  // limit.
  await tx.roomUpdate.updateMany({
    where: { roomId, serial: { gt: compacted, lte: upTo } },
    data: { content: "", bytes: 0 },
  });
  await countBytes({ roomId, compacted: upTo }, tx);
}

/** Removes all snapshots that the log does not depend on. The caller has locked the room. */
export async function dropSnapshots(
  { roomId, compacted }: { roomId: string; compacted: number },
  tx: Db,
): Promise<void> {
  await tx.roomSnapshot.deleteMany({ where: { roomId, serial: { gt: compacted } } });
  await countBytes({ roomId, compacted }, tx);
}

async function countBytes(
  { roomId, compacted }: { roomId: string; compacted: number },
  tx: Db,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE rooms SET updated_at = now(), compacted = ${compacted}, bytes =
      (SELECT coalesce(sum(bytes), 0) FROM room_updates
        WHERE room_id = ${roomId}::uuid AND serial > ${compacted}) +
      (SELECT coalesce(sum(bytes), 0) FROM room_snapshots WHERE room_id = ${roomId}::uuid)
     WHERE id = ${roomId}::uuid`;
}

async function hasUpdatesOfOthers(
  { roomId, authorId, after, upTo }: { roomId: string; authorId: string; after: number; upTo: number },
  tx: Db,
): Promise<boolean> {
  const found = await tx.roomUpdate.findFirst({
    where: {
      roomId,
      serial: { gt: after, lte: upTo },
      OR: [{ authorId: null }, { authorId: { not: authorId } }],
    },
    select: { serial: true },
  });
  return found !== null;
}
