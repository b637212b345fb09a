"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import type { Side } from "@/components/ui/menu";
import type { DockedApp } from "@/lib/dock/rules";
import type { DragPhase } from "@/lib/dock/drag";
import { DockSortable } from "./dock-sortable";

export interface DockAppsProps {
  apps: readonly DockedApp[];
  side: Side;
  horizontal: boolean;
  onPhaseChange: (phase: DragPhase) => void;
  onMenuOpenChange: (open: boolean) => void;
}

export function DockApps(sortable: DockAppsProps) {
  const t = useTranslations("dock");
  const list = useRef<HTMLUListElement>(null);
  const { horizontal } = sortable;

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
    </ul>
  );
}
