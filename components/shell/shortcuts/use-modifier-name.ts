"use client";

import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** True on Apple's systems, where ⌘ is the key that opens palettes. The server says false. */
export function useIsApple(): boolean {
  return useSyncExternalStore(
    never,
    () => /mac|iphone|ipad/i.test(navigator.platform),
    () => false,
  );
}

/** The name of the palette's modifier key on this system. */
export function useModifierName(): "⌘" | "Ctrl" {
  return useIsApple() ? "⌘" : "Ctrl";
}
