"use client";

import { LoadingNotice } from "@/components/sandbox/frame-notices";
import { AppWindows, type AppWindow } from "@/components/shell/windows/app-windows";
import { lazyPart } from "@/components/ui/lazy-part";

const part = lazyPart<AppWindow>(() => import("./running-app").then((module) => module.RunningApp));
part.preload();

/** The windows of running apps, each with its frame. */
export function RunningFrames() {
  return <AppWindows draw={(window) => <Frame {...window} />} />;
}

function Frame(window: AppWindow) {
  const RunningApp = part.use(true);
  return RunningApp ? <RunningApp {...window} /> : <LoadingNotice appName={window.instance.name} />;
}
