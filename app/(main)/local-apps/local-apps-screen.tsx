"use client";

import dynamic from "next/dynamic";
import { useEffect } from "react";
import { LoadingScreen } from "@/components/shell/loading-screen";
import { AppWindowPlace } from "@/components/shell/windows/app-window-place";

// The server knows nothing of these apps, and what opens their packages is large: it comes after the page's own code.
const LocalAppsView = dynamic(
  () => import("@/components/apps/local-apps-view").then((module) => module.LocalAppsView),
  { ssr: false, loading: () => <LoadingScreen /> },
);

/** The list with the shell's window; what draws a running app is here before the connection goes. */
export function LocalAppsScreen({ userId }: { userId: string }) {
  useEffect(() => void import("../_slots/running-frames").catch(() => undefined), []);
  return <LocalAppsView userId={userId} Place={AppWindowPlace} />;
}
