"use client";

import dynamic from "next/dynamic";
import { useLayoutEffect } from "react";
import { CodeBoundary } from "@/components/ui/code-boundary";
import { useEverTrue } from "@/components/ui/use-ever-true";
import { useAppLifecycleStore } from "@/lib/lifecycle/store";
import { useDockStore } from "@/lib/dock/store";
import { showQueuedInstalls } from "@/lib/dock/installs.client";
import { setOutboxUser } from "@/lib/outbox/store";
import type { ShellViewer } from "@/lib/shell/contract";
import { useShellUi } from "./shell-ui";

const ShellBackground = dynamic(() => import("./shell-background").then((module) => module.ShellBackground), {
  ssr: false,
});
const CommandPalette = dynamic(
  () => import("./palette/command-palette").then((module) => module.CommandPalette),
  { ssr: false },
);
const ShortcutsDialog = dynamic(
  () => import("./shortcuts/shortcuts-dialog").then((module) => module.ShortcutsDialog),
  { ssr: false },
);
const Terminal = dynamic(() => import("./terminal/terminal").then((module) => module.Terminal), {
  ssr: false,
});
const SignOutDialog = dynamic(() => import("./sign-out-dialog").then((module) => module.SignOutDialog), {
  ssr: false,
});

/** The effects of the shell, and its dialogs once they are opened. */
export function ShellEffects({ viewer }: { viewer: ShellViewer }) {
  useLayoutEffect(markShell, []);
  useSyncedDock(viewer);
  const { palette, shortcuts, terminal, signOut } = useShellUi();
  const hasPalette = useEverTrue(palette);
  const hasShortcuts = useEverTrue(shortcuts);
  const hasSignOut = useEverTrue(signOut);
  return (
    <CodeBoundary>
      <ShellBackground viewer={viewer} />
      {hasPalette && <CommandPalette />}
      {hasShortcuts && <ShortcutsDialog singleKeys={viewer.singleKeys} />}
      {terminal && <Terminal />}
      {hasSignOut && <SignOutDialog userId={viewer.user.id} />}
    </CodeBoundary>
  );
}

/** Also forwards shortcuts of apps that started before this code loaded. */
function markShell(): () => void {
  const { dataset } = document.documentElement;
  dataset.shell = "";
  return () => delete dataset.shell;
}

/** Syncs the dock of this browser with the user's installed apps. */
function useSyncedDock({ user, installed, asOf, unreadNotifications }: ShellViewer): void {
  const { hydrate, setBadge } = useDockStore.getState();
  useLayoutEffect(() => {
    hydrate(user.id, installed, asOf);
    useAppLifecycleStore.getState().setUser(user.id);
    setOutboxUser(user.id);
    showQueuedInstalls();
  }, [hydrate, user.id, installed, asOf]);
  useLayoutEffect(() => setBadge("notifications", unreadNotifications), [setBadge, unreadNotifications]);
}
