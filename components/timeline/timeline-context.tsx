"use client";

import { useFormatter, useTranslations } from "next-intl";
import { createContext, useContext, type ComponentType, type ReactNode } from "react";
import { toast } from "@/components/ui/toast";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import type { Post } from "@/lib/posts/contract";
import type { AppShort } from "@/lib/apps/contract";
import type { UserShort } from "@/lib/people/user-contract";

/** Runs an app in the place of its card. */
export type AppRunnerProps = {
  app: AppShort;
  post: Pick<Post, "id" | "sharesApp" | "moment">;
  onClose: () => void;
};

/** Lets the person choose one of their apps. */
export type AppPickerProps = { onPick: (app: AppShort) => void };

/** What the timeline needs of other features. Pages pass it in. */
export type TimelineSlots = {
  /** The viewer, and how many posts their thread may have for its limit. */
  me: UserShort & { threadMax: number };
  AppRunner: ComponentType<AppRunnerProps>;
  AppPicker: ComponentType<AppPickerProps>;
  /** Called when somebody seems about to run the app. */
  preloadApp: (app: AppShort) => void;
};

/** One translator for a whole list: a hook in each part of each post would create hundreds. */
export type Timeline = TimelineSlots & {
  t: ReturnType<typeof useTranslations<"timeline">>;
  reactions: ReturnType<typeof useTranslations<"reactions">>;
  format: ReturnType<typeof useFormatter>;
  /** Shows a failed call as a toast. */
  failed: (error: unknown) => void;
};

const TimelineContext = createContext<Timeline | null>(null);

export function TimelineProvider({ children, ...slots }: TimelineSlots & { children: ReactNode }) {
  const t = useTranslations("timeline");
  const reactions = useTranslations("reactions");
  const format = useFormatter();
  const errors = useErrorTexts();
  const failed = (error: unknown) => void toast(errors.text(error), { tone: "danger" });
  return <TimelineContext value={{ ...slots, t, reactions, format, failed }}>{children}</TimelineContext>;
}

export function useTimeline(): Timeline {
  const timeline = useContext(TimelineContext);
  if (!timeline) throw new Error("TimelineProvider is missing.");
  return timeline;
}
