"use client";

import { useEffect, useRef } from "react";
import { FollowVersionSwitch } from "@/components/apps/follow-version-switch";
import { AppFrame } from "@/components/sandbox/app-frame";
import type { AppFrameEvent, AppFrameHandle, AppFrameProps } from "@/components/sandbox/app-frame-types";
import type { AppWindow } from "@/components/shell/windows/app-windows";

/** The props that a page passes to AppWindowPlace, for an app of the store or of this browser. */
export type WindowContent = Pick<
  AppFrameProps,
  | "app"
  | "keep"
  | "dataId"
  | "room"
  | "moment"
  | "runToken"
  | "onCompose"
  | "onShare"
  | "onReport"
  | "onAllow"
  | "takes"
>;

/** A running app in its frame, connected to the lifecycle and the Developer Terminal. */
export function RunningApp({
  instance,
  content,
  address,
  inFront,
  attach,
  stop,
  open,
  countUnseen,
  log,
  measure,
}: AppWindow) {
  const handle = useRef<AppFrameHandle>(null);
  const loadingSince = useRef<number | null>(null);
  useEffect(
    () =>
      attach({
        captureState: async () => (await handle.current?.suspend()) ?? null,
        measureMemory: async () => handle.current?.memoryMb() ?? null,
        restart: () => handle.current?.restart(),
      }),
    [attach],
  );

  const frame = content as WindowContent | undefined;
  if (!frame) return null;
  return (
    <>
      <FollowVersionSwitch appId={instance.appId} />
      <AppFrame
        {...frame}
        ref={handle}
        restored={typeof instance.state === "string" ? instance.state : null}
        address={address}
        covered={!inFront}
        onClose={stop}
        onOpen={open}
        onUnseenNotice={countUnseen}
        onEvent={(event) => {
          const line = lineOf(event);
          if (line) log(line);
          if (event.type !== "status") return;
          if (event.status.status === "loading") loadingSince.current = performance.now();
          if (event.status.status === "running" && loadingSince.current !== null) {
            const value = Math.round(performance.now() - loadingSince.current);
            loadingSince.current = null;
            measure({ name: "start", value, unit: "ms" });
          }
        }}
      />
    </>
  );
}

function lineOf(event: AppFrameEvent): Parameters<AppWindow["log"]>[0] | null {
  if (event.type === "console") {
    return { kind: "console", level: event.level, text: event.text, time: event.time };
  }
  if (event.type === "problem") {
    const { message, source, line } = event.problem;
    return { kind: "console", level: "error", text: `${message} (${source}:${line})` };
  }
  if (event.type === "bridge") {
    const kind = event.name.startsWith("egress") ? "network" : "bridge";
    const arrow = event.direction === "in" ? "←" : "→";
    return { kind, level: "debug", text: `${arrow} ${event.name}`, time: event.time };
  }
  if (event.type === "status") {
    const { status } = event.status;
    if (event.status.status !== "failed") return { kind: "lifecycle", level: "info", text: status };
    return { kind: "lifecycle", level: "error", text: `${status}: ${event.status.message}` };
  }
  return null;
}
