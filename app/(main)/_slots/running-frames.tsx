"use client";

import { AppWindows } from "@/components/shell/windows/app-windows";
import { RunningApp } from "./running-app";

export function RunningFrames() {
  return <AppWindows renderApp={(window) => <RunningApp {...window} />} />;
}
