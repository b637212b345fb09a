import { ROOM_MAX_BYTES } from "@/lib/config/limits";

type Facts = {
  closedAt: Date | null;
  isMember: boolean;
  wasRemoved: boolean;
  isBlocked: boolean;
};

export type RoomAction = "join" | "read" | "write";

/** Why a person may not do this in a room that they could find; null if they may. */
export function refusalOf(room: Facts, action: RoomAction): "not_in_room" | "room_closed" | null {
  if (room.isBlocked || room.wasRemoved) return "not_in_room";
  if (action !== "join" && !room.isMember) return "not_in_room";
  return action === "write" && room.closedAt ? "room_closed" : null;
}

export function hasRoomFor(usedBytes: number, bytes: number): boolean {
  return usedBytes + bytes <= ROOM_MAX_BYTES;
}

/** Whether posts of this app open rooms. */
export function isShared({
  room,
  metadata,
}: {
  room?: boolean | undefined;
  metadata: { webxdc?: boolean | undefined };
}): boolean {
  return room === true || metadata.webxdc === true;
}
