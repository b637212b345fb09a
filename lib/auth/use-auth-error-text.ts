"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { type AuthFlow, type AuthField, authMessageFor } from "./messages";
import { asFailure, useErrorTexts, type ErrorTexts, type Say } from "@/lib/i18n/use-error-text";

export type AuthErrorTexts = ErrorTexts & {
  /** The same in the words of sign-in and sign-up (specification, sections 5 and 8), and the field it marks. */
  authText: (error: unknown, flow: AuthFlow) => { text: string; field?: AuthField };
};

/** Texts for what fails in the forms of accounts. */
export function useAuthErrorTexts(): AuthErrorTexts {
  const t = useTranslations("errors");
  const texts = useErrorTexts();
  return useMemo(() => {
    const say = t as unknown as Say;
    const authText = (error: unknown, flow: AuthFlow): { text: string; field?: AuthField } => {
      const failure = asFailure(error);
      const { key, field } = authMessageFor(failure, flow);
      const known = key !== "auth.unexpected" || !failure.code || !say.has(`codes.${failure.code}`);
      return { text: known ? say(key) : texts.text(error), ...(field && { field }) };
    };
    return { ...texts, authText };
  }, [t, texts]);
}
