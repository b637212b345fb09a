"use client";

import { createContext, useContext, type ComponentType, type ReactNode } from "react";
import type { AppShort } from "@/lib/apps/contract";
import type { UserShort } from "@/lib/people/user-contract";

/** Runs an app in the place of its card. */
export type AppRunnerProps = {
  app: AppShort;
  onClose: () => void;
  /** The app asks for a post; resolves to whether the person posted. */
  onCompose: (draft: { text: string; image: Blob | null }) => Promise<boolean>;
  onReport: () => void;
};

/** Lets the person choose one of their apps. */
export type AppPickerProps = { onPick: (app: AppShort) => void };

/** What the timeline needs of other features. Pages pass it in. */
export type TimelineSlots = {
  /** The viewer. */
  me: UserShort;
  AppRunner: ComponentType<AppRunnerProps>;
  AppPicker: ComponentType<AppPickerProps>;
  /** Called when somebody seems about to run the app. */
  preloadApp: (app: AppShort) => void;
};

const Slots = createContext<TimelineSlots | null>(null);

export function TimelineProvider({ children, ...slots }: TimelineSlots & { children: ReactNode }) {
  return <Slots value={slots}>{children}</Slots>;
}

export function useTimelineSlots(): TimelineSlots {
  const slots = useContext(Slots);
  if (!slots) throw new Error("TimelineProvider is missing.");
  return slots;
}
