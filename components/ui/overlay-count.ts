"use client";

import { useEffect } from "react";

let open = 0;

/**
 * Marks the document while something of the shell lies over the page (`<html data-overlay>`). A running app's
 * frame could otherwise take the focus and read keys that are meant for the shell: who shows frames hides them
 * while the mark is there.
 */
export function useOverlay(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    open += 1;
    document.documentElement.dataset.overlay = String(open);
    return () => {
      open -= 1;
      if (open > 0) document.documentElement.dataset.overlay = String(open);
      else delete document.documentElement.dataset.overlay;
    };
  }, [active]);
}
