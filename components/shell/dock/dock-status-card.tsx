"use client";

import dynamic from "next/dynamic";
import { HoverCard, type HoverCardProps } from "@/components/ui/hover-card";
import type { Side } from "@/components/ui/place";
import { HOVER_CARD_DELAY_MS } from "@/lib/config/limits";
import type { DockedApp } from "@/lib/domain/dock";

/** What the card needs to know of an app. */
export type CardApp = Pick<DockedApp, "id" | "name" | "icon" | "type" | "mode" | "expiresAt">;

const loadStatus = () => import("./dock-status").then((module) => module.DockStatus);
const DockStatus = dynamic(loadStatus, {
  ssr: false,
  loading: () => <span className="block size-10" />,
});

/** Fetches the card's content; called when the pointer or the focus reaches the dock. */
export function preloadStatus(): void {
  void loadStatus().catch(() => undefined);
}

export interface DockStatusCardProps {
  app: CardApp;
  side: Side;
  disabled?: boolean;
  children: HoverCardProps["children"];
}

/** How an app of the dock fares, shown after 200 ms over it. */
export function DockStatusCard({ app, side, disabled, children }: DockStatusCardProps) {
  return (
    <HoverCard
      side={side}
      delay={HOVER_CARD_DELAY_MS}
      disabled={disabled}
      mayOpen={isDockAtRest}
      className="min-w-52"
      content={() => <DockStatus app={app} />}
    >
      {children}
    </HoverCard>
  );
}

/** False while something of the dock is dragged or a menu of it is open. Asked, not told: a card's app is not drawn anew for it. */
function isDockAtRest(): boolean {
  const { phase, menu } = document.getElementById("dock")?.dataset ?? {};
  return phase === "none" && menu === undefined;
}
