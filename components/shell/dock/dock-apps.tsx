"use client";

import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { memo, useEffect, useRef } from "react";
import type { Side } from "@/components/ui/menu";
import { activeUserApp, type DockedApp } from "@/lib/dock/rules";
import type { DragPhase } from "@/lib/dock/drag";
import { DockRunningItem } from "./dock-running-item";
import { DockSortable } from "./dock-sortable";

export interface DockAppsProps {
  apps: readonly DockedApp[];
  /** Ids of apps that run without being in the dock. */
  undocked: readonly string[];
  side: Side;
  horizontal: boolean;
  onPhaseChange: (phase: DragPhase) => void;
  onMenuOpenChange: (open: boolean) => void;
}

export const DockApps = memo(function DockApps({ undocked, ...sortable }: DockAppsProps) {
  const t = useTranslations("dock");
  const list = useRef<HTMLUListElement>(null);
  const { horizontal } = sortable;
  const active = activeUserApp(usePathname());

  useEffect(() => {
    const item = list.current?.querySelector('[aria-current="page"]');
    item?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [active, undocked]);

  // A vertical wheel scrolls the horizontal list.
  useEffect(() => {
    const element = list.current;
    if (!element || !horizontal) return;
    const onWheel = (event: WheelEvent) => {
      if (event.deltaX !== 0 || event.ctrlKey || element.scrollWidth === element.clientWidth) return;
      event.preventDefault();
      element.scrollLeft += event.deltaY;
    };
    element.addEventListener("wheel", onWheel);
    return () => element.removeEventListener("wheel", onWheel);
  }, [horizontal]);

  return (
    <ul ref={list} className="dock-list dock-apps" aria-label={t("yourApps")}>
      {sortable.apps.length > 0 && <DockSortable {...sortable} />}
      {undocked.map((id) => (
        <DockRunningItem key={id} id={id} side={sortable.side} onMenuOpenChange={sortable.onMenuOpenChange} />
      ))}
    </ul>
  );
});
