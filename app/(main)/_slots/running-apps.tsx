"use client";

import dynamic from "next/dynamic";
import { useHasWindows } from "@/components/shell/windows/window-store";

const RunningFrames = dynamic(() => import("./running-frames").then((module) => module.RunningFrames), {
  ssr: false,
});

/** The frames of all running apps, kept over changes of page. Their code comes with the first app. */
export function RunningApps() {
  return useHasWindows() && <RunningFrames />;
}
