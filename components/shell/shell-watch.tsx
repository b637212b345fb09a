"use client";

import { useEffect } from "react";
import { soon } from "@/components/ui/lazy-part";
import { followOtherTabs } from "@/lib/client/stores/dock-store";
import { watchMemory } from "@/lib/client/stores/memory-watch";
import { preloadErrorScreen } from "./late-error-screen";
import { useShortcuts } from "./shortcuts/use-shortcuts";

/** What the shell listens for once the page stands: keys, other tabs, memory. Fetched right after the page's own code. */
export function ShellWatch() {
  useShortcuts();
  useEffect(() => followOtherTabs(), []);
  useEffect(() => watchMemory(), []);
  useEffect(() => soon(preloadErrorScreen), []);
  return null;
}
