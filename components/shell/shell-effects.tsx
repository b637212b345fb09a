"use client";

import { usePathname, useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useLayoutEffect } from "react";
import { lazyPart, soon } from "@/components/ui/lazy-part";
import { useAppLifecycleStore } from "@/lib/client/stores/app-lifecycle-store";
import { useDockStore } from "@/lib/client/stores/dock-store";
import { PRELOAD_DELAY_MS } from "@/lib/config/limits";
import { findInstance } from "@/lib/domain/app-lifecycle";
import { activeSystemApp, SYSTEM_APPS } from "@/lib/domain/dock";
import type { ShellViewer } from "@/lib/contracts/shell";

const watch = lazyPart<object>(() => import("./shell-watch").then((module) => module.ShellWatch));

/** Everything of the shell that is not seen: what it keeps, watches and fetches. */
export function ShellEffects({ viewer }: { viewer: ShellViewer }) {
  useDockOf(viewer);
  useSystemApps();
  useNeighbours();
  const Watch = watch.use(true);
  return Watch && <Watch />;
}

/** The browser's own dock, brought in line with the person's apps. */
function useDockOf({ user, shelf, asOf, unreadNotifications }: ShellViewer): void {
  const { hydrate, setBadge } = useDockStore.getState();
  useLayoutEffect(() => {
    hydrate(user.id, shelf, asOf);
    useAppLifecycleStore.getState().setUser(user.id);
  }, [hydrate, user.id, shelf, asOf]);
  useLayoutEffect(() => setBadge("notifications", unreadNotifications), [setBadge, unreadNotifications]);
}

/** Timeline, apps and settings are applications too: running once visited, active while they are in front. */
function useSystemApps(): void {
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
      // Left just now: that is when it was last active.
      if (findInstance(store.getState().instances, active)) touch();
    };
  }, [active, t]);
}

/** Fetches the other system screens shortly after arrival, so that the dock answers at once. */
function useNeighbours(): void {
  const router = useRouter();
  const pathname = usePathname();
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const id of SYSTEM_APPS) if (`/${id}` !== pathname) soon(() => router.prefetch(`/${id}`));
    }, PRELOAD_DELAY_MS);
    return () => clearTimeout(timer);
  }, [router, pathname]);
}
