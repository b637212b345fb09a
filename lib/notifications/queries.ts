import {
  infiniteQueryOptions,
  queryOptions,
  type InfiniteData,
  type QueryClient,
} from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import type { NotificationGroup } from "./kinds";
import type { NotificationPage, UnreadResponse } from "./contract";

export type NotificationPages = InfiniteData<NotificationPage, string | null>;

export const notificationKeys = {
  list: ["notifications", "list"] as const,
  filtered: (filter: NotificationFilter) => ["notifications", "list", filter] as const,
  unread: ["notifications", "unread"] as const,
};

/** All, or those of one group. */
export type NotificationFilter = "all" | NotificationGroup;

export const notificationsQuery = (filter: NotificationFilter) =>
  infiniteQueryOptions({
    queryKey: notificationKeys.filtered(filter),
    queryFn: ({ pageParam, signal }) =>
      api<NotificationPage>("/v1/notifications", {
        query: { after: pageParam, ...(filter !== "all" && { group: filter }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });

/** How many are unread. The live stream keeps it up to date. */
export const unreadQuery = () =>
  queryOptions({
    queryKey: notificationKeys.unread,
    queryFn: ({ signal }) => api<UnreadResponse>("/v1/notifications/unread", { signal }),
    staleTime: Infinity,
  });

export function setUnread(client: QueryClient, unread: number): void {
  client.setQueryData<UnreadResponse>(notificationKeys.unread, { unread });
}

/** Marks notifications as read, up to and including `upTo`. */
export async function markNotificationsRead(client: QueryClient, upTo: string): Promise<void> {
  const { unread } = await api<UnreadResponse>("/v1/notifications/read", { method: "POST", body: { upTo } });
  setUnread(client, unread);
}
