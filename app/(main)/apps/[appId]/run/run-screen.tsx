"use client";

import { RunView, type RunViewProps } from "@/components/apps/run-view";
import { LoadingScreen } from "@/components/shell/loading-screen";
import { AppWindowPlace } from "@/components/shell/windows/app-window-place";
import { lazyPart } from "@/components/ui/lazy-part";

const local = lazyPart<RunViewProps>(() =>
  import("@/components/apps/local-run-view").then((module) => module.LocalRunView),
);

/** An app's page with the shell's window in it. */
export function RunScreen({ id }: { id: string }) {
  return <RunView id={id} Place={AppWindowPlace} />;
}

export function LocalRunScreen({ id }: { id: string }) {
  const LocalRunView = local.use(true);
  return LocalRunView ? <LocalRunView id={id} Place={AppWindowPlace} /> : <LoadingScreen runtime />;
}
