"use client";

import { useEffect, useRef, type FocusEvent, type PointerEvent } from "react";
import type { App } from "@/lib/apps/contract";

/** A pointer that passes over a card means nothing; one that stays this long may press. */
const REST_MS = 120;

export interface PreloadHandlers {
  onPointerEnter: (event: PointerEvent) => void;
  onPointerLeave: () => void;
  onFocus: (event: FocusEvent) => void;
}

/** Handlers for what leads to an app: where the pointer or the focus rests, its package and a frame are made ready. */
export function usePreload(app: Pick<App, "packageUrl" | "packageSha256">): PreloadHandlers {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stop = () => clearTimeout(timer.current);
  useEffect(() => stop, []);
  const start = () => {
    stop();
    if (savesData()) return;
    timer.current = setTimeout(() => {
      void import("@/components/sandbox/preload-app").then(
        ({ preloadApp }) => preloadApp({ kind: "url", url: app.packageUrl, sha256: app.packageSha256 }),
        () => undefined,
      );
    }, REST_MS);
  };
  return {
    // A finger does not rest before it presses.
    onPointerEnter: ({ pointerType }) => pointerType !== "touch" && start(),
    onPointerLeave: stop,
    onFocus: ({ target }) => target.matches(":focus-visible") && start(),
  };
}

function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}
