"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { notificationKeys, setUnread, unreadQuery } from "@/lib/notifications/queries";
import { useFreshPosts } from "@/lib/posts/use-fresh-posts";
import { useDockStore } from "@/lib/dock/store";

export interface LiveUpdatesProps {
  userId: string;
  /** As the server rendered the page: how many are unread, and when that was, in ms since 1970. */
  unread: number;
  asOf: number;
}

/** Stands in the shell and is not seen: hears what happens, and keeps the unread badges. */
export function LiveUpdates({ userId, unread, asOf }: LiveUpdatesProps) {
  const client = useQueryClient();
  const { data } = useQuery({ ...unreadQuery(), initialData: { unread }, initialDataUpdatedAt: asOf });
  const setBadge = useDockStore((dock) => dock.setBadge);
  useEffect(() => {
    // A page that was rendered later knows better than the cache.
    const known = client.getQueryState(notificationKeys.unread);
    if ((known?.dataUpdatedAt ?? 0) < asOf) setUnread(client, unread);
  }, [client, unread, asOf]);
  useEffect(() => setBadge("notifications", data.unread), [setBadge, data.unread]);
  const fresh = useFreshPosts("home");
  useEffect(() => setBadge("timeline", fresh), [setBadge, fresh]);
  useEffect(() => {
    // Not part of the first load: the page is there before anything has happened.
    let stop: (() => void) | undefined;
    let gone = false;
    void import("@/lib/realtime/live.client").then(({ startLive }) => {
      if (!gone) stop = startLive({ client, userId, since: asOf });
    });
    return () => {
      gone = true;
      stop?.();
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- one connection a person; asOf is only where it begins
  }, [client, userId]);
  return null;
}
