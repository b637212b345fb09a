"use client";

import { useEffect, useLayoutEffect, useRef, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { cn } from "./cn";
import { placeBeside, type Side } from "./place";

export interface HoverWindowProps {
  id: string;
  /** Screen readers have what it says already. */
  hidden?: boolean;
  gap: number;
  anchor: HTMLElement;
  side: Side;
  className: string;
  onClose: () => void;
  onPointerEnter?: () => void;
  onPointerLeave?: () => void;
  children: ReactNode;
}

/** A card or a tip, beside its control. */
export function HoverWindow({
  id,
  hidden,
  gap,
  anchor,
  side,
  className,
  onClose,
  children,
  ...pointer
}: HoverWindowProps) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (ref.current) placeBeside({ floating: ref.current, anchor, side, gap });
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") onClose();
    };
    addEventListener("keydown", onKey);
    addEventListener("scroll", onClose, { capture: true, passive: true });
    return () => {
      removeEventListener("keydown", onKey);
      removeEventListener("scroll", onClose, { capture: true });
    };
  });
  return createPortal(
    <div
      ref={ref}
      id={id}
      role="tooltip"
      aria-hidden={hidden}
      {...pointer}
      className={cn("fixed top-0 left-0 w-max", className)}
    >
      {children}
    </div>,
    document.body,
  );
}
