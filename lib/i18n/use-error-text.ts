"use client";

import { useLocale, useTranslations } from "next-intl";
import { useMemo } from "react";
import type { FieldProblem } from "@/lib/shared/errors";

/** A failed call as the API's client throws it; anything else counts as unknown. */
export type Failure = { code?: string; message?: string; fields?: FieldProblem[]; retryAfter?: number };

export function asFailure(error: unknown): Failure {
  return typeof error === "object" && error !== null ? (error as Failure) : {};
}

/** Texts by keys that are made from codes; `has` says which exist. */
export type Say = ((key: string, values?: Record<string, number>) => string) & {
  has: (key: string) => boolean;
};

export type ErrorTexts = {
  /** What to say about a failed call, by its code, in the person's language. */
  text: (error: unknown) => string;
  /** What to say about each field that the server named, by its path. */
  fieldTexts: (error: unknown) => Record<string, string>;
};

/** Texts for errors, from the `errors` namespace. */
export function useErrorTexts(): ErrorTexts {
  const t = useTranslations("errors");
  const locale = useLocale();
  return useMemo(() => {
    const say = t as unknown as Say;
    const text = (error: unknown): string => {
      const { code, message } = asFailure(error);
      if (code === "network_failure") return say("auth.network_failure");
      if (code === undefined || !say.has(`codes.${code}`)) return message || say("auth.unexpected");
      // The server may know more than the code says; its words are English. Of its own faults it knows nothing to tell.
      return code !== "internal" && message && locale === "en" ? message : say(`codes.${code}`);
    };
    const fieldTexts = (error: unknown): Record<string, string> => {
      const texts: Record<string, string> = {};
      for (const { path, code, message } of asFailure(error).fields ?? []) {
        const key = path === "email" && code === "invalid_format" ? "email_invalid" : code;
        texts[path] ??= say.has(`fields.${key}`) ? say(`fields.${key}`) : message;
      }
      return texts;
    };
    return { text, fieldTexts };
  }, [t, locale]);
}
