"use client";

import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { DOCK_AUTO_HIDE_MS, DOCK_EDGE_PX } from "@/lib/config/limits";
import { isNearEdge, type DockPosition } from "@/lib/dock/rules";

/**
 * Hides the dock 3 s after the pointer leaves it. The dock comes back when the pointer is within 100 px of its edge or when
 * it gets focus: a hidden dock is off-screen but still focusable. `show` also restarts the 3 s.
 *
 * Over a running app it starts hidden, because pointer events inside a frame do not reach the page: the app's
 * edges belong to the app, the handle brings the dock out, and a press in the app hides it. It starts hidden
 * on touch screens, too.
 */
export function useAutoHide(input: {
  ref: RefObject<HTMLElement | null>;
  enabled: boolean;
  position: DockPosition;
  /** A running app fills the page. */
  overApp: boolean;
  /** Keeps the dock visible, for example during a drag. */
  paused: boolean;
}): { hidden: boolean; show: () => void } {
  const { ref, enabled, position, overApp, paused } = input;
  const [hidden, setHidden] = useState(false);
  const near = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const startTimer = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(function hide() {
      // Not :focus, because the focus stays in the dock after a click.
      const inUse = near.current || ref.current?.querySelector(":focus-visible");
      if (inUse) timer.current = setTimeout(hide, DOCK_AUTO_HIDE_MS);
      else setHidden(true);
    }, DOCK_AUTO_HIDE_MS);
  }, [ref]);

  const show = useCallback(() => {
    setHidden(false);
    startTimer();
  }, [startTimer]);

  useLayoutEffect(() => {
    if (enabled && !near.current && (overApp || matchMedia("(hover: none)").matches)) setHidden(true);
  }, [enabled, overApp]);

  useEffect(() => {
    if (!enabled || paused) return;
    startTimer();
    const onMove = (event: PointerEvent) => {
      // A touch near the edge is usually a scroll; touch uses the handle instead.
      if (event.pointerType === "touch") return;
      const over = ref.current?.contains(event.target as Node) ?? false;
      const isNear =
        over ||
        (!(event.composedPath()[0] instanceof HTMLIFrameElement) &&
          isNearEdge({
            position,
            x: event.clientX,
            y: event.clientY,
            width: innerWidth,
            height: innerHeight,
            within: DOCK_EDGE_PX,
          }));
      if (isNear && !near.current) setHidden(false);
      if (isNear !== near.current) startTimer();
      near.current = isNear;
    };
    const onLeave = () => {
      near.current = false;
    };
    // The focus went into a frame, most often by a press in it.
    const onBlur = () => {
      const active = document.activeElement;
      const focused = active?.shadowRoot?.activeElement ?? active;
      if (!near.current && focused instanceof HTMLIFrameElement) setHidden(true);
    };
    addEventListener("pointermove", onMove, { passive: true });
    // The only pointer event that fires when the pointer enters a frame.
    addEventListener("pointerover", onMove, { passive: true });
    addEventListener("blur", onBlur);
    document.documentElement.addEventListener("pointerleave", onLeave);
    return () => {
      clearTimeout(timer.current);
      removeEventListener("pointermove", onMove);
      removeEventListener("pointerover", onMove);
      removeEventListener("blur", onBlur);
      document.documentElement.removeEventListener("pointerleave", onLeave);
    };
  }, [ref, enabled, paused, position, startTimer]);

  return { hidden: enabled && !paused && hidden, show };
}
