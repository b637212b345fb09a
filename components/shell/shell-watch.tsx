"use client";

import { useEffect } from "react";
import { Late, lazyPart, soon } from "@/components/ui/lazy-part";
import { followOtherTabs } from "@/lib/client/stores/dock-tabs";
import { watchMemory } from "@/lib/client/stores/memory-watch";
import { preloadErrorScreen } from "./late-error-screen";
import { useShellUi } from "./shell-ui";
import { useShortcuts } from "./shortcuts/use-shortcuts";
import { useIdle } from "./use-idle";
import { stopUndocked } from "./windows/stop-undocked";

const guard = lazyPart<object>(() => import("./session-guard").then((module) => module.SessionGuard));
const palette = lazyPart<object>(() =>
  import("./palette/command-palette").then((module) => module.CommandPalette),
);
const shortcuts = lazyPart<object>(() =>
  import("./shortcuts/shortcuts-dialog").then((module) => module.ShortcutsDialog),
);
const terminal = lazyPart<object>(() => import("./terminal/terminal").then((module) => module.Terminal));
const NOTHING = {};

/**
 * What the shell listens for once the page stands (keys, other tabs, memory, the session), and its windows once they are
 * wanted. Fetched right after the page's own code.
 */
export function ShellWatch() {
  const ui = useShellUi();
  const idle = useIdle();
  useShortcuts();
  useEffect(() => followOtherTabs(), []);
  useEffect(() => watchMemory(), []);
  useEffect(() => stopUndocked(), []);
  useEffect(() => soon(preloadErrorScreen), []);
  return (
    <>
      <Late part={guard} wanted={idle} props={NOTHING} />
      <Late part={palette} wanted={ui.palette} props={NOTHING} />
      <Late part={shortcuts} wanted={ui.shortcuts} props={NOTHING} />
      <Late part={terminal} wanted={ui.terminal} props={NOTHING} />
    </>
  );
}
