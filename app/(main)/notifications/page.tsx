import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { NotificationsView } from "@/components/notifications/notifications-view";
import { Messages } from "@/components/shell/messages";
import { notificationKeys, type NotificationPages } from "@/lib/notifications/queries";
import { getQueryClient } from "@/lib/browser/query-client";
import { notificationsQuery } from "@/lib/notifications/contract";
import { requireUser } from "@/lib/auth/viewer.server";
import { listNotifications } from "@/lib/notifications/service";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("notifications");
  return { title: t("title") };
}

export default async function NotificationsPage() {
  const viewer = await requireUser();
  const page = await listNotifications({ viewer, query: notificationsQuery.parse({}) });
  const client = getQueryClient();
  client.setQueryData<NotificationPages>(notificationKeys.list, { pages: [page], pageParams: [null] });
  return (
    <Messages of={["notifications"]}>
      <HydrationBoundary state={dehydrate(client)}>
        <NotificationsView />
      </HydrationBoundary>
    </Messages>
  );
}
