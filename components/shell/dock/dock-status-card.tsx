"use client";

import type { ReactElement } from "react";
import type { Side } from "@/components/ui/dropdown-menu";
import { Tooltip } from "@/components/ui/tooltip";
import { HOVER_CARD_DELAY_MS } from "@/lib/config/limits";
import { DockStatus, type CardApp } from "./dock-status";

export interface DockStatusCardProps {
  app: CardApp;
  side: Side;
  children: ReactElement;
}

/** How an app of the dock fares, shown after 200 ms over it. */
export function DockStatusCard({ app, side, children }: DockStatusCardProps) {
  return (
    <Tooltip
      side={side}
      delay={HOVER_CARD_DELAY_MS}
      gap={10}
      mayOpen={isDockAtRest}
      className="floating max-w-72 min-w-52 p-3"
      content={<DockStatus app={app} />}
    >
      {children}
    </Tooltip>
  );
}

/** False while something of the dock is dragged or a menu of it is open. Asked when it would open: no app is rendered for it. */
function isDockAtRest(): boolean {
  const { phase, menu } = document.getElementById("dock")?.dataset ?? {};
  return phase === "none" && menu === undefined;
}
