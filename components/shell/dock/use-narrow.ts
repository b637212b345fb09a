"use client";

import { useSyncExternalStore } from "react";
import { NARROW_MAX_PX } from "@/lib/config/limits";

const QUERY = `(max-width: ${NARROW_MAX_PX}px)`;

function subscribe(listener: () => void): () => void {
  const query = matchMedia(QUERY);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** True if the window is so narrow that the dock is always at the bottom. False on the server. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(QUERY).matches,
    () => false,
  );
}
