"use client";

import { useEffect, useRef, type FocusEvent, type PointerEvent } from "react";
import { packageSourceOf, type PackagedApp } from "@/lib/apps/queries";

/** A pointer that only passes over a card preloads nothing. */
const HOVER_MS = 120;

interface PreloadHandlers {
  onPointerEnter: (event: PointerEvent) => void;
  onPointerLeave: () => void;
  onFocus: (event: FocusEvent) => void;
}

/** Event handlers that preload the app's package and a frame on hover and on keyboard focus. */
export function usePreload(app: PackagedApp): PreloadHandlers {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stop = () => clearTimeout(timer.current);
  useEffect(() => stop, []);
  const start = () => {
    stop();
    if (savesData()) return;
    timer.current = setTimeout(() => {
      void import("@/components/sandbox/preload-app").then(
        ({ preloadApp }) => preloadApp(packageSourceOf(app)),
        () => undefined,
      );
    }, HOVER_MS);
  };
  return {
    // Touch has no hover.
    onPointerEnter: ({ pointerType }) => pointerType !== "touch" && start(),
    onPointerLeave: stop,
    onFocus: ({ target }) => target.matches(":focus-visible") && start(),
  };
}

function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}
