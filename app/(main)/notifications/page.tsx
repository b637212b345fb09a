import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { NotificationsView } from "@/components/notifications/notifications-view";
import { notificationKeys, type NotificationPages } from "@/lib/client/queries/notification-queries";
import { getQueryClient } from "@/lib/client/queries/query-client";
import { Seed } from "@/lib/client/queries/seed";
import { seedEntries } from "@/lib/client/queries/seed-entries";
import { notificationsQuery } from "@/lib/contracts/notification";
import { requireUser } from "@/lib/server/auth/viewer";
import { listNotifications } from "@/lib/server/services/notification-service";

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
    <Seed entries={seedEntries(client)}>
      <NotificationsView />
    </Seed>
  );
}
