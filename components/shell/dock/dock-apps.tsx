"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import type { Side } from "@/components/ui/menu";
import type { DockedApp } from "@/lib/dock/rules";
import type { DragPhase } from "@/lib/dock/drag";
import { DockSortable } from "./dock-sortable";

export interface DockAppsProps {
  apps: readonly DockedApp[];
  /** False until the browser's own order is known. */
  ready: boolean;
  side: Side;
  horizontal: boolean;
  onPhaseChange: (phase: DragPhase) => void;
  onMenuOpenChange: (open: boolean) => void;
}

/** The person's own apps, to run, to rearrange and each with its menu. */
export function DockApps({ ready, ...sortable }: DockAppsProps) {
  const t = useTranslations("dock");
  const list = useRef<HTMLUListElement>(null);
  const { horizontal } = sortable;

  // A wheel turns one way only; over a row it moves along the row.
  useEffect(() => {
    const row = list.current;
    if (!row || !horizontal) return;
    const onWheel = (event: WheelEvent) => {
      if (event.deltaX !== 0 || event.ctrlKey || row.scrollWidth === row.clientWidth) return;
      event.preventDefault();
      row.scrollLeft += event.deltaY;
    };
    row.addEventListener("wheel", onWheel);
    return () => row.removeEventListener("wheel", onWheel);
  }, [horizontal]);

  return (
    <ul ref={list} className="dock-list dock-apps" aria-label={t("yourApps")} data-ready={ready}>
      {sortable.apps.length > 0 && <DockSortable {...sortable} />}
    </ul>
  );
}
