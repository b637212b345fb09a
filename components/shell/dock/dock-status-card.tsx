"use client";

import * as Tooltip from "@radix-ui/react-tooltip";
import { useState, type FocusEvent, type ReactElement } from "react";
import type { Side } from "@/components/ui/menu";
import { HOVER_CARD_DELAY_MS } from "@/lib/config/limits";
import { DockStatus, type CardApp } from "./dock-status";

export interface DockStatusCardProps {
  app: CardApp;
  side: Side;
  /** The app's link. */
  children: ReactElement;
}

/** How an app of the dock fares, shown after 200 ms over it, or while the keyboard is there. */
export function DockStatusCard({ app, side, children }: DockStatusCardProps) {
  const [open, setOpen] = useState(false);
  return (
    // Radix opens the next tooltip at once after another, unless it is told not to.
    <Tooltip.Provider delayDuration={HOVER_CARD_DELAY_MS} skipDelayDuration={0}>
      <Tooltip.Root open={open} onOpenChange={(next) => setOpen(next && isDockAtRest())}>
        <Tooltip.Trigger asChild onFocus={keepShutByPointer}>
          {children}
        </Tooltip.Trigger>
        <Tooltip.Portal>
          <Tooltip.Content
            side={side}
            sideOffset={10}
            collisionPadding={8}
            className="floating z-overlay max-w-72 min-w-52 p-3"
          >
            <DockStatus app={app} />
          </Tooltip.Content>
        </Tooltip.Portal>
      </Tooltip.Root>
    </Tooltip.Provider>
  );
}

/** Radix opens on any focus, also on the one that a closed menu gives back after a click. */
function keepShutByPointer(event: FocusEvent): void {
  if (!event.currentTarget.matches(":focus-visible")) event.preventDefault();
}

/** False while something of the dock is dragged or a menu of it is open. Asked when it would open: no app is rendered for it. */
function isDockAtRest(): boolean {
  const { phase, menu } = document.getElementById("dock")?.dataset ?? {};
  return phase === "none" && menu === undefined;
}
