import { NOTICE_GRAPHEMES, ROOM_MAX_BYTES } from "@/lib/config/limits";
import { clipGraphemes } from "@/lib/shared/visible-text";
import { visibleLine } from "@/lib/shared/hidden-characters";

type Facts = {
  closedAt: Date | null;
  isMember: boolean;
  wasRemoved: boolean;
  isBlocked: boolean;
  /** The author of the post lets nobody share the app. */
  isOff: boolean;
  /** The person may not run its app: it is deleted, or somebody else's and not published. */
  isAppGone: boolean;
};

export type RoomAction = "join" | "read" | "write";
type RoomRefusalCode = "not_in_room" | "room_closed" | "unknown_app";

/** The error code if a person may not do this in the room, else null. */
export function refusalOf(room: Facts, action: RoomAction): RoomRefusalCode | null {
  if (room.isBlocked || room.wasRemoved || room.isOff) return "not_in_room";
  if (action !== "join" && !room.isMember) return "not_in_room";
  if (room.isAppGone) return "unknown_app";
  return action === "write" && room.closedAt ? "room_closed" : null;
}

export function hasRoomFor(usedBytes: number, bytes: number): boolean {
  return usedBytes + bytes <= ROOM_MAX_BYTES;
}

/** A log is kept until this much is used, so that a wrong snapshot can be dropped. */
const COMPACTED_FROM_BYTES = ROOM_MAX_BYTES / 2;
/** Beyond this, a snapshot must be trusted: otherwise nobody could write any more. */
const NEARLY_FULL_BYTES = 0.9 * ROOM_MAX_BYTES;

export const isCompactable = (bytes: number): boolean => bytes > COMPACTED_FROM_BYTES;

/**
 * Up to which serial a room's log is compacted when it gets a snapshot: up to the previous one, to which it falls back if an
 * app cannot read the new one. No member alone makes what others wrote disappear, unless the room is theirs.
 * @param isConfirmed the new snapshot is of the owner, of another member than the previous one, or of all that is dropped
 */
export function compactedUpTo({
  bytes,
  compacted,
  serial,
  previous,
  isConfirmed,
}: {
  bytes: number;
  compacted: number;
  serial: number;
  /** The serial of the snapshot before; 0 if there is none. */
  previous: number;
  isConfirmed: boolean;
}): number {
  const isNearlyFull = bytes > NEARLY_FULL_BYTES;
  if (isCompactable(bytes) && previous > compacted && (isConfirmed || isNearlyFull)) return previous;
  return isNearlyFull ? serial : compacted;
}

/** Whether posts of this app open rooms. */
export function isShared({
  room,
  metadata,
  runtime_target,
}: {
  room?: boolean | undefined;
  metadata: { webxdc?: boolean | undefined };
  runtime_target: string;
}): boolean {
  // The script runtime has no rooms.
  return (room === true || metadata.webxdc === true) && runtime_target !== "quickjs";
}

/** What an update notifies a member of: the text for their address, else the one for all. Empty for nothing. */
export function noticeFor(address: string, texts: Readonly<Record<string, string>>): string {
  const own = Object.hasOwn(texts, address) ? address : "*";
  return Object.hasOwn(texts, own) ? clipGraphemes(visibleLine(texts[own]!), NOTICE_GRAPHEMES) : "";
}
