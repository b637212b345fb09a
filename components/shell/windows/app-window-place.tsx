"use client";

import { useEffect, useRef } from "react";
import { cn } from "@/components/ui/cn";
import { Spinner } from "@/components/ui/spinner";
import { useAppLifecycleStore } from "@/lib/client/stores/app-lifecycle-store";
import { useWindowStore } from "./window-store";

export interface AppWindowPlaceProps {
  app: { id: string; name: string; icon: string | null };
  /** What the window's drawer needs to run the app. Read at the start of the app; a running one keeps what it has. */
  content: unknown;
  /** Decides the size: the window lies exactly over this element. */
  className?: string;
}

/**
 * Where an app is to be seen. Showing it starts the app, or brings it back as it was left; when the page goes the app
 * runs on, out of sight (see AppWindows).
 */
export function AppWindowPlace({ app, content, className }: AppWindowPlaceProps) {
  const ref = useRef<HTMLDivElement>(null);
  const latest = useRef({ app, content });
  useEffect(() => {
    latest.current = { app, content };
  });

  useEffect(() => {
    const { setPlace, setContent } = useWindowStore.getState();
    const lifecycle = useAppLifecycleStore;
    const { id, name, icon } = latest.current.app;
    let alive = true;
    setContent(id, latest.current.content);
    setPlace(id, ref.current);
    void lifecycle
      .getState()
      .launch({ appId: id, name, icon, component: "sandbox", type: "user" })
      .then((instance) => {
        if (alive) lifecycle.getState().setForeground(instance.id);
      });
    return () => {
      alive = false;
      setPlace(id, null);
      lifecycle.getState().setForeground(null);
    };
  }, [app.id]);

  // Seen until the window lies over it.
  return (
    <div ref={ref} className={cn("grid size-full place-items-center", className)}>
      <Spinner className="text-subtle" />
    </div>
  );
}
