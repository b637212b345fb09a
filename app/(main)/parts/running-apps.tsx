"use client";

import { useEffect, useRef } from "react";
import {
  AppFrame,
  type AppFrameEvent,
  type AppFrameHandle,
  type AppFrameProps,
} from "@/components/sandbox/app-frame";
import { AppWindows, type AppWindow } from "@/components/shell/windows/app-windows";
import { useAppLifecycleStore } from "@/lib/client/stores/app-lifecycle-store";
import { useTerminalStore } from "@/lib/client/stores/terminal-store";

/** What a page gives to AppWindowPlace for an app of the store or of this browser. */
export type WindowContent = Pick<AppFrameProps, "app" | "keep" | "egress" | "onCompose" | "onReport">;

/** The frames of all running apps, kept over changes of page. */
export function RunningApps() {
  return <AppWindows draw={(window) => <RunningApp {...window} />} />;
}

function RunningApp({ instance, content, inFront }: AppWindow) {
  const handle = useRef<AppFrameHandle>(null);
  const { id, name, state } = instance;

  useEffect(() => {
    const log = useTerminalStore.getState().log;
    log({ kind: "lifecycle", level: "info", appName: name, text: "running" });
    const detach = useAppLifecycleStore.getState().attachHost(id, {
      captureState: async () => (await handle.current?.suspend()) ?? null,
      measureMemory: async () => handle.current?.memoryMb() ?? null,
    });
    return () => {
      detach();
      log({ kind: "lifecycle", level: "info", appName: name, text: "ended" });
    };
  }, [id, name]);

  const frame = content as WindowContent | undefined;
  if (!frame) return null;
  return (
    <AppFrame
      {...frame}
      ref={handle}
      restored={typeof state === "string" ? state : null}
      covered={!inFront}
      onEvent={(event) => report(name, event)}
    />
  );
}

/** Puts what an app does into the Developer Terminal. */
function report(appName: string, event: AppFrameEvent): void {
  const { log } = useTerminalStore.getState();
  if (event.type === "console") {
    log({ kind: "console", level: event.level, appName, text: event.text, time: event.time });
  } else if (event.type === "problem") {
    const { message, source, line } = event.problem;
    log({ kind: "console", level: "error", appName, text: `${message} (${source}:${line})` });
  } else if (event.type === "bridge") {
    const isNetwork = event.name.startsWith("egress");
    const arrow = event.direction === "in" ? "←" : "→";
    const text = `${arrow} ${event.name}`;
    log({ kind: isNetwork ? "network" : "bridge", level: "debug", appName, text, time: event.time });
  } else if (event.type === "status") {
    const failed = event.status.status === "failed" ? `: ${event.status.message}` : "";
    log({ kind: "lifecycle", level: failed ? "error" : "info", appName, text: event.status.status + failed });
  }
}
