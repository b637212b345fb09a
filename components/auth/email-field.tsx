"use client";

import { useTranslations } from "next-intl";
import { Field } from "@/components/ui/field";
import { Input, type InputProps } from "@/components/ui/input";

interface EmailFieldProps extends InputProps {
  error: string | undefined;
  /** `username` for the address of an account, `email` for any address; `webauthn` offers passkeys, too. */
  autoComplete?: "username" | "username webauthn" | "email";
}

export function EmailField({ error, autoComplete = "username", ...input }: EmailFieldProps) {
  const t = useTranslations("auth");
  return (
    <Field label={t("fields.email")} error={error} required>
      <Input
        {...input}
        name="email"
        type="email"
        autoComplete={autoComplete}
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={t("fields.emailPlaceholder")}
      />
    </Field>
  );
}
