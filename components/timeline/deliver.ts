import type { QueryClient } from "@tanstack/react-query";
import type { StoredOutgoing } from "@/lib/posts/draft-storage";
import { markOutgoing, removeOutgoing } from "@/lib/posts/outbox-store";

/** Sends a post that waits in the outbox; it leaves the outbox when the server has it. */
export async function deliver(client: QueryClient, item: StoredOutgoing): Promise<void> {
  markOutgoing(item.clientKey, "sending");
  try {
    // Not part of a page's first load.
    const { publishPost } = await import("@/lib/posts/mutations");
    await publishPost(client, {
      kind: "text",
      body: item.text,
      appRef: item.app && { appId: item.app.id, version: item.app.version },
      media: item.media.map(({ id, alt }) => ({ id, alt })),
      clientKey: item.clientKey,
    });
    removeOutgoing(item.clientKey);
  } catch (error) {
    markOutgoing(item.clientKey, "failed", error);
  }
}
