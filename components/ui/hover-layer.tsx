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
import type { HoverWindowProps } from "./hover-window";
import { lazyPart } from "./lazy-part";
import type { Side } from "./place";

const part = lazyPart<HoverWindowProps>(() => import("./hover-window").then((module) => module.HoverWindow));

interface TriggerProps {
  onPointerEnter?: (event: PointerEvent<HTMLElement>) => void;
  onPointerLeave?: (event: PointerEvent<HTMLElement>) => void;
  onPointerDown?: (event: PointerEvent<HTMLElement>) => void;
  onFocus?: (event: FocusEvent<HTMLElement>) => void;
  onBlur?: (event: FocusEvent<HTMLElement>) => void;
  "aria-describedby"?: string;
}

export interface HoverLayerProps {
  /** Rendered only while the layer is open. */
  content: () => ReactNode;
  side: Side;
  /** Pixels between control and layer. */
  gap: number;
  /** Milliseconds the pointer must rest. */
  delay: number;
  /** Milliseconds after keyboard focus. */
  focusDelay: number;
  /** False where the layer only repeats the control's name: screen readers then skip it. */
  describes: boolean;
  /** Keeps it shut, for example while something is dragged. */
  disabled?: boolean;
  className: string;
  children: ReactElement<TriggerProps>;
}

const GRACE_MS = 160;

/**
 * Something shown beside a control while the pointer rests on it or the keyboard is there, without a positioning
 * library: what tooltips and hover cards are made of. It holds nothing to click. The pointer may move onto it,
 * Escape closes it. Fingers do not open it.
 */
export function HoverLayer(props: HoverLayerProps) {
  const { content, side, gap, delay, focusDelay, describes, disabled, className, children } = props;
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const later = (ms: number, next: HTMLElement | null) => {
    if (next) part.preload();
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setAnchor(next), ms);
  };
  const close = () => {
    clearTimeout(timer.current);
    setAnchor(null);
  };
  const shown = disabled ? null : anchor;
  const Window = part.use(shown !== null);
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
          if (event.currentTarget.matches(":focus-visible")) later(focusDelay, event.currentTarget);
        },
        onBlur: (event) => {
          own.onBlur?.(event);
          close();
        },
        "aria-describedby":
          [own["aria-describedby"], shown && describes && id].filter(Boolean).join(" ") || undefined,
      })}
      {shown && Window && (
        <Window
          id={id}
          hidden={!describes}
          gap={gap}
          anchor={shown}
          side={side}
          className={className}
          onClose={close}
          onPointerEnter={() => clearTimeout(timer.current)}
          onPointerLeave={() => later(GRACE_MS, null)}
        >
          {content()}
        </Window>
      )}
    </>
  );
}
