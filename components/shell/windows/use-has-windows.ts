"use client";

import { useAppLifecycleStore } from "@/lib/lifecycle/store";

/** True while an app runs, or waits to be brought back. */
export function useHasWindows(): boolean {
  return useAppLifecycleStore(({ instances }) => instances.some(({ type }) => type === "user"));
}
