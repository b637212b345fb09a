"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Spinner } from "@/components/ui/spinner";
import { useAppLifecycleStore } from "@/lib/lifecycle/store";
import { findInstance } from "@/lib/lifecycle/rules";
import { runKeyOf } from "@/lib/shared/run-key";
import { useRunAddress } from "./use-run-address";
import { useWindowStore } from "./window-store";

interface AppWindowPlaceProps {
  app: { id: string; name: string; icon: string | null };
  /** The room that the app runs in; null for the app alone. */
  roomId?: string | null;
  /** The post whose moment it starts from. */
  momentOf?: string | null;
  /** Passed to the window when the app starts; a running app keeps its initial value. */
  content: unknown;
  /** The window has the size and position of this element. */
  className?: string;
}

/**
 * Reserves the place of an app window in a page. Mounting it starts or resumes the app; after unmounting, the app keeps
 * running in the background (see AppWindows).
 */
export function AppWindowPlace({
  app,
  roomId = null,
  momentOf = null,
  content,
  className,
}: AppWindowPlaceProps) {
  const t = useTranslations("shell.windows");
  const ref = useRef<HTMLDivElement>(null);
  const key = runKeyOf({ appId: app.id, roomId, momentOf });
  const latest = useRef({ app, content });
  const status = useAppLifecycleStore((store) => findInstance(store.instances, key)?.status);
  const [launched, setLaunched] = useState(false);
  const start = useRef(() => {});
  useEffect(() => {
    latest.current = { app, content };
  });
  useRunAddress(key);

  useEffect(() => {
    const { setPlace, setContent } = useWindowStore.getState();
    const lifecycle = useAppLifecycleStore;
    const { id, name, icon } = latest.current.app;
    let mounted = true;
    setContent(key, latest.current.content);
    setPlace(key, ref.current);
    start.current = () =>
      void lifecycle
        .getState()
        .launch({
          appId: id,
          ...(roomId && { roomId }),
          ...(momentOf && { momentOf }),
          name,
          icon,
          component: "sandbox",
          type: "user",
        })
        .then((instance) => {
          if (!mounted) return;
          lifecycle.getState().setForeground(instance.id);
          setLaunched(true);
        });
    start.current();
    return () => {
      mounted = false;
      setPlace(key, null);
      lifecycle.getState().setForeground(null);
    };
  }, [key, roomId, momentOf]);

  const isSuspended = status === "suspended";
  const isStopped = isSuspended || (launched && status === undefined);
  return (
    <div ref={ref} className={cn("grid size-full place-items-center", className)}>
      {isStopped ? (
        // Suspended or stopped from elsewhere, such as the dock.
        <div role="status" className="flex flex-col items-center gap-3 p-4 text-center text-sm">
          <p className="text-pretty">{t(isSuspended ? "suspended" : "stopped", { name: app.name })}</p>
          <Button variant="primary" onClick={() => start.current()}>
            {t(isSuspended ? "resume" : "start")}
          </Button>
        </div>
      ) : (
        // A window has a spinner of its own.
        status !== "running" && <Spinner className="text-subtle" />
      )}
    </div>
  );
}
