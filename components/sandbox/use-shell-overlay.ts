"use client";

import { useSyncExternalStore } from "react";

/** True while any dialog or menu of the shell is open (see `useOverlay` in components/ui). */
export function useShellOverlay(): boolean {
  return useSyncExternalStore(subscribe, isOverlaid, () => false);
}

function isOverlaid(): boolean {
  return document.documentElement.dataset.overlay !== undefined;
}

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-overlay"] });
  return () => observer.disconnect();
}
