import "server-only";
import { uuidv7 } from "uuidv7";
import { getAppOrThrow } from "@/lib/apps/access-service";
import {
  ROOM_MAX_BYTES,
  ROOM_MEMBERS_PAGE,
  ROOM_PAYLOAD_MAX_BYTES,
  ROOM_SEND_INTERVAL_MS,
} from "@/lib/config/limits";
import { inTransaction, type Db } from "@/lib/db/client";
import { consumeLimit } from "@/lib/infra/rate-limiter";
import { requireUnlimited } from "@/lib/moderation/standing-service";
import { mayModerateRoom, recordRoomAction } from "@/lib/moderation/room-decision-service";
import { notifyRoom, publish } from "@/lib/notifications/notify-service";
import type { Post } from "@/lib/posts/contract";
import { getPost, setSharesApp } from "@/lib/posts/service";
import type { LiveEvent } from "@/lib/realtime/event-bus.server";
import type { Actor } from "@/lib/shared/contract";
import { AppError } from "@/lib/shared/errors";
import { addressOf, getOwnRoomOrThrow, getRoomOrThrow, listIdsAt, type InRoom } from "./access-service";
import { announceCard, deriveCard, dropCardOf } from "./card-service";
import { bumpCard } from "./card-repository";
import type { JoinedRoom, RoomMembers, RoomUpdate, RoomUpdateContent } from "./contract";
import {
  appendUpdate,
  countMembers,
  dropSnapshots,
  ensurePostRoom,
  findRoomAccess,
  findRoomIdOfPost,
  findSnapshot,
  findUpdateByKey,
  insertMember,
  insertRoom,
  insertSnapshot,
  isHeld,
  listMembers,
  listNotifiable,
  listUpdates,
  lockRoom,
  removeMember,
  setClosed,
  setMuted,
  type RoomAccess,
  type UpdateRecord,
} from "./repository";
import { hasRoomFor, isShared, noticeFor } from "./rules";

/**
 * Trust model. Untrusted: every member and the app that acts for them. They control payloads, keys and how
 * often they send; the server alone decides order, author and time. Payloads are never interpreted. What must
 * hold: nobody reads or writes a room that they may not be in, an accepted update is never lost or changed,
 * and an address reveals nothing about the account or about other rooms.
 */
const NOTIFIED_MAX = 1_000;

/**
 * Joins the room of a post that the viewer may see; the first one opens it.
 * @throws AppError not_found, unknown_app, not_in_room
 */
export async function joinPostRoom({
  viewer,
  postId,
}: {
  viewer: Actor;
  postId: string;
}): Promise<JoinedRoom> {
  const post = await getPost({ viewer, id: postId });
  if (!post.app || !post.sharesApp) throw new AppError("not_found");
  const { manifest } = await getAppOrThrow(post.app.id, viewer, "run");
  if (!isShared(manifest)) throw new AppError("not_found");
  const { id } = await ensurePostRoom({
    id: uuidv7(),
    postId,
    appId: post.app.id,
    ownerId: post.author.id,
  });
  return enter(viewer, await getRoomOrThrow({ viewer, roomId: id }, "join"));
}

/**
 * Turns the post's room on or off. Its content is kept while it is off.
 * @throws AppError not_found, forbidden
 */
export async function setPostRoom({
  viewer,
  postId,
  isOn,
}: {
  viewer: Actor;
  postId: string;
  isOn: boolean;
}): Promise<Post> {
  const post = await setSharesApp({ actor: viewer, id: postId, sharesApp: isOn });
  const roomId = await findRoomIdOfPost(postId);
  if (!roomId) return post;
  if (!isOn) publish({ type: "room", roomId, event: { type: "refused", roomId, code: "not_in_room" } });
  await bumpCard(roomId);
  await announceCard(roomId);
  return getPost({ viewer, id: postId });
}

/** Opens a room that anybody with its link may join. @throws AppError unknown_app, not_found */
export async function startRoom({ viewer, appId }: { viewer: Actor; appId: string }): Promise<JoinedRoom> {
  await requireUnlimited(viewer);
  const { manifest } = await getAppOrThrow(appId, viewer, "run");
  if (!isShared(manifest)) throw new AppError("not_found");
  const { id } = await insertRoom({ id: uuidv7(), appId, ownerId: viewer.id });
  return enter(viewer, await getRoomOrThrow({ viewer, roomId: id }, "join"));
}

/** @throws AppError not_found, unknown_app, not_in_room */
export async function joinRoom({ viewer, roomId }: InRoom): Promise<JoinedRoom> {
  const room = await getRoomOrThrow({ viewer, roomId }, "join");
  await getAppOrThrow(room.appId, viewer, "run");
  // A room is visible to those who see its post.
  if (room.postId) await getPost({ viewer, id: room.postId });
  return enter(viewer, room);
}

/** Makes the viewer a member. The caller has checked that they may see the app and the post. */
async function enter(viewer: Actor, room: RoomAccess): Promise<JoinedRoom> {
  if (!room.isMember && (await insertMember(room.id, viewer.id)))
    publish({ type: "room_people", roomId: room.id });
  const [[me], people] = await Promise.all([
    listMembers(room.id, { skip: 0, take: 1, among: [viewer.id] }),
    countMembers(room.id),
  ]);
  return {
    id: room.id,
    appId: room.appId,
    postId: room.postId,
    me: addressOf(viewer.id, room.id),
    name: me?.name ?? "",
    people,
    head: room.head,
    isClosed: room.closedAt !== null,
    isOwner: room.ownerId === viewer.id || (await mayModerateRoom(viewer.id, room.ownerId)),
    isMuted: room.isMuted,
    snapshot: await readSnapshot(room.id),
    sendIntervalMs: ROOM_SEND_INTERVAL_MS,
    payloadMaxBytes: ROOM_PAYLOAD_MAX_BYTES,
    usedBytes: room.bytes,
    quotaBytes: ROOM_MAX_BYTES,
  };
}

export type UpdatesPage = { items: RoomUpdate[]; head: number; isBehind: boolean; isClosed: boolean };

/** @throws AppError not_found, not_in_room */
export async function readUpdates({ after, ...where }: InRoom & { after: number }): Promise<UpdatesPage> {
  const { head, compacted, closedAt } = await getRoomOrThrow(where, "read");
  const rows = await listUpdates(where.roomId, after);
  return {
    items: rows.map((row) => presentUpdate(where.roomId, row)),
    head: Math.max(head, rows.at(-1)?.serial ?? 0),
    // Serials have no gaps. A gap here means that the log was compacted after `compacted` was read.
    isBehind: after < compacted || (rows[0] !== undefined && rows[0].serial > after + 1),
    isClosed: closedAt !== null,
  };
}

/**
 * Appends an update to the log, once for a client key.
 * @throws AppError account_limited, not_found, not_in_room, room_closed, room_full, rate_limited
 */
export async function sendUpdate({
  viewer,
  roomId,
  clientKey,
  ...content
}: InRoom & RoomUpdateContent & { clientKey: string }): Promise<{ serial: number }> {
  // Whether the room is closed is decided under the lock: an update that was accepted before may be sent again.
  const { appId, postId } = await getRoomOrThrow({ viewer, roomId }, "read");
  await requireUnlimited(viewer);
  await consumeWriteLimits(viewer, roomId);
  const text = JSON.stringify(content);
  const update = { roomId, authorId: viewer.id, clientKey, content: text, bytes: Buffer.byteLength(text) };
  const { row, isInLog, hasNewCard, notified } = await inTransaction(async (tx) => {
    const room = await lockRoom(roomId, tx);
    if (!room) throw new AppError("not_found");
    const known = await findUpdateByKey(update, tx);
    // The process that accepted it may have died before it published it. Streams ignore what they have.
    if (known) return { row: known, isInLog: known.serial > room.compacted, hasNewCard: false, notified: [] };
    if (room.closedAt) throw new AppError("room_closed");
    if (!hasRoomFor(room.bytes, update.bytes))
      throw new AppError("room_full", { details: { quotaBytes: ROOM_MAX_BYTES } });
    const row = { serial: room.head + 1, authorId: viewer.id, content: text, createdAt: new Date() };
    await appendUpdate({ ...update, ...row }, tx);
    const source = { roomId, authorId: viewer.id, serial: row.serial, ...content };
    const hasNewCard = await deriveCard(source, tx);
    return {
      row,
      isInLog: true,
      hasNewCard,
      notified: await notifyMembers({ ...source, appId, postId }, tx),
    };
  });
  if (isInLog)
    publish({ type: "room", roomId, event: { type: "update", roomId, update: presentUpdate(roomId, row) } });
  publish(...notified);
  if (hasNewCard) await announceCard(roomId);
  return { serial: row.serial };
}

/** Notifies the members whom an update names. @returns what to publish after the commit */
async function notifyMembers(
  {
    roomId,
    authorId,
    notify = {},
    href = null,
    ...update
  }: { roomId: string; authorId: string; serial: number; appId: string; postId: string | null } & Pick<
    Partial<RoomUpdateContent>,
    "notify"
  > & { href?: string | null | undefined },
  tx: Db,
): Promise<LiveEvent[]> {
  if (Object.keys(notify).length === 0) return [];
  const members = await listNotifiable(roomId, NOTIFIED_MAX, tx);
  const recipients = members.flatMap((userId): [string, string][] => {
    const text = noticeFor(addressOf(userId, roomId), notify);
    return text && userId !== authorId ? [[userId, text]] : [];
  });
  const { serial, appId, postId } = update;
  return notifyRoom(
    { roomId, serial, appId, postId, href, actorId: authorId, recipients, createdAt: new Date() },
    tx,
  );
}

/**
 * Keeps the state after an update, from which newcomers start. An older one than the stored one is ignored.
 * @throws AppError account_limited, validation_error, not_found, not_in_room, room_closed
 */
export async function putSnapshot({
  viewer,
  roomId,
  serial,
  state,
}: InRoom & { serial: number; state: string }): Promise<void> {
  await getRoomOrThrow({ viewer, roomId }, "write");
  await requireUnlimited(viewer);
  await consumeWriteLimits(viewer, roomId);
  await inTransaction(async (tx) => {
    const room = await lockRoom(roomId, tx);
    if (!room) throw new AppError("not_found");
    if (serial > room.head) throw new AppError("validation_error", { message: "No update has this serial." });
    const text = JSON.stringify(state);
    await insertSnapshot(
      { roomId, serial, authorId: viewer.id, state: text, bytes: Buffer.byteLength(text) },
      room,
      tx,
    );
  });
}

/**
 * Newcomers start from the log again: a member may have submitted a false state. Compacted updates remain as
 * the snapshot has them.
 * @throws AppError not_found, not_in_room, forbidden
 */
export async function discardSnapshots({ viewer, roomId }: InRoom): Promise<void> {
  await getOwnRoomOrThrow({ viewer, roomId });
  await inTransaction(async (tx) => {
    const room = await lockRoom(roomId, tx);
    if (room) await dropSnapshots({ roomId, compacted: room.compacted }, tx);
  });
}

/**
 * The snapshot before another one, which an app may have submitted broken. The log continues from it without
 * a gap.
 * @throws AppError not_found, not_in_room
 */
export async function readOlderSnapshot({
  before,
  ...where
}: InRoom & { before: number }): Promise<JoinedRoom["snapshot"]> {
  await getRoomOrThrow(where, "read");
  return readSnapshot(where.roomId, before);
}

/**
 * Passes bytes on to those who are there now.
 * @throws AppError account_limited, not_found, not_in_room, room_closed, rate_limited
 */
export async function sendToChannel({
  viewer,
  roomId,
  messages,
}: InRoom & { messages: string[] }): Promise<void> {
  await getRoomOrThrow({ viewer, roomId }, "write");
  await requireUnlimited(viewer);
  await consumeLimit("roomChannel", `${roomId}:${viewer.id}`, { points: messages.length });
  await consumeLimit("roomChannelBytes", viewer.id, { points: bytesOf(messages) });
  publish({
    type: "room",
    roomId,
    event: { type: "channel", roomId, from: addressOf(viewer.id, roomId), messages },
  });
}

const bytesOf = (messages: string[]): number =>
  messages.reduce((sum, message) => sum + Buffer.byteLength(message, "base64"), 0);

/** @throws AppError not_found, not_in_room, unknown_app, forbidden; also to an owner whose room a moderator closed */
export async function closeRoom({ viewer, roomId, isClosed }: InRoom & { isClosed: boolean }): Promise<void> {
  const room = await getOwnRoomOrThrow({ viewer, roomId });
  const notices = await inTransaction(async (tx) => {
    if (room.ownerId === viewer.id) {
      if (!isClosed && (await isHeld(roomId, tx)))
        throw new AppError("forbidden", { message: "A moderator has closed this room." });
      await setClosed(roomId, { closedAt: isClosed ? (room.closedAt ?? new Date()) : null }, tx);
      return [];
    }
    const now = new Date();
    const state = { closedAt: isClosed ? (room.closedAt ?? now) : null, heldAt: isClosed ? now : null };
    await setClosed(roomId, state, tx);
    const action = isClosed ? ("close_room" as const) : ("open_room" as const);
    return recordRoomAction({ actorId: viewer.id, action, room }, tx);
  });
  publish({ type: "room", roomId, event: { type: "closed", roomId, isClosed } }, ...notices);
  // The post's menu says whether it is closed.
  await bumpCard(roomId);
  await announceCard(roomId);
}

/** Turns the viewer's notifications from a room off or on. @throws AppError not_found, not_in_room */
export async function muteRoom({ viewer, roomId, isMuted }: InRoom & { isMuted: boolean }): Promise<void> {
  await getRoomOrThrow({ viewer, roomId }, "read");
  await setMuted(roomId, viewer.id, isMuted);
}

/** @throws AppError not_found, not_in_room, forbidden; also to a moderator who may not act on that person */
export async function removeFromRoom({
  viewer,
  roomId,
  address,
}: InRoom & { address: string }): Promise<void> {
  const room = await getOwnRoomOrThrow({ viewer, roomId });
  const [userId] = await listIdsAt(roomId, [address]);
  if (!userId || userId === room.ownerId) throw new AppError("not_found");
  const isOwner = room.ownerId === viewer.id;
  if (!isOwner && !(await mayModerateRoom(viewer.id, userId))) throw new AppError("forbidden");
  const notices = await inTransaction(async (tx) => {
    await removeMember(roomId, userId, tx);
    if (isOwner) return [];
    return recordRoomAction({ actorId: viewer.id, action: "remove_member", room, personId: userId }, tx);
  });
  publish({ type: "room_removed", roomId, userId }, { type: "room_people", roomId }, ...notices);
  await dropCardOf({ roomId, userId });
}

/**
 * Who has joined, a page of them or those of these addresses; for members and the owner.
 * @throws AppError not_found, not_in_room, unknown_app
 */
export async function readMembers({
  viewer,
  roomId,
  from,
  addresses,
}: InRoom & { from: number; addresses?: string[] | undefined }): Promise<RoomMembers> {
  const room = await findRoomAccess(roomId, viewer.id);
  const isLooking = room && (room.ownerId === viewer.id || (await mayModerateRoom(viewer.id, room.ownerId)));
  const { ownerId, closedAt } = isLooking ? room : await getRoomOrThrow({ viewer, roomId }, "read");
  const among = addresses ? await listIdsAt(roomId, addresses) : null;
  const [rows, count] = await Promise.all([
    listMembers(roomId, { skip: from, take: ROOM_MEMBERS_PAGE, among }),
    countMembers(roomId),
  ]);
  const items = rows.map(({ userId, name }) => ({
    address: addressOf(userId, roomId),
    name: name ?? "",
    isOwner: userId === ownerId,
  }));
  return { items, count, isClosed: closedAt !== null };
}

async function consumeWriteLimits(viewer: Actor, roomId: string): Promise<void> {
  await consumeLimit("roomUpdates", `${roomId}:${viewer.id}`);
  await consumeLimit("roomUpdatesPerson", viewer.id);
}

async function readSnapshot(roomId: string, before?: number): Promise<JoinedRoom["snapshot"]> {
  const row = await findSnapshot(roomId, before);
  return row && { serial: row.serial, state: JSON.parse(row.state) as string };
}

function presentUpdate(roomId: string, { serial, authorId, content, createdAt }: UpdateRecord): RoomUpdate {
  return {
    ...(JSON.parse(content) as RoomUpdateContent),
    serial,
    from: authorId && addressOf(authorId, roomId),
    at: createdAt.toISOString(),
  };
}
