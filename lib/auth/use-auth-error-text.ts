"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { type AuthFlow, type AuthField, authMessageFor } from "./messages";
import { asFailure, useErrorTexts, type ErrorTexts, type TranslateCode } from "@/lib/i18n/use-error-text";

type AuthErrorTexts = ErrorTexts & {
  /** The message in the wording of sign-in and sign-up (specification, sections 5 and 8), and the field it marks. */
  authText: (error: unknown, flow: AuthFlow) => { text: string; field?: AuthField };
};

export function useAuthErrorTexts(): AuthErrorTexts {
  const t = useTranslations("errors");
  const texts = useErrorTexts();
  return useMemo(() => {
    const translate = t as unknown as TranslateCode;
    const authText = (error: unknown, flow: AuthFlow): { text: string; field?: AuthField } => {
      const failure = asFailure(error);
      const { key, field } = authMessageFor(failure, flow);
      const known = key !== "auth.unexpected" || !failure.code || !translate.has(`codes.${failure.code}`);
      return { text: known ? translate(key) : texts.text(error), ...(field && { field }) };
    };
    return { ...texts, authText };
  }, [t, texts]);
}
