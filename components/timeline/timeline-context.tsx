"use client";

import { createContext, useContext, type ComponentType, type ReactNode } from "react";
import type { AppShort } from "@/lib/contracts/app";
import type { UserShort } from "@/lib/contracts/user";

/** Runs an app where its card stands. */
export type AppRunnerProps = {
  app: AppShort;
  onClose: () => void;
  /** The app asks for a post; resolves to whether the person posted. */
  onCompose: (draft: { text: string; image: Blob | null }) => Promise<boolean>;
  onReport: () => void;
};

/** Chooses one of the person's apps. */
export type AppPickerProps = { onPick: (app: AppShort) => void };

export type TimelineSlots = {
  /** Who looks at it. */
  me: UserShort;
  /** Belong to other features: whoever composes the page passes them in. */
  AppRunner: ComponentType<AppRunnerProps>;
  AppPicker: ComponentType<AppPickerProps>;
  /** Called on the first sign that this app may be run. */
  preloadApp: (app: AppShort) => void;
};

const Context = createContext<TimelineSlots | null>(null);

/** What cards and composer need of the rest of the product. Around everything of this folder. */
export function TimelineProvider({ children, ...slots }: TimelineSlots & { children: ReactNode }) {
  return <Context.Provider value={slots}>{children}</Context.Provider>;
}

export function useTimelineSlots(): TimelineSlots {
  const slots = useContext(Context);
  if (!slots) throw new Error("TimelineProvider is missing.");
  return slots;
}
