"use client";

import {
  cloneElement,
  useEffect,
  useId,
  useRef,
  useState,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
} from "react";
import { cn } from "./cn";
import { HoverWindow } from "./hover-window";
import type { Side } from "./place";

interface TriggerProps {
  onPointerEnter?: (event: PointerEvent<HTMLElement>) => void;
  onPointerLeave?: (event: PointerEvent<HTMLElement>) => void;
  onPointerDown?: (event: PointerEvent<HTMLElement>) => void;
  onFocus?: (event: FocusEvent<HTMLElement>) => void;
  onBlur?: (event: FocusEvent<HTMLElement>) => void;
  "aria-describedby"?: string;
}

export interface HoverCardProps {
  /** Rendered only while the card is open. */
  content: () => ReactNode;
  side?: Side;
  /** Milliseconds the pointer, or the keyboard's focus, must rest. */
  delay: number;
  /** Keeps it shut, for example while something is dragged. */
  disabled?: boolean;
  /** Asked at the moment when it would open: for what may change without the control being drawn anew. */
  mayOpen?: () => boolean;
  className?: string;
  children: ReactElement<TriggerProps>;
}

const GRACE_MS = 160;
/** Between control and card. */
const GAP_PX = 10;

/**
 * A card that describes a control (what it is, how it fares), shown while the pointer rests on it or the keyboard is
 * there, without a positioning library. It holds nothing to click. The pointer may move onto it, Escape closes it.
 * Fingers do not open it.
 */
export function HoverCard(props: HoverCardProps) {
  const { content, side = "bottom", delay, disabled, mayOpen, className, children } = props;
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const later = (ms: number, next: HTMLElement | null) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setAnchor(mayOpen?.() === false ? null : next), ms);
  };
  const close = () => {
    clearTimeout(timer.current);
    setAnchor(null);
  };
  const shown = disabled ? null : anchor;
  const own = children.props;

  return (
    <>
      {cloneElement(children, {
        onPointerEnter: (event) => {
          own.onPointerEnter?.(event);
          if (event.pointerType === "mouse") later(delay, event.currentTarget);
        },
        onPointerLeave: (event) => {
          own.onPointerLeave?.(event);
          later(GRACE_MS, null);
        },
        onPointerDown: (event) => {
          own.onPointerDown?.(event);
          close();
        },
        onFocus: (event) => {
          own.onFocus?.(event);
          if (event.currentTarget.matches(":focus-visible")) later(delay, event.currentTarget);
        },
        onBlur: (event) => {
          own.onBlur?.(event);
          close();
        },
        "aria-describedby": [own["aria-describedby"], shown && id].filter(Boolean).join(" ") || undefined,
      })}
      {shown && (
        <HoverWindow
          id={id}
          gap={GAP_PX}
          anchor={shown}
          side={side}
          className={cn("floating z-overlay max-w-72 p-3", className)}
          onClose={close}
          onPointerEnter={() => clearTimeout(timer.current)}
          onPointerLeave={() => later(GRACE_MS, null)}
        >
          {content()}
        </HoverWindow>
      )}
    </>
  );
}
