"use client";

import type { ReactNode } from "react";
import { HoverLayer, type HoverLayerProps } from "./hover-layer";
import type { Side } from "./place";

export type TooltipSide = Side;

export interface TooltipProps {
  /** The control's own name, shown to the eye only: screen readers already have it. */
  label?: string;
  /** More than the name: becomes the control's description. */
  content?: ReactNode;
  side?: TooltipSide;
  /** Milliseconds the pointer must rest. */
  delay?: number;
  disabled?: boolean;
  children: HoverLayerProps["children"];
}

/** A few words beside a control. Where they are only its name, see `tip`. */
export function Tooltip({ label, content, side = "bottom", delay = 450, disabled, children }: TooltipProps) {
  return (
    <HoverLayer
      content={() => content ?? label}
      side={side}
      gap={6}
      delay={delay}
      focusDelay={0}
      describes={content !== undefined}
      disabled={disabled}
      className="tip z-toast"
    >
      {children}
    </HoverLayer>
  );
}
