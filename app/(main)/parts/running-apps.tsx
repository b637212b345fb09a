"use client";

import { useHasWindows } from "@/components/shell/windows/use-has-windows";
import { Late, lazyPart } from "@/components/ui/lazy-part";

const frames = lazyPart<object>(() => import("./running-frames").then((module) => module.RunningFrames));
const NOTHING = {};

/** The frames of all running apps, kept over changes of page. Their code comes with the first app. */
export function RunningApps() {
  return <Late part={frames} wanted={useHasWindows()} props={NOTHING} />;
}
