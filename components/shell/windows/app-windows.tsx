"use client";

import { useRouter } from "next/navigation";
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { useDockStore } from "@/lib/dock/store";
import { useAppLifecycleStore, type AppHost } from "@/lib/lifecycle/store";
import { useMetricsStore } from "@/lib/lifecycle/metrics-store";
import { useTerminalStore, type TerminalLine } from "@/lib/shell/terminal-store";
import type { AppInstance } from "@/lib/lifecycle/rules";
import type { AppAddress } from "@/lib/shared/run-address";
import { runHref, runKeyOf } from "@/lib/shared/run-key";
import { cn } from "@/components/ui/cn";
import { setAddress, useAddressStore } from "./address-store";
import { useWindowStore } from "./window-store";

export interface AppWindow {
  instance: AppInstance;
  /** What the page passed to AppWindowPlace. */
  content: unknown;
  /** The address to open in the app; a new object navigates a running app. */
  address: AppAddress | null;
  /** False while the app runs in the background. */
  inFront: boolean;
  /** Registers the app with the lifecycle store. Returns the cleanup. */
  attach: (host: AppHost) => () => void;
  stop: () => void;
  /** Brings it to the front, with a fragment in the address. */
  open: (fragment: string) => void;
  /** Counts a notice on its icon in the dock, until it is in front. */
  countUnseen: () => void;
  /** Logs to the Developer Terminal. */
  log: (line: Pick<TerminalLine, "kind" | "level" | "text"> & { time?: number }) => void;
  /** Records a metric under the name of the app. */
  measure: (metric: { name: string; value: number; unit: string }) => void;
}

interface AppWindowsProps {
  /** Renders the app inside its window; the shell does not depend on the sandbox. */
  renderApp: (window: AppWindow) => ReactNode;
}

/**
 * The windows of running apps. Moving an iframe in the DOM reloads it, so each window stays here and is positioned over its
 * AppWindowPlace. Suspended apps have no window.
 */
export function AppWindows({ renderApp }: AppWindowsProps) {
  const instances = useAppLifecycleStore((store) => store.instances);
  return instances
    .filter((instance) => instance.type === "user" && instance.status === "running")
    .map((instance) => <Window key={instance.id} instance={instance} renderApp={renderApp} />);
}

function Window({ instance, renderApp }: AppWindowsProps & { instance: AppInstance }) {
  const ref = useRef<HTMLElement>(null);
  const place = useWindowStore((store) => store.places[runKeyOf(instance)]);
  // A running app keeps its content: a new version applies to the next start.
  const [content] = useState(() => useWindowStore.getState().contents[runKeyOf(instance)]);
  const address = useAddressStore((store) => store[runKeyOf(instance)]) ?? null;
  const inFront = place !== undefined;
  const { id, name: appName } = instance;
  const attach = useCallback((host: AppHost) => useAppLifecycleStore.getState().attachHost(id, host), [id]);
  const stop = useCallback(() => void useAppLifecycleStore.getState().stop(id), [id]);
  const key = runKeyOf(instance);
  const router = useRouter();
  const open = useCallback((fragment: string) => router.push(runHref(key) + fragment), [router, key]);
  // An app that is resumed later continues at its own address.
  useEffect(() => () => setAddress(key, null), [key]);
  const countUnseen = useCallback(() => {
    const { badges, setBadge } = useDockStore.getState();
    setBadge(key, (badges[key] ?? 0) + 1);
  }, [key]);
  useEffect(() => {
    if (inFront) useDockStore.getState().setBadge(key, 0);
  }, [inFront, key]);
  const log = useCallback<AppWindow["log"]>(
    (line) => useTerminalStore.getState().log({ ...line, appName }),
    [appName],
  );
  const measure = useCallback<AppWindow["measure"]>(
    ({ name, ...metric }) => useMetricsStore.getState().record({ name: `${appName} ${name}`, ...metric }),
    [appName],
  );

  useLayoutEffect(() => {
    if (!place) return;
    const follow = () => {
      const { left, top, width, height } = place.getBoundingClientRect();
      Object.assign(ref.current?.style ?? {}, {
        left: `${left}px`,
        top: `${top}px`,
        width: `${width}px`,
        height: `${height}px`,
      });
    };
    follow();
    const observer = new ResizeObserver(follow);
    observer.observe(place);
    observer.observe(document.documentElement);
    addEventListener("scroll", follow, { passive: true, capture: true });
    return () => {
      observer.disconnect();
      removeEventListener("scroll", follow, { capture: true });
    };
  }, [place]);

  // A background app must not keep the focus: keys would go to an invisible app.
  useEffect(() => {
    if (inFront || !ref.current?.contains(document.activeElement)) return;
    document.getElementById("content")?.focus();
  }, [inFront]);

  return (
    <section
      ref={ref}
      aria-label={instance.name}
      className={cn("app-window fixed z-10 overflow-hidden bg-surface", !inFront && "invisible")}
      data-front={inFront}
      inert={!inFront}
    >
      {renderApp({ instance, content, address, inFront, attach, stop, open, countUnseen, log, measure })}
    </section>
  );
}
