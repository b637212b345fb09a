"use client";

import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { TimelineProvider, type TimelineSlots as Slots } from "@/components/timeline/timeline-context";
import { Spinner } from "@/components/ui/spinner";
import type { AppShort } from "@/lib/apps/contract";

const AppPicker = dynamic(() => import("./app-picker").then((module) => module.AppPicker), {
  ssr: false,
  loading: Waiting,
});
const AppRunner = dynamic(() => import("./app-runner").then((module) => module.AppRunner), {
  ssr: false,
  loading: Waiting,
});

function Waiting() {
  return (
    <div className="grid min-h-32 place-items-center">
      <Spinner className="text-muted" />
    </div>
  );
}

function preloadApp(app: AppShort): void {
  void import("./app-runner").then(
    ({ preloadAppOf }) => preloadAppOf(app),
    () => undefined,
  );
}

/** Provides the timeline with components of other features: the app runner and the app picker. */
export function TimelineSlots({ me, children }: { me: Slots["me"]; children: ReactNode }) {
  return (
    <TimelineProvider me={me} AppRunner={AppRunner} AppPicker={AppPicker} preloadApp={preloadApp}>
      {children}
    </TimelineProvider>
  );
}
