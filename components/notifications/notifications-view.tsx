"use client";

import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { Bell } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { LoadFailed } from "@/components/ui/load-failed";
import { LoadMore } from "@/components/ui/load-more";
import { markNotificationsRead, notificationsQuery } from "@/lib/notifications/queries";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { NotificationRow } from "./notification-row";

const READ_AFTER_MS = 1_000;

/** Notifications. Those on a visible page are marked as read. */
export function NotificationsView() {
  const t = useTranslations("notifications");
  const errors = useErrorTexts();
  const client = useQueryClient();
  const query = useInfiniteQuery(notificationsQuery());
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  const newest = items[0]?.id;
  const unread = items.some((item) => !item.read);
  useEffect(() => {
    if (!newest || !unread) return;
    const mark = () => {
      if (document.visibilityState === "visible")
        void markNotificationsRead(client, newest).catch(() => undefined);
    };
    const timer = setTimeout(mark, READ_AFTER_MS);
    document.addEventListener("visibilitychange", mark);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", mark);
    };
  }, [client, newest, unread]);
  return (
    <div className="timeline-page">
      <div className="timeline-column overflow-clip">
        <h1 className="border-b border-border px-4 py-3 text-lg">{t("title")}</h1>
        {items.length > 0 ? (
          <ul aria-label={t("title")}>
            {items.map((item) => (
              <li key={item.id}>
                <NotificationRow notification={item} />
              </li>
            ))}
          </ul>
        ) : query.isError ? (
          <LoadFailed text={errors.text(query.error)} onRetry={query.refetch} />
        ) : (
          <EmptyState
            icon={<Bell />}
            title={t("emptyTitle")}
            description={t("emptyText")}
            action={
              <ButtonLink href="/discover" variant="primary">
                {t("discover")}
              </ButtonLink>
            }
          />
        )}
        <LoadMore query={query} />
      </div>
    </div>
  );
}
