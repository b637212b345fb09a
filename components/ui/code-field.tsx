"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef } from "react";
import { CODE_DIGITS } from "@/lib/config/limits";
import { Field } from "./field";
import { Input } from "./input";

interface CodeFieldProps {
  value: string;
  onValueChange: (value: string) => void;
  /** Called with the code as soon as its last digit is typed. */
  onComplete?: (value: string) => void;
  error: string | undefined;
  autoFocus?: boolean;
}

/** Asks for the digits that came by mail or from an authenticator app. Spaces and full-width digits may be pasted. */
export function CodeField({ value, onValueChange, onComplete, error, autoFocus = true }: CodeFieldProps) {
  const t = useTranslations("auth.fields");
  const input = useRef<HTMLInputElement>(null);
  const take = (text: string): void => {
    const typed = text.normalize("NFKC").replace(/\D/g, "").slice(0, CODE_DIGITS);
    onValueChange(typed);
    if (typed.length === CODE_DIGITS && typed !== value) onComplete?.(typed);
  };

  // React reports no change for what was typed or autofilled before hydration.
  const takeEarly = useEffectEvent(() => {
    if (input.current?.value) take(input.current.value);
  });
  useEffect(() => takeEarly(), []);

  return (
    <Field label={t("sixDigits")} error={error} required>
      <Input
        ref={input}
        autoFocus={autoFocus}
        name="code"
        value={value}
        inputMode="numeric"
        autoComplete="one-time-code"
        // Leaves room for pasted spaces.
        maxLength={CODE_DIGITS * 3}
        onChange={(event) => take(event.target.value)}
        className="font-mono text-xl tracking-[0.4em]"
      />
    </Field>
  );
}
