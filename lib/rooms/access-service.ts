import "server-only";
import { mayModerateRoom } from "@/lib/moderation/room-decision-service";
import { pseudonym } from "@/lib/permissions/pseudonym.server";
import type { Actor } from "@/lib/shared/contract";
import { AppError } from "@/lib/shared/errors";
import { findRoomAccess, listMemberIds, type RoomAccess } from "./repository";
import { refusalOf, type RoomAction } from "./rules";

export type InRoom = { viewer: Actor; roomId: string };

/** @throws AppError not_found, not_in_room, unknown_app, room_closed */
export async function getRoomOrThrow({ viewer, roomId }: InRoom, action: RoomAction): Promise<RoomAccess> {
  const room = await findRoomAccess(roomId, viewer.id);
  if (!room) throw new AppError("not_found");
  const refusal = refusalOf(room, action);
  if (refusal) throw new AppError(refusal);
  return room;
}

/**
 * The room, for its owner and moderators, even if they have not joined it.
 * @throws AppError not_found, not_in_room, unknown_app, forbidden
 */
export async function getOwnRoomOrThrow({ viewer, roomId }: InRoom): Promise<RoomAccess> {
  const room = await findRoomAccess(roomId, viewer.id);
  if (room && (room.ownerId === viewer.id || (await mayModerateRoom(viewer.id, room.ownerId)))) return room;
  await getRoomOrThrow({ viewer, roomId }, "read");
  throw new AppError("forbidden");
}

/** The id by which an app knows a person in a room. */
export function addressOf(userId: string, roomId: string): string {
  return pseudonym("room-address", userId, roomId);
}

/** The members at these addresses, including removed ones; unknown addresses are left out. */
export async function listIdsAt(roomId: string, addresses: readonly string[]): Promise<string[]> {
  const byAddress = new Map((await listMemberIds(roomId)).map((id) => [addressOf(id, roomId), id]));
  return addresses.flatMap((address) => byAddress.get(address) ?? []);
}
