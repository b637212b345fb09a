"use client";

import { useFormatter, useTranslations } from "next-intl";
import { createContext, useContext, useMemo, type ComponentType, type ReactNode } from "react";
import type { AppShort } from "@/lib/apps/contract";
import type { UserShort } from "@/lib/people/user-contract";
import { useErrorTexts, type ErrorTexts } from "@/lib/i18n/use-error-text";

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

export type TimelineTexts = {
  t: ReturnType<typeof useTranslations<"timeline">>;
  format: ReturnType<typeof useFormatter>;
  errors: ErrorTexts;
  /** How many, as a sentence. */
  counted: (text: "likeCount" | "commentCount", count: number) => string;
};

const Slots = createContext<TimelineSlots | null>(null);
const Texts = createContext<TimelineTexts | null>(null);

/** What cards and composer need of the rest of the product. Around everything of this folder. */
export function TimelineProvider({ children, me, AppRunner, AppPicker, preloadApp }: TimelineProviderProps) {
  const t = useTranslations("timeline");
  const format = useFormatter();
  const errors = useErrorTexts();
  const texts = useMemo(() => {
    // A sentence with a plural takes longer to form than to find, and the posts of a page have the same few numbers.
    const known = new Map<string, string>();
    const counted: TimelineTexts["counted"] = (text, count) => {
      const key = `${text} ${count}`;
      let sentence = known.get(key);
      if (sentence === undefined) {
        // Small numbers are what they are: the first use of a number format takes a slow browser a tenth of a second.
        const shown = count < 1_000 ? String(count) : format.number(count);
        known.set(key, (sentence = t(text, { count, shown })));
      }
      return sentence;
    };
    return { t, format, errors, counted };
  }, [t, format, errors]);
  const slots = useMemo(
    () => ({ me, AppRunner, AppPicker, preloadApp }),
    [me, AppRunner, AppPicker, preloadApp],
  );
  return (
    <Slots value={slots}>
      <Texts value={texts}>{children}</Texts>
    </Slots>
  );
}

export type TimelineProviderProps = TimelineSlots & { children: ReactNode };

export function useTimelineSlots(): TimelineSlots {
  const slots = useContext(Slots);
  if (!slots) throw new Error("TimelineProvider is missing.");
  return slots;
}

/** Texts for what stands on the page many times: asked for once, not by each part of each post. */
export function useTimelineTexts(): TimelineTexts {
  const texts = useContext(Texts);
  if (!texts) throw new Error("TimelineProvider is missing.");
  return texts;
}
