"use client";

import { useSyncExternalStore } from "react";

const subscribe = () => () => undefined;

/** True on Apple systems, where ⌘ opens the palette. False on the server. */
export function useIsApple(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => /mac|iphone|ipad/i.test(navigator.platform),
    () => false,
  );
}
