import "server-only";
import { ROOM_PAGE_BYTES, ROOM_PAGE_UPDATES } from "@/lib/config/limits";
import { db, type Db } from "@/lib/db/client";

export type RoomRecord = {
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
  /** False for who never joined, and for who was removed. */
  isMember: boolean;
  wasRemoved: boolean;
  /** Between the person and the room's owner. */
  isBlocked: boolean;
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

/** The room of a post, made if it has none yet: of two that ask at once, both get the same. */
export async function ensurePostRoom(
  room: Pick<RoomRecord, "id" | "appId" | "ownerId"> & { postId: string },
): Promise<RoomRecord> {
  await db().room.createMany({ data: room, skipDuplicates: true });
  return db().room.findUniqueOrThrow({ where: { postId: room.postId }, select: COLUMNS });
}

export function insertRoom(room: Pick<RoomRecord, "id" | "appId" | "ownerId">): Promise<RoomRecord> {
  return db().room.create({ data: room, select: COLUMNS });
}

export async function findRoomAccess(id: string, viewerId: string): Promise<RoomAccess | null> {
  const rows = await db().$queryRaw<RoomAccess[]>`
    SELECT r.id, r.app_id AS "appId", r.post_id AS "postId", r.owner_id AS "ownerId", r.head, r.compacted, r.bytes,
           r.closed_at AS "closedAt", m.user_id IS NOT NULL AND m.removed_at IS NULL AS "isMember",
           m.removed_at IS NOT NULL AS "wasRemoved",
           EXISTS (SELECT 1 FROM blocks b WHERE (b.blocker_id = ${viewerId}::uuid AND b.blocked_id = r.owner_id)
             OR (b.blocker_id = r.owner_id AND b.blocked_id = ${viewerId}::uuid)) AS "isBlocked"
      FROM rooms r LEFT JOIN room_members m ON m.room_id = r.id AND m.user_id = ${viewerId}::uuid
     WHERE r.id = ${id}::uuid`;
  return rows[0] ?? null;
}

/** A removed member stays removed. */
export async function insertMember(roomId: string, userId: string): Promise<void> {
  await db().roomMember.createMany({ data: { roomId, userId }, skipDuplicates: true });
}

export type MemberRecord = { userId: string; name: string | null };

/** `name` only of people who have told the app theirs. */
export function listMembers(roomId: string, take: number): Promise<MemberRecord[]> {
  return db().$queryRaw<MemberRecord[]>`
    SELECT m.user_id AS "userId", CASE WHEN p.user_id IS NULL THEN NULL ELSE u.display_name END AS name
      FROM room_members m
      JOIN rooms r ON r.id = m.room_id
      JOIN users u ON u.id = m.user_id
      LEFT JOIN profile_consents p ON p.user_id = m.user_id AND p.app_id = r.app_id
     WHERE m.room_id = ${roomId}::uuid AND m.removed_at IS NULL
     ORDER BY m.joined_at, m.user_id LIMIT ${take}`;
}

export async function listMemberIds(roomId: string): Promise<string[]> {
  const rows = await db().roomMember.findMany({ where: { roomId }, select: { userId: true } });
  return rows.map(({ userId }) => userId);
}

export async function removeMember(roomId: string, userId: string): Promise<void> {
  await db().roomMember.updateMany({
    where: { roomId, userId, removedAt: null },
    data: { removedAt: new Date() },
  });
}

export async function setClosed(id: string, closedAt: Date | null): Promise<void> {
  await db().room.update({ where: { id }, data: { closedAt } });
}

/** Locks the room until the transaction ends, which orders its updates. */
export async function lockRoom(
  id: string,
  tx: Db,
): Promise<Pick<RoomRecord, "head" | "bytes" | "closedAt"> | null> {
  const rows = await tx.$queryRaw<Pick<RoomRecord, "head" | "bytes" | "closedAt">[]>`
    SELECT head, bytes, closed_at AS "closedAt" FROM rooms WHERE id = ${id}::uuid FOR UPDATE`;
  return rows[0] ?? null;
}

export type UpdateRecord = { serial: number; authorId: string | null; content: string; createdAt: Date };
export type NewUpdate = {
  roomId: string;
  authorId: string;
  clientKey: string;
  content: string;
  bytes: number;
};

export async function findUpdateByKey(
  { roomId, authorId, clientKey }: Pick<NewUpdate, "roomId" | "authorId" | "clientKey">,
  tx: Db,
): Promise<{ serial: number } | null> {
  return tx.roomUpdate.findUnique({
    where: { roomId_authorId_clientKey: { roomId, authorId, clientKey } },
    select: { serial: true },
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

/** The updates after a serial in order, as many as fit a page; at least one if there is one. */
export function listUpdates(roomId: string, after: number): Promise<UpdateRecord[]> {
  return db().$queryRaw<UpdateRecord[]>`
    SELECT serial, author_id AS "authorId", content, created_at AS "createdAt" FROM (
      SELECT *, sum(bytes) OVER (ORDER BY serial) - bytes AS before FROM (
        SELECT u.* FROM room_updates u JOIN rooms r ON r.id = u.room_id
         WHERE room_id = ${roomId}::uuid AND serial > greatest(${after}::int, r.compacted)
         ORDER BY serial LIMIT ${ROOM_PAGE_UPDATES}) page) counted
     WHERE before < ${ROOM_PAGE_BYTES} ORDER BY serial`;
}

export type SnapshotRecord = { serial: number; state: string };

export async function findSnapshot(roomId: string): Promise<SnapshotRecord | null> {
  return db().roomSnapshot.findFirst({
    where: { roomId },
    orderBy: { serial: "desc" },
    select: { serial: true, state: true },
  });
}

/**
 * Stores a snapshot and drops what the one before makes superfluous: older snapshots, and the content of updates up to it.
 * With the two that are left, a snapshot that turns out to be wrong loses nothing.
 * @returns false if there is a newer one
 */
export async function insertSnapshot(
  snapshot: SnapshotRecord & { roomId: string; authorId: string; bytes: number },
  tx: Db,
): Promise<boolean> {
  const { roomId, serial } = snapshot;
  const last = await tx.roomSnapshot.findFirst({
    where: { roomId },
    orderBy: { serial: "desc" },
    select: { serial: true },
  });
  if (last && last.serial >= serial) return false;
  await tx.roomSnapshot.create({ data: snapshot, select: { serial: true } });
  const compacted = last?.serial ?? 0;
  await tx.roomSnapshot.deleteMany({ where: { roomId, serial: { lt: compacted } } });
  await tx.roomUpdate.updateMany({
    where: { roomId, serial: { lte: compacted }, bytes: { gt: 0 } },
    data: { content: "", bytes: 0 },
  });
  await tx.$executeRaw`
    UPDATE rooms SET updated_at = now(), compacted = ${compacted}, bytes =
      (SELECT coalesce(sum(bytes), 0) FROM room_updates WHERE room_id = ${roomId}::uuid) +
      (SELECT coalesce(sum(bytes), 0) FROM room_snapshots WHERE room_id = ${roomId}::uuid)
     WHERE id = ${roomId}::uuid`;
  return true;
}
