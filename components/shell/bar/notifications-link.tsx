"use client";

import { useTranslations } from "next-intl";
import { Bell } from "lucide-react";
import { IconLink } from "@/components/ui/icon-button";
import { useDockStore } from "@/lib/dock/store";

export function NotificationsLink() {
  const t = useTranslations("shell.bar");
  const unread = useDockStore((dock) => dock.badges.notifications ?? 0);
  return (
    <IconLink
      href="/notifications"
      prefetch={false}
      count={unread}
      label={unread > 0 ? t("notificationsUnread", { count: unread }) : t("notifications")}
    >
      <Bell aria-hidden />
    </IconLink>
  );
}
