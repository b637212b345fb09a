"use client";

import dynamic from "next/dynamic";
import { useEffect } from "react";
import { LoadingScreen } from "@/components/shell/loading-screen";
import { AppWindowPlace } from "@/components/shell/windows/app-window-place";

// These apps exist only in the browser, and the package reader is large, so it loads separately.
const LocalAppsView = dynamic(
  () => import("@/components/apps/local-apps-view").then((module) => module.LocalAppsView),
  { ssr: false, loading: () => <LoadingScreen /> },
);

/** The list of local apps. Loads the code of app windows too, so that apps can start offline. */
export function LocalAppsScreen({ userId }: { userId: string }) {
  useEffect(() => void import("../_slots/running-frames").catch(() => undefined), []);
  return <LocalAppsView userId={userId} Place={AppWindowPlace} />;
}
