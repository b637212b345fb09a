"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { notificationKeys, setUnread, unreadQuery } from "@/lib/notifications/queries";
import { useFreshPosts } from "@/lib/posts/fresh-posts-queries";
import { useDockStore } from "@/lib/dock/store";

interface LiveUpdatesProps {
  userId: string;
  /** How many notifications are unread at `asOf`. */
  unread: number;
  /** When the server rendered the page, in ms since 1970. */
  asOf: number;
}

/** Mounted in the shell; connects to the live stream and keeps the unread badges up to date. */
export function LiveUpdates({ userId, unread, asOf }: LiveUpdatesProps) {
  const client = useQueryClient();
  const { data } = useQuery({ ...unreadQuery(), initialData: { unread }, initialDataUpdatedAt: asOf });
  const setBadge = useDockStore((dock) => dock.setBadge);
  useEffect(() => {
    // A newly rendered page can be newer than the cache.
    const cached = client.getQueryState(notificationKeys.unread);
    if ((cached?.dataUpdatedAt ?? 0) < asOf) setUnread(client, unread);
  }, [client, unread, asOf]);
  useEffect(() => setBadge("notifications", data.unread), [setBadge, data.unread]);
  const { others } = useFreshPosts("home");
  useEffect(() => setBadge("timeline", others), [setBadge, others]);
  const since = useEffectEvent(() => asOf);
  useEffect(() => {
    // Loaded late: not needed for the first paint.
    let stop: (() => void) | undefined;
    let isUnmounted = false;
    void import("@/lib/realtime/live.client").then(({ startLive }) => {
      if (!isUnmounted) stop = startLive({ client, userId, since: since() });
    });
    return () => {
      isUnmounted = true;
      stop?.();
    };
  }, [client, userId]);
  return null;
}
