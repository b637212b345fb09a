"use client";

import dynamic from "next/dynamic";
import { RunView } from "@/components/apps/run-view";
import { LoadingScreen } from "@/components/shell/loading-screen";
import { AppWindowPlace } from "@/components/shell/windows/app-window-place";

const LocalRunView = dynamic(
  () => import("@/components/apps/local-run-view").then((module) => module.LocalRunView),
  { ssr: false, loading: () => <LoadingScreen runtime /> },
);

export function RunScreen({ id }: { id: string }) {
  return <RunView id={id} Place={AppWindowPlace} />;
}

export function LocalRunScreen({ id }: { id: string }) {
  return <LocalRunView id={id} Place={AppWindowPlace} />;
}
