import { queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import { SENDER_HEADER } from "@/lib/outbox/rules";
import { setOpenRoom, useRooms, type OpenRoom } from "./store";
import type { JoinedRoom, RoomMember, RoomSnapshot, RoomUpdate } from "./contract";

export const roomKeys = {
  members: (id: string) => ["rooms", id, "members"] as const,
};

export const joinPostRoom = (postId: string) => api<JoinedRoom>(`/posts/${postId}/room`, { method: "POST" });

/** @param userId who joins, if the page has known for long: somebody else may have signed in since */
export const joinRoom = (id: string, userId?: string) =>
  api<JoinedRoom>(`/rooms/${id}/join`, {
    method: "POST",
    headers: userId ? { [SENDER_HEADER]: userId } : {},
  });

/** Opens a room of an app that anybody with its link may join. */
export const startRoom = (appId: string) => api<JoinedRoom>(`/apps/${appId}/rooms`, { method: "POST" });

export const fetchOlderSnapshot = async (id: string, before: number) =>
  (await api<{ snapshot: RoomSnapshot | null }>(`/rooms/${id}/snapshot?before=${before}`)).snapshot;

export const fetchUpdates = (id: string, after: number) =>
  api<{ items: RoomUpdate[]; head: number; isBehind: boolean }>(`/rooms/${id}/updates?after=${after}`);

export const fetchMembers = async (id: string) =>
  (await api<{ items: RoomMember[] }>(`/rooms/${id}/members`)).items;

export const membersQuery = (id: string) =>
  queryOptions({ queryKey: roomKeys.members(id), queryFn: () => fetchMembers(id) });

export const closeRoom = (id: string, isClosed: boolean) =>
  api(`/rooms/${id}`, { method: "PATCH", body: { isClosed } });

export const removeFromRoom = (id: string, address: string) =>
  api(`/rooms/${id}/members/${address}`, { method: "DELETE" });

export async function muteRoom(room: OpenRoom, isMuted: boolean): Promise<void> {
  await api(`/rooms/${room.id}`, { method: "PATCH", body: { isMuted } });
  const open = useRooms.getState().open[room.id];
  if (open) setOpenRoom({ ...open, isMuted });
}
