"use client";

import { useSyncExternalStore } from "react";
import { NARROW_MAX_PX } from "@/lib/config/limits";

const QUERY = `(max-width: ${NARROW_MAX_PX}px)`;

function subscribe(changed: () => void): () => void {
  const list = matchMedia(QUERY);
  list.addEventListener("change", changed);
  return () => list.removeEventListener("change", changed);
}

/** True where the window is so narrow that the dock is forced to the bottom. The server says false. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(QUERY).matches,
    () => false,
  );
}
