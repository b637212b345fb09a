"use client";

import { usePathname, useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { PRELOAD_DELAY_MS } from "@/lib/config/limits";
import { followOtherTabs } from "@/lib/dock/dock-tabs.client";
import { followInstalls } from "@/lib/dock/installs.client";
import { activeSystemApp, SYSTEM_APPS } from "@/lib/dock/rules";
import { watchMemory } from "@/lib/lifecycle/memory-watch.client";
import { findInstance } from "@/lib/lifecycle/rules";
import { useAppLifecycleStore } from "@/lib/lifecycle/store";
import type { ShellViewer } from "@/lib/shell/contract";
import { OutboxHost } from "./outbox-host";
import { SessionGuard } from "./session-guard";
import { Shortcuts } from "./shortcuts/shortcuts";
import { stopUndocked } from "./windows/stop-undocked";

/** What the shell does in the background. Nothing of it is seen at first, so it loads after the page. */
export function ShellBackground({ viewer }: { viewer: ShellViewer }) {
  useSystemAppInstances();
  useSystemAppPrefetch();
  useEffect(followOtherTabs, []);
  useEffect(followInstalls, []);
  useEffect(watchMemory, []);
  useEffect(stopUndocked, []);
  return (
    <>
      <SessionGuard userId={viewer.user.id} />
      <OutboxHost userId={viewer.user.id} />
      <Shortcuts singleKeys={viewer.singleKeys} />
    </>
  );
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
