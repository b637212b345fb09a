"use client";

import dynamic from "next/dynamic";
import { usePathname, useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useLayoutEffect } from "react";
import { CodeBoundary } from "@/components/ui/code-boundary";
import { useEverTrue } from "@/components/ui/use-ever-true";
import { useAppLifecycleStore } from "@/lib/lifecycle/store";
import { useDockStore } from "@/lib/dock/store";
import { followInstalls, showQueuedInstalls } from "@/lib/dock/installs.client";
import { followOtherTabs } from "@/lib/dock/dock-tabs.client";
import { watchMemory } from "@/lib/lifecycle/memory-watch.client";
import { PRELOAD_DELAY_MS } from "@/lib/config/limits";
import { setOutboxUser } from "@/lib/outbox/store";
import { findInstance } from "@/lib/lifecycle/rules";
import { activeSystemApp, SYSTEM_APPS } from "@/lib/dock/rules";
import type { ShellViewer } from "@/lib/shell/contract";
import { useShellUi } from "./shell-ui";
import { stopUndocked } from "./windows/stop-undocked";

const SessionGuard = dynamic(() => import("./session-guard").then((module) => module.SessionGuard), {
  ssr: false,
});
const OutboxHost = dynamic(() => import("./outbox-host").then((module) => module.OutboxHost), { ssr: false });
const Shortcuts = dynamic(() => import("./shortcuts/shortcuts").then((module) => module.Shortcuts), {
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

/** The effects of the shell, and its dialogs once they are opened. */
export function ShellEffects({ viewer }: { viewer: ShellViewer }) {
  useLayoutEffect(markShell, []);
  useSyncedDock(viewer);
  useSystemAppInstances();
  useSystemAppPrefetch();
  useEffect(followOtherTabs, []);
  useEffect(followInstalls, []);
  useEffect(watchMemory, []);
  useEffect(stopUndocked, []);
  const { palette, shortcuts, terminal } = useShellUi();
  const hasPalette = useEverTrue(palette);
  const hasShortcuts = useEverTrue(shortcuts);
  return (
    <CodeBoundary>
      <SessionGuard userId={viewer.user.id} />
      <OutboxHost userId={viewer.user.id} />
      <Shortcuts />
      {hasPalette && <CommandPalette />}
      {hasShortcuts && <ShortcutsDialog />}
      {terminal && <Terminal />}
    </CodeBoundary>
  );
}

/** An app that starts before the code of the shortcuts is there passes them on, too. */
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

/** Timeline, apps and settings are instances too: running once visited, active while in the foreground. */
function useSystemAppInstances(): void {
  const t = useTranslations("dock");
  const active = activeSystemApp(usePathname());
  useEffect(() => {
    if (!active) return;
    const store = useAppLifecycleStore;
    const touch = () =>
      void store
        .getState()
        .launch({ appId: active, name: t(active), icon: null, component: active, type: "system" });
    touch();
    return () => {
      // Updates when it was last active.
      if (findInstance(store.getState().instances, active)) touch();
    };
  }, [active, t]);
}

/** Prefetches the other system apps shortly after a navigation. */
function useSystemAppPrefetch(): void {
  const router = useRouter();
  const pathname = usePathname();
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const id of SYSTEM_APPS) if (`/${id}` !== pathname) router.prefetch(`/${id}`);
    }, PRELOAD_DELAY_MS);
    return () => clearTimeout(timer);
  }, [router, pathname]);
}
