import { z } from "zod";
import { idSchema } from "@/lib/shared/contract";
import {
  ROOM_CHANNEL_BATCH,
  ROOM_MEMBERS_PAGE,
  ROOM_PAYLOAD_MAX_BYTES,
  ROOM_SNAPSHOT_MAX_BYTES,
  ROOMS_PER_STREAM,
} from "@/lib/config/limits";

/**
 * A room is one shared instance of an app. Its state is a log of updates, which the server orders and never interprets:
 * payloads and snapshots are strings that only the app reads.
 */

const utf8 = (max: number) =>
  z.string().refine((text) => new TextEncoder().encode(text).length <= max, {
    message: `At most ${max / 1024} KB.`,
    params: { code: "too_big" },
  });

/** The largest integer of the database. */
const SERIAL_MAX = 2 ** 31 - 1;
const serial = z.int().nonnegative().max(SERIAL_MAX);
const line = (max: number) => z.string().max(max).optional();

/** The id by which the app knows a person in this room; different in every other room. */
const addressSchema = z.string().max(64);

const roomUpdateContent = z.strictObject({
  payload: utf8(ROOM_PAYLOAD_MAX_BYTES),
  /** Shown in the room's history. */
  info: line(300),
  /** Shown with the post: the state in a few words, and the name of the document. */
  summary: line(300),
  document: line(300),
  /** The page of the app that `info` links to. */
  href: line(1_000),
  /** Notification texts by address; `*` is everybody. */
  notify: z
    .record(addressSchema, z.string().max(300))
    .refine((texts) => Object.keys(texts).length <= 100)
    .optional(),
});
export type RoomUpdateContent = z.infer<typeof roomUpdateContent>;

/** Body of `POST /api/rooms/{id}/updates`. The same key again is the same update. */
export const sendUpdateSchema = roomUpdateContent.extend({ clientKey: z.uuid() });

export const sentUpdate = z.object({ serial });

const roomUpdate = roomUpdateContent.extend({
  serial,
  /** The address of its author; null if the account is gone. */
  from: addressSchema.nullable(),
  at: z.iso.datetime(),
});
export type RoomUpdate = z.infer<typeof roomUpdate>;

/** Query of `GET /api/rooms/{id}/updates`: those after a serial, in order. */
export const updatesQuery = z.object({ after: z.coerce.number().pipe(serial).default(0) });
/** `isBehind`: updates after `after` are compacted; the client must rejoin and start from the snapshot. */
export const updatesPage = z.object({
  items: z.array(roomUpdate),
  head: serial,
  isBehind: z.boolean(),
  isClosed: z.boolean(),
});

const roomSnapshot = z.object({ serial, state: z.string() });
export type RoomSnapshot = z.infer<typeof roomSnapshot>;

/** Response of `POST /api/rooms/{id}/join` and of the calls that open a room. */
export const joinedRoom = z.object({
  id: idSchema,
  appId: idSchema,
  postId: idSchema.nullable(),
  me: addressSchema,
  /** The viewer's name as others in the room see it; empty if they do not show it to the app. */
  name: z.string(),
  /** How many have joined. */
  people: z.int(),
  head: serial,
  isClosed: z.boolean(),
  /** The owner may close the room and remove people. */
  isOwner: z.boolean(),
  /** The viewer wants no notifications from it. */
  isMuted: z.boolean(),
  /** The newest snapshot; without one the log begins with the first update. */
  snapshot: roomSnapshot.nullable(),
  sendIntervalMs: z.int(),
  payloadMaxBytes: z.int(),
  usedBytes: z.int(),
  quotaBytes: z.int(),
});
export type JoinedRoom = z.infer<typeof joinedRoom>;

/**
 * Query and response of `GET /api/rooms/{id}/snapshot`: the snapshot before a serial, for clients that cannot read the
 * newest.
 */
export const snapshotQuery = z.object({ before: z.coerce.number().pipe(serial.min(1)) });
export const olderSnapshot = z.object({ snapshot: roomSnapshot.nullable() });

/** Body of `PUT /api/rooms/{id}/snapshot`: the state after the update `serial`. */
export const putSnapshotSchema = z.strictObject({
  serial: serial.min(1),
  state: utf8(ROOM_SNAPSHOT_MAX_BYTES),
});

/** Body of `POST /api/rooms/{id}/channel`: base64 messages for the clients that are connected now, in order. */
export const channelSchema = z.strictObject({
  messages: z
    .array(z.base64().max(Math.ceil(ROOM_PAYLOAD_MAX_BYTES / 3) * 4))
    .min(1)
    .max(ROOM_CHANNEL_BATCH),
});

/** Body of `PATCH /api/posts/{id}/room`: whether people share the post's app. */
export const patchPostRoomSchema = z.strictObject({ isOn: z.boolean() });

/** Body of `PATCH /api/rooms/{id}`. */
export const patchRoomSchema = z
  .strictObject({ isClosed: z.boolean(), isCardHidden: z.boolean(), isMuted: z.boolean() })
  .partial()
  .refine((change) => Object.keys(change).length > 0, { params: { code: "required" } });

const roomMember = z.object({
  address: addressSchema,
  name: z.string(),
  isOwner: z.boolean(),
});
export type RoomMember = z.infer<typeof roomMember>;
/**
 * Query and response of `GET /api/rooms/{id}/members`: a page of members in the order in which they joined, or those at
 * these addresses. `count` is the total.
 */
export const membersQuery = z.object({
  from: z.coerce.number().pipe(serial).default(0),
  addresses: z
    .string()
    .transform((text) => text.split(","))
    .pipe(z.array(addressSchema).max(ROOM_MEMBERS_PAGE))
    .optional(),
});
export const roomMembers = z.object({
  items: z.array(roomMember).max(ROOM_MEMBERS_PAGE),
  count: z.int(),
  isClosed: z.boolean(),
});
export type RoomMembers = z.infer<typeof roomMembers>;

export const memberParams = z.strictObject({ id: idSchema, address: addressSchema });

/** Query of `GET /api/rooms/stream`: `room` is `{id}:{serial}`, once for each room, resumed after that serial. */
const resumedRoom = z
  .string()
  .regex(/^[0-9a-f-]{36}:\d{1,9}$/)
  .transform((text) => {
    const [id, after] = text.split(":") as [string, string];
    return { id, after: Number(after) };
  });
export const roomStreamQuery = z.object({
  room: z
    .union([resumedRoom.transform((room) => [room]), z.array(resumedRoom).max(ROOMS_PER_STREAM)])
    .refine((rooms) => rooms.every(({ id }) => idSchema.safeParse(id).success)),
});

/** Server-sent events of `GET /api/rooms/stream`, each about one room. */
export type RoomEvent =
  /** The client has caught up. */
  | { type: "ready"; roomId: string; head: number }
  | { type: "update"; roomId: string; update: RoomUpdate }
  | { type: "channel"; roomId: string; from: string; messages: string[] }
  /** How many have joined, at the start of a stream and after it changed. */
  | { type: "people"; roomId: string; count: number }
  /** The client must rejoin and start from the snapshot. */
  | { type: "behind"; roomId: string }
  /** At the start of a stream and whenever it changes. */
  | { type: "closed"; roomId: string; isClosed: boolean }
  /** The viewer has no access, or lost it. */
  | { type: "refused"; roomId: string; code: string };
