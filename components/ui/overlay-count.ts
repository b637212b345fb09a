"use client";

import { useEffect } from "react";

let open = 0;

/**
 * Sets `<html data-overlay>` while a dialog or menu is open. Running apps are covered while it is set: otherwise
 * their frames could take the focus and read keys that are meant for the shell.
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
