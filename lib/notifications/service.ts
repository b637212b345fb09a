import "server-only";
import type { NotificationPage, NotificationsQuery, UnreadResponse } from "./contract";
import type { Actor } from "@/lib/shared/contract";
import { kindsOf } from "./kinds";
import { groupNotifications } from "./rules";
import { presentNotification } from "./presenter";
import { countUnread, listNotifications as listRows, markNotificationsRead } from "./repository";
import { publish } from "./notify-service";
import { notificationChanged } from "@/lib/realtime/row-events";

/** How many notifications that were read at once hosted clients get one by one. */
const READ_ROWS_MAX = 50;

/** A page of notifications, newest first. `limit` counts them before they are grouped. */
export async function listNotifications({
  viewer,
  query,
}: {
  viewer: Actor;
  query: NotificationsQuery;
}): Promise<NotificationPage> {
  const [rows, unread] = await Promise.all([
    listRows({
      viewerId: viewer.id,
      after: query.after,
      take: query.limit + 1,
      kinds: query.group && kindsOf(query.group),
    }),
    countUnread(viewer.id),
  ]);
  const page = rows.slice(0, query.limit);
  const items = groupNotifications(page).map(presentNotification);
  return { items, unread, nextCursor: rows.length > query.limit ? (page.at(-1)?.id ?? null) : null };
}

/** How many notifications a person has not read; 100 means 100 or more. */
export async function countUnreadNotifications(viewer: Actor): Promise<UnreadResponse> {
  return { unread: await countUnread(viewer.id) };
}

/** Marks notifications as read, up to and including `upTo`, or all. */
export async function markRead({ viewer, upTo }: { viewer: Actor; upTo?: string }): Promise<UnreadResponse> {
  const read = await markNotificationsRead(viewer.id, upTo);
  const rows = read.slice(0, READ_ROWS_MAX).map(({ id }) => notificationChanged("UPDATE", id, viewer.id));
  if (read.length > 0) publish({ type: "unread", userId: viewer.id }, ...rows);
  return { unread: await countUnread(viewer.id) };
}
