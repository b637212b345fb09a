"use client";

import { useCallback, useEffect, useRef, useState, type RefObject } from "react";
import { DOCK_AUTO_HIDE_MS, DOCK_EDGE_PX } from "@/lib/config/limits";
import { isNearEdge, type DockPosition } from "@/lib/dock/rules";

export interface AutoHide {
  hidden: boolean;
  /** Brings the dock out and starts the 3 s anew. */
  show: () => void;
}

/**
 * Hides the dock after 3 s without anybody near it, and brings it out when the pointer comes within 100 px of its edge
 * or the focus reaches it. It is only moved out of sight: keyboards and screen readers reach it at any time.
 */
export function useAutoHide(input: {
  ref: RefObject<HTMLElement | null>;
  enabled: boolean;
  position: DockPosition;
  /** Something keeps it: an open menu, a drag. */
  held: boolean;
}): AutoHide {
  const { ref, enabled, position, held } = input;
  const [hidden, setHidden] = useState(false);
  const near = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const wait = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(function hide() {
      // Where the keyboard is, it stays; a click leaves a focus behind that nobody sees.
      const kept = near.current || ref.current?.querySelector(":focus-visible");
      if (kept) timer.current = setTimeout(hide, DOCK_AUTO_HIDE_MS);
      else setHidden(true);
    }, DOCK_AUTO_HIDE_MS);
  }, [ref]);

  const show = useCallback(() => {
    setHidden(false);
    wait();
  }, [wait]);

  useEffect(() => {
    if (!enabled || held) return;
    wait();
    const onMove = (event: PointerEvent) => {
      // A finger calls it by its handle: near an edge it mostly means to scroll.
      if (event.pointerType === "touch") return;
      const over = ref.current?.contains(event.target as Node) ?? false;
      const isNear =
        over ||
        isNearEdge({
          position,
          x: event.clientX,
          y: event.clientY,
          width: innerWidth,
          height: innerHeight,
          within: DOCK_EDGE_PX,
        });
      if (isNear && !near.current) setHidden(false);
      if (isNear !== near.current) wait();
      near.current = isNear;
    };
    const onLeave = () => {
      near.current = false;
    };
    addEventListener("pointermove", onMove, { passive: true });
    document.documentElement.addEventListener("pointerleave", onLeave);
    return () => {
      clearTimeout(timer.current);
      removeEventListener("pointermove", onMove);
      document.documentElement.removeEventListener("pointerleave", onLeave);
    };
  }, [ref, enabled, held, position, wait]);

  return { hidden: enabled && !held && hidden, show };
}
