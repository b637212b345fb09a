import { infiniteQueryOptions } from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import { SENDER_HEADER } from "@/lib/outbox/rules";
import { setOpenRoom, useRooms } from "./store";
import type { JoinedRoom, RoomMembers, RoomSnapshot, RoomUpdate } from "./contract";

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

/** A page of members from a position, or those at these addresses. */
export const fetchMembers = (id: string, which: number | readonly string[]) =>
  api<RoomMembers>(`/rooms/${id}/members`, {
    query: typeof which === "number" ? { from: which } : { addresses: which.join(",") },
  });

export const membersQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: roomKeys.members(id),
    queryFn: ({ pageParam }) => fetchMembers(id, pageParam),
    initialPageParam: 0,
    getNextPageParam: ({ count }, pages) => {
      const shown = pages.reduce((sum, { items }) => sum + items.length, 0);
      return shown < count && pages.at(-1)!.items.length > 0 ? shown : null;
    },
  });

export const closeRoom = (id: string, isClosed: boolean) =>
  api(`/rooms/${id}`, { method: "PATCH", body: { isClosed } });

export const discardSnapshots = (id: string) => api(`/rooms/${id}/snapshot`, { method: "DELETE" });

export const removeFromRoom = (id: string, address: string) =>
  api(`/rooms/${id}/members/${address}`, { method: "DELETE" });

export async function muteRoom(id: string, isMuted: boolean): Promise<void> {
  await api(`/rooms/${id}`, { method: "PATCH", body: { isMuted } });
  const open = useRooms.getState().open[id];
  if (open) setOpenRoom({ ...open, isMuted });
}
