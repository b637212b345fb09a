"use client";

import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { Bell } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState, type ReactNode } from "react";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { LoadFailed } from "@/components/ui/load-failed";
import { Skeleton } from "@/components/ui/skeleton";
import { Tabs } from "@/components/ui/tabs";
import { NOTIFICATION_GROUP_NAMES } from "@/lib/notifications/kinds";
import { LoadMore } from "@/components/ui/load-more";
import {
  markNotificationsRead,
  notificationsQuery,
  type NotificationFilter,
} from "@/lib/notifications/queries";
import { REQUESTS_SHOWN_MAX } from "@/lib/config/people-limits";
import { followRequestsQuery } from "@/lib/people/queries";
import type { UserShort } from "@/lib/people/user-contract";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { NotificationRow } from "./notification-row";

const READ_AFTER_MS = 1_000;

/** Notifications. Those on a visible page are marked as read, unless only some kinds are shown. */
export function NotificationsView({
  initialFilter,
  answerTo,
}: {
  initialFilter: NotificationFilter;
  /** Buttons for a request to follow, from another feature. */
  answerTo: (person: UserShort) => ReactNode;
}) {
  const t = useTranslations("notifications");
  const [filter, setFilter] = useState(initialFilter);
  const choose = (next: NotificationFilter) => {
    setFilter(next);
    window.history.replaceState(null, "", next === "all" ? location.pathname : `?show=${next}`);
  };
  return (
    <div className="timeline-page">
      <div className="timeline-column overflow-clip">
        <div className="flex min-h-11 items-center justify-between gap-3 px-4 pt-3">
          <h1 className="text-lg">{t("title")}</h1>
          <RequestsLink />
        </div>
        <Tabs
          label={t("filter")}
          value={filter}
          onValueChange={choose}
          tabs={(["all", ...NOTIFICATION_GROUP_NAMES] as const).map((value) => ({
            value,
            label: t(`filters.${value}`),
          }))}
          listClassName="px-1"
        >
          <Notifications key={filter} filter={filter} answerTo={answerTo} />
        </Tabs>
      </div>
    </div>
  );
}

/** Links to the follow requests, while there are any. */
function RequestsLink() {
  const t = useTranslations("notifications");
  const { data } = useInfiniteQuery(followRequestsQuery());
  const count = data?.pages[0]?.count ?? 0;
  if (count === 0) return null;
  return (
    <ButtonLink href="/follow-requests" variant="outline" size="sm" className="rounded-full">
      {t("requests", { count, shown: count < REQUESTS_SHOWN_MAX ? String(count) : `${REQUESTS_SHOWN_MAX}+` })}
    </ButtonLink>
  );
}

function Notifications({
  filter,
  answerTo,
}: {
  filter: NotificationFilter;
  answerTo: (person: UserShort) => ReactNode;
}) {
  const t = useTranslations("notifications");
  const errors = useErrorTexts();
  const client = useQueryClient();
  const query = useInfiniteQuery(notificationsQuery(filter));
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  const newest = items[0]?.id;
  const unread = items.some((item) => !item.read);
  useEffect(() => {
    // All up to the newest would be marked.
    if (!newest || !unread || filter !== "all") return;
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
  }, [client, newest, unread, filter]);
  return (
    <>
      {items.length > 0 ? (
        <ul aria-label={t("title")}>
          {items.map((item) => (
            <li key={item.id}>
              <NotificationRow
                notification={item}
                answer={item.kind === "follow_request" && item.actors[0] && answerTo(item.actors[0])}
              />
            </li>
          ))}
        </ul>
      ) : query.isPending ? (
        <div aria-busy className="flex gap-3 px-4 py-4">
          <Skeleton className="size-8 rounded-full" />
          <Skeleton className="h-8 flex-1" />
        </div>
      ) : query.isError ? (
        <LoadFailed text={errors.text(query.error)} onRetry={query.refetch} />
      ) : filter !== "all" ? (
        <EmptyState icon={<Bell />} title={t("emptyFilter")} />
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
    </>
  );
}
