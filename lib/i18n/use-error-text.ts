"use client";

import { useLocale, useTranslations } from "next-intl";
import { useMemo } from "react";
import { isChunkError } from "@/lib/shared/chunk-error";
import type { FieldProblem } from "@/lib/shared/errors";

/** A failed call as the API client throws it; every other error counts as unknown. */
export type Failure = { code?: string; message?: string; fields?: FieldProblem[]; retryAfter?: number };

export function asFailure(error: unknown): Failure {
  return typeof error === "object" && error !== null ? (error as Failure) : {};
}

/** The translator for keys built from error codes, which next-intl cannot type. */
export type TranslateCode = ((key: string, values?: Record<string, number>) => string) & {
  has: (key: string) => boolean;
};

export type ErrorTexts = {
  /** The localized message of a failed call. */
  text: (error: unknown) => string;
  /** The localized message of each field that the server named, by path. */
  fieldTexts: (error: unknown) => Record<string, string>;
};

export function useErrorTexts(): ErrorTexts {
  const t = useTranslations("errors");
  const common = useTranslations("common");
  const locale = useLocale();
  return useMemo(() => {
    const translate = t as unknown as TranslateCode;
    const text = (error: unknown): string => {
      const { code, message } = asFailure(error);
      if (isChunkError(error)) return common(navigator.onLine ? "partFailed" : "partOffline");
      if (code === "network_failure") return translate("auth.network_failure");
      if (code === undefined || !translate.has(`codes.${code}`))
        return message || translate("auth.unexpected");
      // The server's English message may be more specific than the code's, except for internal errors.
      return code !== "internal" && message && locale === "en" ? message : translate(`codes.${code}`);
    };
    const fieldTexts = (error: unknown): Record<string, string> => {
      const texts: Record<string, string> = {};
      for (const { path, code, message } of asFailure(error).fields ?? []) {
        const key = path === "email" && code === "invalid_format" ? "email_invalid" : code;
        texts[path] ??= translate.has(`fields.${key}`) ? translate(`fields.${key}`) : message;
      }
      return texts;
    };
    return { text, fieldTexts };
  }, [t, common, locale]);
}
