import "server-only";
import { createHmac } from "node:crypto";
import { uuidv7 } from "uuidv7";
import { getAppOrThrow } from "@/lib/apps/access-service";
import { serverEnv } from "@/lib/config/env.server";
import { ROOM_MAX_BYTES, ROOM_PAYLOAD_MAX_BYTES, ROOM_SEND_INTERVAL_MS } from "@/lib/config/limits";
import { inTransaction } from "@/lib/db/client";
import { consumeLimit } from "@/lib/infra/rate-limiter";
import { publish } from "@/lib/notifications/notify-service";
import { getPost } from "@/lib/posts/service";
import type { Actor } from "@/lib/shared/contract";
import { AppError } from "@/lib/shared/errors";
import type { JoinedRoom, RoomUpdate, RoomUpdateContent } from "./contract";
import {
  appendUpdate,
  ensurePostRoom,
  findRoomAccess,
  findSnapshot,
  findUpdateByKey,
  insertMember,
  insertRoom,
  insertSnapshot,
  listMemberIds,
  listMembers,
  listUpdates,
  lockRoom,
  removeMember,
  setClosed,
  type RoomAccess,
  type UpdateRecord,
} from "./repository";
import { hasRoomFor, isShared, refusalOf, type RoomAction } from "./rules";

/**
 * Trust model. Untrusted: every member and the app that acts for them. They control payloads, keys and how often they
 * send; the server alone decides order, author and time. Payloads are never interpreted. What must hold: nobody reads or
 * writes a room that they may not be in, an accepted update is never lost or changed, and an address tells nothing about
 * the account or about other rooms.
 */
type InRoom = { viewer: Actor; roomId: string };

const MEMBERS_MAX = 1_000;

/** @throws AppError not_found, not_in_room, room_closed */
export async function getRoomOrThrow({ viewer, roomId }: InRoom, action: RoomAction): Promise<RoomAccess> {
  const room = await findRoomAccess(roomId, viewer.id);
  if (!room) throw new AppError("not_found");
  const refusal = refusalOf(room, action);
  if (refusal) throw new AppError(refusal);
  return room;
}

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
  if (!post.app) throw new AppError("not_found");
  const { manifest } = await getAppOrThrow(post.app.id, viewer, "run");
  if (!isShared(manifest)) throw new AppError("not_found");
  const { id } = await ensurePostRoom({
    id: uuidv7(),
    postId,
    appId: post.app.id,
    ownerId: post.author.id,
  });
  return joinRoom({ viewer, roomId: id });
}

/** Opens a room of an app's page; who has its link may join. @throws AppError unknown_app, not_found */
export async function startRoom({ viewer, appId }: { viewer: Actor; appId: string }): Promise<JoinedRoom> {
  const { manifest } = await getAppOrThrow(appId, viewer, "run");
  if (!isShared(manifest)) throw new AppError("not_found");
  const { id } = await insertRoom({ id: uuidv7(), appId, ownerId: viewer.id });
  return joinRoom({ viewer, roomId: id });
}

/** @throws AppError not_found, unknown_app, not_in_room */
export async function joinRoom({ viewer, roomId }: InRoom): Promise<JoinedRoom> {
  const room = await getRoomOrThrow({ viewer, roomId }, "join");
  await getAppOrThrow(room.appId, viewer, "run");
  // Who may not see the post any more may not be in its room.
  if (room.postId) await getPost({ viewer, id: room.postId });
  if (!room.isMember) await insertMember(roomId, viewer.id);
  return {
    id: room.id,
    appId: room.appId,
    postId: room.postId,
    me: addressOf(viewer.id, roomId),
    head: room.head,
    isClosed: room.closedAt !== null,
    isOwner: room.ownerId === viewer.id,
    snapshot: await readSnapshot(roomId),
    sendIntervalMs: ROOM_SEND_INTERVAL_MS,
    payloadMaxBytes: ROOM_PAYLOAD_MAX_BYTES,
    usedBytes: room.bytes,
    quotaBytes: ROOM_MAX_BYTES,
  };
}

type UpdatesPage = { items: RoomUpdate[]; head: number; isBehind: boolean };

/** @throws AppError not_found, not_in_room */
export async function readUpdates({ after, ...where }: InRoom & { after: number }): Promise<UpdatesPage> {
  const { head, compacted } = await getRoomOrThrow(where, "read");
  const rows = await listUpdates(where.roomId, after);
  return {
    items: rows.map((row) => presentUpdate(where.roomId, row)),
    head: Math.max(head, rows.at(-1)?.serial ?? 0),
    isBehind: after < compacted,
  };
}

/**
 * Appends an update to the log, once for a client key.
 * @throws AppError not_found, not_in_room, room_closed, room_full, rate_limited
 */
export async function sendUpdate({
  viewer,
  roomId,
  clientKey,
  ...content
}: InRoom & RoomUpdateContent & { clientKey: string }): Promise<{ serial: number }> {
  await getRoomOrThrow({ viewer, roomId }, "write");
  await consumeLimit("roomUpdates", `${roomId}:${viewer.id}`);
  const text = JSON.stringify(content);
  const update = { roomId, authorId: viewer.id, clientKey, content: text, bytes: Buffer.byteLength(text) };
  const { serial, createdAt } = await inTransaction(async (tx) => {
    const room = await lockRoom(roomId, tx);
    if (!room) throw new AppError("not_found");
    const known = await findUpdateByKey(update, tx);
    if (known) return { serial: known.serial, createdAt: null };
    if (room.closedAt) throw new AppError("room_closed");
    if (!hasRoomFor(room.bytes, update.bytes))
      throw new AppError("room_full", { details: { quotaBytes: ROOM_MAX_BYTES } });
    const appended = { serial: room.head + 1, createdAt: new Date() };
    await appendUpdate({ ...update, ...appended }, tx);
    return appended;
  });
  if (createdAt) {
    const row = { serial, authorId: viewer.id, content: text, createdAt };
    publish({ type: "room", roomId, event: { type: "update", roomId, update: presentUpdate(roomId, row) } });
  }
  return { serial };
}

/**
 * Keeps the state after an update, from which newcomers start. An older one than what is there is ignored.
 * @throws AppError validation_error, not_found, not_in_room, room_closed
 */
export async function putSnapshot({
  viewer,
  roomId,
  serial,
  state,
}: InRoom & { serial: number; state: string }): Promise<void> {
  await getRoomOrThrow({ viewer, roomId }, "write");
  await consumeLimit("roomUpdates", `${roomId}:${viewer.id}`);
  await inTransaction(async (tx) => {
    const room = await lockRoom(roomId, tx);
    if (!room) throw new AppError("not_found");
    if (serial > room.head) throw new AppError("validation_error", { message: "No update has this serial." });
    const text = JSON.stringify(state);
    await insertSnapshot(
      { roomId, serial, authorId: viewer.id, state: text, bytes: Buffer.byteLength(text) },
      tx,
    );
  });
}

/** Passes bytes on to those who are there now. @throws AppError not_found, not_in_room, room_closed, rate_limited */
export async function sendToChannel({
  viewer,
  roomId,
  messages,
}: InRoom & { messages: string[] }): Promise<void> {
  await getRoomOrThrow({ viewer, roomId }, "write");
  await consumeLimit("roomChannel", `${roomId}:${viewer.id}`, { points: messages.length });
  publish({
    type: "room",
    roomId,
    event: { type: "channel", roomId, from: addressOf(viewer.id, roomId), messages },
  });
}

/** @throws AppError not_found, not_in_room, forbidden */
export async function closeRoom({ viewer, roomId, isClosed }: InRoom & { isClosed: boolean }): Promise<void> {
  const room = await getRoomOrThrow({ viewer, roomId }, "read");
  if (room.ownerId !== viewer.id) throw new AppError("forbidden");
  await setClosed(roomId, isClosed ? (room.closedAt ?? new Date()) : null);
  publish({ type: "room", roomId, event: { type: "closed", roomId, isClosed } });
}

/** @throws AppError not_found, not_in_room, forbidden */
export async function removeFromRoom({
  viewer,
  roomId,
  address,
}: InRoom & { address: string }): Promise<void> {
  const room = await getRoomOrThrow({ viewer, roomId }, "read");
  if (room.ownerId !== viewer.id) throw new AppError("forbidden");
  const userId = (await listMemberIds(roomId)).find((id) => addressOf(id, roomId) === address);
  if (!userId || userId === room.ownerId) throw new AppError("not_found");
  await removeMember(roomId, userId);
  publish({ type: "room_removed", roomId, userId });
}

type Member = { address: string; name: string; isOwner: boolean };

/** Who has joined. @throws AppError not_found, not_in_room */
export async function readMembers(where: InRoom): Promise<Member[]> {
  const { ownerId } = await getRoomOrThrow(where, "read");
  const rows = await listMembers(where.roomId, MEMBERS_MAX);
  return rows.map(({ userId, name }) => ({
    address: addressOf(userId, where.roomId),
    name: name ?? "",
    isOwner: userId === ownerId,
  }));
}

async function readSnapshot(roomId: string): Promise<JoinedRoom["snapshot"]> {
  const row = await findSnapshot(roomId);
  return row && { serial: row.serial, state: JSON.parse(row.state) as string };
}

/** By whom an app knows a person in a room: stable there, and unlinkable to the account and to other rooms. */
function addressOf(userId: string, roomId: string): string {
  const key = `room-address:${serverEnv().NEXTAUTH_SECRET}`;
  return createHmac("sha256", key).update(`${userId}:${roomId}`).digest("base64url").slice(0, 22);
}

function presentUpdate(roomId: string, { serial, authorId, content, createdAt }: UpdateRecord): RoomUpdate {
  return {
    ...(JSON.parse(content) as RoomUpdateContent),
    serial,
    from: authorId && addressOf(authorId, roomId),
    at: createdAt.toISOString(),
  };
}
