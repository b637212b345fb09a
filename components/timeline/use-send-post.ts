"use client";

import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { publishPost } from "@/lib/client/queries/post-mutations";
import { addOutgoing, markOutgoing, removeOutgoing, type Outgoing } from "@/lib/client/stores/outbox-store";
import type { StoredOutgoing } from "@/lib/client/persist/draft-storage";
import { forgetDraft, type Draft } from "./composer/use-draft";
import { useTimelineSlots } from "./timeline-context";

/** Sends a post that waits in the outbox; it leaves the outbox when the server has it. */
export async function deliver(client: QueryClient, item: StoredOutgoing): Promise<void> {
  markOutgoing(item.clientKey, "sending");
  try {
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

/** Puts what was written on its way: it is on the screen at once, and in the outbox until it is there. */
export function useSendPost(): (draft: Draft) => void {
  const client = useQueryClient();
  const { me } = useTimelineSlots();
  return useCallback(
    (draft) => {
      const item = {
        ...draft,
        userId: me.id,
        clientKey: crypto.randomUUID(),
        createdAt: new Date().toISOString(),
      };
      addOutgoing(item);
      forgetDraft();
      void deliver(client, item);
    },
    [client, me.id],
  );
}

export type { Outgoing };
