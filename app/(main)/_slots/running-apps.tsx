"use client";

import dynamic from "next/dynamic";
import { useHasWindows } from "@/components/shell/windows/window-store";

const RunningFrames = dynamic(() => import("./running-frames").then((module) => module.RunningFrames), {
  ssr: false,
});

/** The frames of all running apps, which survive navigation. Their code loads with the first app. */
export function RunningApps() {
  return useHasWindows() && <RunningFrames />;
}
