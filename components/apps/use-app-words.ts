"use client";

import { useLocale } from "next-intl";
import { useCallback } from "react";
import type { App } from "@/lib/contracts/app";
import { wordsIn, type AppWords } from "@/lib/domain/app-words";

/** Name and description of apps in the person's language, where the package brings them. */
export function useAppWords(): (app: Pick<App, "name" | "description" | "manifest">) => AppWords {
  const locale = useLocale();
  return useCallback((app) => wordsIn(app, locale), [locale]);
}
