"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { keepInvitation, keptInvitation } from "@/lib/auth/invitation.client";

/** The invitation code that sign-up requires here. `code` comes from an invitation link. */
export function InvitationField({ code, error }: { code?: string | undefined; error: string | undefined }) {
  const t = useTranslations("auth");
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (code) keepInvitation(code);
    else if (input.current && input.current.value === "") input.current.value = keptInvitation();
  }, [code]);
  return (
    <Field label={t("fields.invitation")} hint={t("signup.invitationHint")} error={error} required>
      <Input
        ref={input}
        name="invitation"
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        defaultValue={code}
        onChange={(event) => keepInvitation(event.target.value)}
      />
    </Field>
  );
}
