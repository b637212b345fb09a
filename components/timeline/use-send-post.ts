"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { addOutgoing } from "@/lib/posts/outbox-store";
import { forgetDraft, type Draft } from "./composer/use-draft";
import { deliver } from "./deliver";
import { useTimelineSlots } from "./timeline-context";

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
