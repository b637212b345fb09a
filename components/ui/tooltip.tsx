"use client";

import * as TooltipPrimitive from "@radix-ui/react-tooltip";
import { useState, type FocusEvent, type ReactElement, type ReactNode } from "react";
import { cn } from "./cn";
import type { Side } from "./dropdown-menu";

const DELAY_MS = 450;

/** Stands once around everything that has tooltips. Each waits its own delay, also right after another was shown. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <TooltipPrimitive.Provider delayDuration={DELAY_MS} skipDelayDuration={0}>
      {children}
    </TooltipPrimitive.Provider>
  );
}

export interface TooltipProps {
  content: ReactNode;
  side?: Side;
  /** Milliseconds the pointer must rest. */
  delay?: number;
  /** Pixels between control and tooltip. */
  gap?: number;
  /** Asked when it would open; false keeps it shut, for example while something is dragged. */
  mayOpen?: () => boolean;
  className?: string;
  /** The control. */
  children: ReactElement;
}

/** Describes a control while the pointer rests on it or the keyboard is there. */
export function Tooltip({
  content,
  side = "bottom",
  delay,
  gap = 6,
  mayOpen,
  className,
  children,
}: TooltipProps) {
  const [open, setOpen] = useState(false);
  return (
    <TooltipPrimitive.Root
      open={open}
      delayDuration={delay}
      onOpenChange={(next) => setOpen(next && mayOpen?.() !== false)}
    >
      <TooltipPrimitive.Trigger asChild onFocus={keepShutByPointer}>
        {children}
      </TooltipPrimitive.Trigger>
      <TooltipPrimitive.Portal>
        <TooltipPrimitive.Content
          side={side}
          sideOffset={gap}
          collisionPadding={8}
          className={cn("z-toast", className ?? "tip")}
        >
          {content}
        </TooltipPrimitive.Content>
      </TooltipPrimitive.Portal>
    </TooltipPrimitive.Root>
  );
}

/** Radix opens on any focus, also on the one that a closed menu or dialog gives back after a click. */
function keepShutByPointer(event: FocusEvent): void {
  if (!event.currentTarget.matches(":focus-visible")) event.preventDefault();
}
