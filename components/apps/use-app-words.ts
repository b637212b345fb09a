"use client";

import { useLocale } from "next-intl";
import { useCallback } from "react";
import type { App } from "@/lib/apps/contract";
import { wordsIn, type AppWords } from "@/lib/apps/texts";

/** Name and description of apps in the person's language, where the package brings them. */
export function useAppWords(): (app: Pick<App, "name" | "description" | "manifest">) => AppWords {
  const locale = useLocale();
  return useCallback((app) => wordsIn(app, locale), [locale]);
}
