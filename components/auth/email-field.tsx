"use client";

import { useTranslations } from "next-intl";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

export interface EmailFieldProps {
  value: string;
  onValueChange: (value: string) => void;
  error: string | undefined;
  autoFocus?: boolean;
  /** What a password manager is to fill in: who somebody is here, or any address of theirs. */
  autoComplete?: "username" | "email";
}

/** Asks for an address. */
export function EmailField({
  value,
  onValueChange,
  error,
  autoFocus,
  autoComplete = "username",
}: EmailFieldProps) {
  const t = useTranslations("auth");
  return (
    <Field label={t("fields.email")} error={error} required>
      <Input
        autoFocus={autoFocus}
        name="email"
        type="email"
        autoComplete={autoComplete}
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={t("fields.emailPlaceholder")}
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
      />
    </Field>
  );
}
