"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { memo, type KeyboardEvent } from "react";
import { AppIcon } from "@/components/ui/app-icon";
import { Count } from "@/components/ui/count";
import type { Side } from "@/components/ui/menu";
import { useAppLifecycleStore } from "@/lib/lifecycle/store";
import { useDockStore } from "@/lib/dock/store";
import { findInstance } from "@/lib/lifecycle/rules";
import { activeUserApp, type DockedApp } from "@/lib/dock/rules";
import { readRunKey, runHref, runKeyOf } from "@/lib/shared/run-key";
import { DockMark } from "./dock-marks";
import { DockStatusCard } from "./dock-status-card";

interface DockAppItemProps {
  app: DockedApp;
  side: Side;
  /** The drag handle props of dnd-kit; an app that only runs here is not sortable. */
  handle?: {
    ref: (element: HTMLElement | null) => void;
    "aria-describedby"?: string;
    "aria-roledescription"?: string;
    onKeyDown?: (event: KeyboardEvent) => void;
  };
}

export const DockAppItem = memo(function DockAppItem({ app, side, handle }: DockAppItemProps) {
  const t = useTranslations("dock");
  const path = activeUserApp(usePathname());
  const { appId, roomId } = readRunKey(app.id);
  const name = roomId ? t("inRoom", { name: app.name }) : app.name;
  const foreground = useAppLifecycleStore(({ instances, foregroundId }) => {
    const instance = instances.find(({ id }) => id === foregroundId);
    return instance?.type === "user" ? runKeyOf(instance) : null;
  });
  // The path does not name the room.
  const running = path === appId && (foreground ?? path) === app.id;
  const unread = useDockStore((dock) => dock.badges[app.id] ?? 0);
  const suspended = useAppLifecycleStore(
    (store) => findInstance(store.instances, app.id)?.status === "suspended",
  );
  return (
    <DockStatusCard app={app} side={side}>
      <Link
        {...handle}
        href={runHref(app.id)}
        prefetch={false}
        draggable={false}
        className="dock-item"
        data-app={app.id}
        data-suspended={suspended || undefined}
        aria-label={unread > 0 ? `${name}, ${t("unread", { count: unread })}` : name}
        aria-current={running ? "page" : undefined}
      >
        <AppIcon src={app.icon} px={48} eager />
        <DockMark appId={app.id} />
        <Count value={unread} />
      </Link>
    </DockStatusCard>
  );
});
