"use client";

import { useLocale, useTranslations } from "next-intl";
import { useMemo } from "react";
import { type AuthFlow, type AuthField, authMessageFor } from "@/lib/domain/auth-messages";
import { ERROR_MESSAGE, type ErrorCode, type FieldProblem } from "@/lib/domain/errors";

/** A failed call as the API's client throws it; anything else counts as unknown. */
type Failure = { code?: string; message?: string; fields?: FieldProblem[]; retryAfter?: number };

function asFailure(error: unknown): Failure {
  return typeof error === "object" && error !== null ? (error as Failure) : {};
}

export type ErrorTexts = {
  /** What to say about a failed call, by its code, in the person's language. */
  text: (error: unknown) => string;
  /** The same in the words of sign-in and sign-up (specification, sections 5 and 8), and the field it marks. */
  authText: (error: unknown, flow: AuthFlow) => { text: string; field?: AuthField };
  /** What to say about each field that the server named, by its path. */
  fieldTexts: (error: unknown) => Record<string, string>;
};

/** Texts for errors, from the `errors` namespace. */
export function useErrorTexts(): ErrorTexts {
  const t = useTranslations("errors");
  const locale = useLocale();
  return useMemo(() => {
    // Keys are made from codes; `has` says which exist.
    const say = t as unknown as ((key: string, values?: Record<string, number>) => string) & {
      has: (key: string) => boolean;
    };
    const text = (error: unknown): string => {
      const { code, message } = asFailure(error);
      if (code === "network_failure") return say("auth.network_failure");
      if (code === undefined || !say.has(`codes.${code}`)) return message || say("auth.unexpected");
      // The server may know more than the code says; its words are English. Of its own faults it knows nothing to tell.
      const specific =
        code !== "internal" && message !== undefined && message !== ERROR_MESSAGE[code as ErrorCode];
      return specific && locale === "en" ? message : say(`codes.${code}`);
    };
    const fieldTexts = (error: unknown): Record<string, string> => {
      const texts: Record<string, string> = {};
      for (const { path, code, message } of asFailure(error).fields ?? []) {
        const key = path === "email" && code === "invalid_format" ? "email_invalid" : code;
        texts[path] ??= say.has(`fields.${key}`) ? say(`fields.${key}`) : message;
      }
      return texts;
    };
    const authText = (error: unknown, flow: AuthFlow): { text: string; field?: AuthField } => {
      const failure = asFailure(error);
      const { key, field } = authMessageFor(failure, flow);
      const known = key !== "auth.unexpected" || !failure.code || !say.has(`codes.${failure.code}`);
      return { text: known ? say(key) : text(error), ...(field && { field }) };
    };
    return { text, authText, fieldTexts };
  }, [t, locale]);
}
