/** Messages between host and frame about the room of a run. */
import {
  boolean,
  clipped,
  list,
  nullable,
  number,
  object,
  pair,
  text,
  type Parsed,
} from "@/lib/sandbox/protocol/schema";

/** UTF-16 units; the server counts bytes. */
const ROOM_PAYLOAD_CHARS = 128 * 1024;
export const ROOM_SNAPSHOT_CHARS = 2 * 1024 * 1024;
/** Base64 of 128 KB. */
export const ROOM_CHANNEL_CHARS = Math.ceil((128 * 1024) / 3) * 4;
const LINE_CHARS = 300;
export const ROOM_HREF_CHARS = 1_000;
export const ROOM_ADDRESS_CHARS = 64;
export const ROOM_NOTIFY_MAX = 100;
/** Limit of one call. */
export const ROOM_MEMBERS_MAX = 100;

const id = number(1, Number.MAX_SAFE_INTEGER);

/** Messages to the host. The host answers the first three with `result` or `fault`. */
export const roomVariants = {
  /** `payload` is JSON. */
  roomSend: object({
    id,
    payload: text(ROOM_PAYLOAD_CHARS),
    info: nullable(clipped(LINE_CHARS)),
    summary: nullable(clipped(LINE_CHARS)),
    document: nullable(clipped(LINE_CHARS)),
    href: nullable(text(ROOM_HREF_CHARS)),
    notify: nullable(list(pair(text(ROOM_ADDRESS_CHARS), clipped(LINE_CHARS)), ROOM_NOTIFY_MAX)),
  }),
  /** `state` is JSON. */
  roomSnapshot: object({ id, serial: number(1, 1e9), state: text(ROOM_SNAPSHOT_CHARS) }),
  /** Requests the updates before a snapshot that the frame cannot read. */
  roomHistory: object({ id, upTo: number(1, 1e9) }),
  /** Whether the app listens to the channel. */
  roomListen: object({ on: boolean }),
  /** Base64, to everybody who is there now. */
  roomChannel: object({ message: text(ROOM_CHANNEL_CHARS) }),
};
export type RoomSend = Parsed<(typeof roomVariants)["roomSend"]>;

/** An update of the log; its payload is JSON that another member's app has written. */
export interface FrameRoomUpdate {
  serial: number;
  /** Null if the account is gone. */
  from: string | null;
  payload: string;
  info?: string | undefined;
  summary?: string | undefined;
  document?: string | undefined;
  href?: string | undefined;
  at: string;
}

export interface FrameRoomSnapshot {
  serial: number;
  /** JSON. */
  state: string;
}

export interface RoomHistory {
  snapshot: FrameRoomSnapshot | null;
  updates: readonly FrameRoomUpdate[];
}

export interface RoomSetup {
  id: string;
  /** The person's address. */
  me: string;
  /** Their name in this room. */
  name: string;
  sendIntervalMs: number;
  payloadMaxBytes: number;
  snapshot: FrameRoomSnapshot | null;
  /** Unsent own updates of earlier runs, in order; `roomSettled` refers to them by key. */
  unsent: readonly { key: string; payload: string }[];
  /** The updates since the snapshot that are already loaded. */
  updates: readonly FrameRoomUpdate[];
  /** The serial of the last update there is. */
  head: number;
  /** How many have joined. */
  people: number;
  isClosed: boolean;
  /** Why the person has no access any more. */
  refused: string | null;
}

/** Messages to the frame. */
export type RoomToFrame =
  | { type: "roomUpdates"; updates: readonly FrameRoomUpdate[] }
  /** The log begins with this snapshot from now on. */
  | { type: "roomReset"; snapshot: FrameRoomSnapshot }
  | { type: "roomHeard"; from: string; messages: readonly string[] }
  | { type: "roomStatus"; people: number; isClosed: boolean; refused: string | null }
  /** The result of an own update of this or an earlier run; without a serial it was rejected. */
  | { type: "roomSettled"; key: string; serial: number | null; code: string; message: string };
