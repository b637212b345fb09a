"use client";

import type { ReactNode } from "react";
import { cn } from "./cn";
import { HoverLayer, type HoverLayerProps } from "./hover-layer";
import type { Side } from "./place";

export interface HoverCardProps {
  /** Rendered only while the card is open. */
  content: () => ReactNode;
  side?: Side;
  /** Milliseconds the pointer, or the keyboard's focus, must rest. */
  delay: number;
  /** Keeps it shut, for example while something is dragged. */
  disabled?: boolean;
  className?: string;
  children: HoverLayerProps["children"];
}

/** A card that describes a control: what it is, how it fares. */
export function HoverCard({ side = "bottom", delay, className, ...rest }: HoverCardProps) {
  return (
    <HoverLayer
      {...rest}
      side={side}
      gap={10}
      delay={delay}
      focusDelay={delay}
      describes
      className={cn("floating z-overlay max-w-72 p-3", className)}
    />
  );
}
