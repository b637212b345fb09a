"use client";

import { LocalRunView } from "@/components/apps/local-run-view";
import { RunView } from "@/components/apps/run-view";
import { AppWindowPlace } from "@/components/shell/windows/app-window-place";

/** An app's page with the shell's window in it. */
export function RunScreen({ id }: { id: string }) {
  return <RunView id={id} Place={AppWindowPlace} />;
}

export function LocalRunScreen({ id }: { id: string }) {
  return <LocalRunView id={id} Place={AppWindowPlace} />;
}
