"use client";

import * as Tooltip from "@radix-ui/react-tooltip";
import { useState, type FocusEvent, type ReactElement } from "react";
import type { Side } from "@/components/ui/menu";
import { HOVER_CARD_DELAY_MS } from "@/lib/config/limits";
import { DockStatus, type CardApp } from "./dock-status";

interface DockStatusCardProps {
  app: CardApp;
  side: Side;
  children: ReactElement;
}

/** Shows the status of an app on hover (after 200 ms) and on keyboard focus. */
export function DockStatusCard({ app, side, children }: DockStatusCardProps) {
  const [open, setOpen] = useState(false);
  return (
    // Radix skips the delay when another tooltip was just open.
    <Tooltip.Provider delayDuration={HOVER_CARD_DELAY_MS} skipDelayDuration={0}>
      <Tooltip.Root open={open} onOpenChange={(next) => setOpen(next && isDockIdle())}>
        <Tooltip.Trigger asChild onFocus={ignorePointerFocus}>
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

/** Radix opens on any focus, even when a closing menu restores it after a click. */
function ignorePointerFocus(event: FocusEvent): void {
  if (!event.currentTarget.matches(":focus-visible")) event.preventDefault();
}

/** False during a drag or while a menu is open. Read from the DOM, so that a phase change rerenders no app. */
function isDockIdle(): boolean {
  const { phase, menu } = document.getElementById("dock")?.dataset ?? {};
  return phase === "none" && menu === undefined;
}
