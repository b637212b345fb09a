"use client";

import { useEffect } from "react";
import { LocalAppsView } from "@/components/apps/local-apps-view";
import { AppWindowPlace } from "@/components/shell/windows/app-window-place";

/** The list with the shell's window; what draws a running app is here before the connection goes. */
export function LocalAppsScreen({ userId }: { userId: string }) {
  useEffect(() => void import("../parts/running-app"), []);
  return <LocalAppsView userId={userId} Place={AppWindowPlace} />;
}
