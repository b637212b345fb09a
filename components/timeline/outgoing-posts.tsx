"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { loadOutbox, useOutbox } from "@/lib/posts/outbox-store";
import { deliver } from "./deliver";
import { OutgoingPost } from "./outgoing-post";
import { useTimelineSlots } from "./timeline-context";

/** Posts between "Post" and the server's word, on top of everything. */
export function OutgoingPosts() {
  const { me } = useTimelineSlots();
  const client = useQueryClient();
  const items = useOutbox((state) => state.items);
  useEffect(() => {
    const resend = () => {
      for (const item of useOutbox.getState().items) if (item.status === "failed") void deliver(client, item);
    };
    if (!useOutbox.getState().loaded) {
      loadOutbox(me.id);
      // Left over from before: the server knows which of them it has already.
      resend();
    }
    addEventListener("online", resend);
    return () => removeEventListener("online", resend);
  }, [client, me.id]);
  return items.map((item) => <OutgoingPost key={item.clientKey} item={item} />);
}
