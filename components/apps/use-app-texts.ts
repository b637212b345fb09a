"use client";

import { useLocale } from "next-intl";
import { useCallback } from "react";
import type { App } from "@/lib/apps/contract";
import { textsIn, type AppTexts } from "@/lib/apps/texts";

/** Name and description of an app in the user's language, where the package has them. */
export function useAppTexts(): (app: Pick<App, "name" | "description" | "manifest">) => AppTexts {
  const locale = useLocale();
  return useCallback((app) => textsIn(app, locale), [locale]);
}
