import type { QueryClient } from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import { refreshCounts } from "@/lib/posts/counts-queries";

/** Hides what an app shows in the viewer's own post, or shows it again. */
export async function setCardHidden(
  client: QueryClient,
  { roomId, isCardHidden }: { roomId: string; isCardHidden: boolean },
): Promise<void> {
  await api(`/rooms/${roomId}`, { method: "PATCH", body: { isCardHidden } });
  // The live stream also announces it, where there is one.
  await refreshCounts(client);
}

/** Makes the room of the viewer's own post read-only, or opens it again. */
export async function setRoomClosed(
  client: QueryClient,
  { roomId, isClosed }: { roomId: string; isClosed: boolean },
): Promise<void> {
  await api(`/rooms/${roomId}`, { method: "PATCH", body: { isClosed } });
  await refreshCounts(client);
}
