"use client";

import { AppWindows, type AppWindow } from "@/components/shell/windows/app-windows";
import { LoadingNotice } from "@/components/sandbox/frame-notices";
import { lazyPart } from "@/components/ui/lazy-part";

const part = lazyPart<AppWindow>(() => import("./running-app").then((module) => module.RunningApp));

/** The frames of all running apps, kept over changes of page. Their code comes with the first app. */
export function RunningApps() {
  return <AppWindows draw={(window) => <Frame {...window} />} />;
}

function Frame(window: AppWindow) {
  const RunningApp = part.use(true);
  return RunningApp ? <RunningApp {...window} /> : <LoadingNotice appName={window.instance.name} />;
}
