"use client";

import type { ReactNode } from "react";
import {
  TimelineProvider,
  type AppPickerProps,
  type AppRunnerProps,
} from "@/components/timeline/timeline-context";
import { lazyPart } from "@/components/ui/lazy-part";
import { Spinner } from "@/components/ui/spinner";
import type { AppShort } from "@/lib/contracts/app";
import type { UserShort } from "@/lib/contracts/user";

const picker = lazyPart<AppPickerProps>(() => import("./app-picker").then((module) => module.AppPicker));
const runner = lazyPart<AppRunnerProps>(() => import("./app-runner").then((module) => module.AppRunner));

function AppPicker(props: AppPickerProps) {
  const Part = picker.use(true);
  return Part ? <Part {...props} /> : <Waiting />;
}

function AppRunner(props: AppRunnerProps) {
  const Part = runner.use(true);
  return Part ? <Part {...props} /> : <Waiting />;
}

function Waiting() {
  return (
    <div className="grid min-h-32 place-items-center">
      <Spinner className="text-muted" />
    </div>
  );
}

function preloadApp(app: AppShort): void {
  runner.preload();
  void import("./app-runner").then(
    ({ preloadAppOf }) => preloadAppOf(app),
    () => undefined,
  );
}

/** Gives posts what other features have: the frame that runs an app, and the person's own apps. */
export function TimelineSlots({ me, children }: { me: UserShort; children: ReactNode }) {
  return (
    <TimelineProvider me={me} AppRunner={AppRunner} AppPicker={AppPicker} preloadApp={preloadApp}>
      {children}
    </TimelineProvider>
  );
}
