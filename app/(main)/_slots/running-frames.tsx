"use client";

import { AppWindows } from "@/components/shell/windows/app-windows";
import { RunningApp } from "./running-app";

/** The windows of running apps, each with its frame. */
export function RunningFrames() {
  return <AppWindows renderApp={(window) => <RunningApp {...window} />} />;
}
