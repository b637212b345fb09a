"use client";

import { useEffect } from "react";
import type { LocalAppsViewProps } from "@/components/apps/local-apps-view";
import { LoadingScreen } from "@/components/shell/loading-screen";
import { AppWindowPlace } from "@/components/shell/windows/app-window-place";
import { lazyPart } from "@/components/ui/lazy-part";

// The server knows nothing of these apps, and what opens their packages is large: it comes after the page's own code.
const view = lazyPart<LocalAppsViewProps>(() =>
  import("@/components/apps/local-apps-view").then((module) => module.LocalAppsView),
);

/** The list with the shell's window; what draws a running app is here before the connection goes. */
export function LocalAppsScreen({ userId }: { userId: string }) {
  useEffect(() => void Promise.all([import("../parts/running-app"), import("../parts/running-frames")]), []);
  const LocalAppsView = view.use(true);
  return LocalAppsView ? <LocalAppsView userId={userId} Place={AppWindowPlace} /> : <LoadingScreen />;
}
