"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { leave } from "@/components/ui/leave";
import { useDockStore } from "@/lib/dock/store";
import { startProgress } from "../navigation-progress";
import { useShellUi } from "../shell-ui";
import { composeOwn } from "@/lib/posts/compose-store";
import { useSingleKeys } from "./use-single-keys";
import { shortcutOf, type ShortcutId } from "@/lib/shell/shortcuts";

const TYPING =
  "input:not([type=checkbox], [type=radio], [type=range], [type=button]), textarea, select, [contenteditable=true]";

/** In a zoomed page, Ctrl+0 stays the browser's shortcut for resetting the zoom. */
function isZoomed(): boolean {
  return Math.abs(outerWidth / innerWidth - 1) > 0.06;
}

/** Listens for the shell's shortcuts. */
export function Shortcuts({ singleKeys }: { singleKeys: boolean }): null {
  const router = useRouter();
  const hasSingleKeys = useSingleKeys(singleKeys);
  useEffect(() => {
    const { setPosition, setAutoHide } = useDockStore.getState();
    const go = (href: string) => () =>
      leave(() => {
        startProgress(href);
        router.push(href);
      });
    const actions: Record<Exclude<ShortcutId, "toasts" | "leaveApp">, () => void> = {
      dockTop: () => setPosition("top"),
      dockBottom: () => setPosition("bottom"),
      dockLeft: () => setPosition("left"),
      dockRight: () => setPosition("right"),
      autoHide: () => setAutoHide(!useDockStore.getState().autoHide),
      focusDock: () =>
        document.querySelector<HTMLElement>("#dock a")?.focus({ focusVisible: true } as FocusOptions),
      timeline: go("/timeline"),
      store: go("/apps"),
      settings: go("/settings"),
      creator: go("/add-app"),
      appsList: go("/apps-list"),
      terminal: () => useShellUi.setState(({ terminal }) => ({ terminal: !terminal })),
      help: () => useShellUi.setState({ shortcuts: true }),
      palette: () => useShellUi.setState({ palette: true }),
      compose: composeOwn,
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.repeat) return;
      const target = event.target instanceof Element ? event.target : null;
      const id = shortcutOf(event, target?.closest(TYPING) !== null && target !== null);
      // Radix handles F8, and the frame of an app Escape.
      if (!id || id === "toasts" || id === "leaveApp") return;
      if (id === "compose" && (!hasSingleKeys || document.querySelector(".run-bar"))) return;
      if (event.code === "Digit0" && event.ctrlKey && isZoomed()) return;
      // No shortcuts under an open dialog or menu.
      if (document.documentElement.dataset.overlay) return;
      event.preventDefault();
      actions[id]();
    };
    addEventListener("keydown", onKeyDown);
    // Apps pass shortcuts on.
    document.documentElement.dataset.shortcuts = "";
    return () => {
      delete document.documentElement.dataset.shortcuts;
      removeEventListener("keydown", onKeyDown);
    };
  }, [router, hasSingleKeys]);
  return null;
}
