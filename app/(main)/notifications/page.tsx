import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { Messages } from "@/components/shell/messages";
import { notificationKeys, type NotificationPages } from "@/lib/notifications/queries";
import { getQueryClient } from "@/lib/browser/query-client";
import { notificationsQuery } from "@/lib/notifications/contract";
import { requireUser } from "@/lib/auth/viewer.server";
import { listNotifications } from "@/lib/notifications/service";
import { pageTitle } from "@/lib/i18n/page-title";
import { peopleQuery } from "@/lib/people/contract";
import { listFollowRequests } from "@/lib/people/privacy-service";
import { peopleKeys, type RequestPages } from "@/lib/people/queries";
import { NotificationsSlot } from "../_slots/notifications";

export const generateMetadata = pageTitle("notifications.title");

export default async function NotificationsPage({ searchParams }: PageProps<"/notifications">) {
  const viewer = await requireUser();
  const shown = notificationsQuery.shape.group.safeParse((await searchParams).show);
  const group = shown.success ? shown.data : undefined;
  const [page, requests] = await Promise.all([
    listNotifications({ viewer, query: notificationsQuery.parse({ group }) }),
    listFollowRequests({ viewer, query: peopleQuery.parse({}) }),
  ]);
  const filter = group ?? "all";
  const client = getQueryClient();
  client.setQueryData<NotificationPages>(notificationKeys.filtered(filter), {
    pages: [page],
    pageParams: [null],
  });
  client.setQueryData<RequestPages>(peopleKeys.requests, { pages: [requests], pageParams: [null] });
  return (
    <Messages of={["notifications"]}>
      <HydrationBoundary state={dehydrate(client)}>
        <NotificationsSlot initialFilter={filter} />
      </HydrationBoundary>
    </Messages>
  );
}
