"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Spinner } from "@/components/ui/spinner";
import { useAppLifecycleStore } from "@/lib/lifecycle/store";
import { findInstance } from "@/lib/lifecycle/rules";
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
  const t = useTranslations("shell.windows");
  const ref = useRef<HTMLDivElement>(null);
  const latest = useRef({ app, content });
  const status = useAppLifecycleStore((store) => findInstance(store.instances, app.id)?.status);
  const [launched, setLaunched] = useState(false);
  const bring = useRef(() => {});
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
    bring.current = () =>
      void lifecycle
        .getState()
        .launch({ appId: id, name, icon, component: "sandbox", type: "user" })
        .then((instance) => {
          if (!alive) return;
          lifecycle.getState().setForeground(instance.id);
          setLaunched(true);
        });
    bring.current();
    return () => {
      alive = false;
      setPlace(id, null);
      lifecycle.getState().setForeground(null);
    };
  }, [app.id]);

  const isSuspended = status === "suspended";
  const isAway = isSuspended || (launched && status === undefined);
  return (
    <div ref={ref} className={cn("grid size-full place-items-center", className)}>
      {isAway ? (
        // Suspended or stopped from elsewhere while its page is in front.
        <div role="status" className="flex flex-col items-center gap-3 p-4 text-center text-sm">
          <p className="text-pretty">{t(isSuspended ? "suspended" : "stopped", { name: app.name })}</p>
          <Button variant="primary" onClick={() => bring.current()}>
            {t(isSuspended ? "resume" : "start")}
          </Button>
        </div>
      ) : (
        // Seen until the window lies over it.
        <Spinner className="text-subtle" />
      )}
    </div>
  );
}
