"use client";

import { useCallback, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { useAppLifecycleStore, type AppHost } from "@/lib/lifecycle/store";
import { useMetricsStore } from "@/lib/lifecycle/metrics-store";
import { useTerminalStore, type TerminalLine } from "@/lib/shell/terminal-store";
import type { AppInstance } from "@/lib/lifecycle/rules";
import { cn } from "@/components/ui/cn";
import { useWindowStore } from "./window-store";

export interface AppWindow {
  instance: AppInstance;
  /** What the app's page gave when it started. */
  content: unknown;
  /** True while a page shows it; otherwise it runs out of sight. */
  inFront: boolean;
  /** Tells the lifecycle how to reach the app. Answers how to take it back. */
  attach: (host: AppHost) => () => void;
  /** Into the Developer Terminal. */
  log: (line: Pick<TerminalLine, "kind" | "level" | "text"> & { time?: number }) => void;
  /** Into the metrics, under the app's name. */
  measure: (metric: { name: string; value: number; unit: string }) => void;
}

export interface AppWindowsProps {
  /** Draws the running app itself: the shell knows no frames. */
  draw: (window: AppWindow) => ReactNode;
}

/**
 * The windows of running apps. A frame that is moved in the document starts anew, so the frames stay here, and each lies
 * over the place that the page in front keeps for it. Suspended apps have no frame.
 */
export function AppWindows({ draw }: AppWindowsProps) {
  const instances = useAppLifecycleStore((store) => store.instances);
  return instances
    .filter((instance) => instance.type === "user" && instance.status === "running")
    .map((instance) => <Window key={instance.id} instance={instance} draw={draw} />);
}

function Window({ instance, draw }: { instance: AppInstance; draw: AppWindowsProps["draw"] }) {
  const ref = useRef<HTMLElement>(null);
  const place = useWindowStore((store) => store.places[instance.appId]);
  // A running app keeps what it started with: a new version is for the next start.
  const [content] = useState(() => useWindowStore.getState().contents[instance.appId]);
  const inFront = place !== undefined;
  const { id, name: appName } = instance;
  const attach = useCallback((host: AppHost) => useAppLifecycleStore.getState().attachHost(id, host), [id]);
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

  // Out of sight it must not keep the focus: keys would go to an app that nobody sees.
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
      {draw({ instance, content, inFront, attach, log, measure })}
    </section>
  );
}
