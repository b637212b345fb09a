"use client";

import type { ReactNode } from "react";
import { TimelineProvider } from "@/components/timeline/timeline-context";
import type { UserShort } from "@/lib/contracts/user";
import { AppPicker } from "./app-picker";
import { AppRunner, preloadAppOf } from "./app-runner";

/** Gives posts what other features have: the frame that runs an app, and the person's own apps. */
export function TimelineSlots({ me, children }: { me: UserShort; children: ReactNode }) {
  return (
    <TimelineProvider me={me} AppRunner={AppRunner} AppPicker={AppPicker} preloadApp={preloadAppOf}>
      {children}
    </TimelineProvider>
  );
}
