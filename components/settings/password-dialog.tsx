"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Field } from "@/components/ui/field";
import { PasswordInput } from "@/components/ui/password-input";
import { toast } from "@/components/ui/toast";
import { api } from "@/lib/browser/api";
import { accountKeys } from "@/lib/account/queries";
import { useSubmit } from "@/lib/auth/use-submit";
import { PASSWORD_MIN_CHARS } from "@/lib/config/limits";
import { FormDialog } from "./form-dialog";
import { useReauthenticated } from "./reauthentication";

/** Sets a new password. `email` is for password managers, which store it with the password. */
export function PasswordDialog({
  email,
  hasPassword,
  onClose,
}: {
  email: string;
  /** False if the account has no password yet. */
  hasPassword: boolean;
  onClose: () => void;
}) {
  const t = useTranslations("settings.passwordDialog");
  const tAuth = useTranslations("auth");
  const tErrors = useTranslations("errors.fields");
  const client = useQueryClient();
  const guarded = useReauthenticated();
  const [password, setPassword] = useState("");
  const form = useSubmit("other", ["password"]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if ([...password].length < PASSWORD_MIN_CHARS) {
      return form.refuse({ password: tErrors("password_too_short") });
    }
    const done = await form.run(() =>
      guarded(async () => {
        await api("/v2/auth/password", { method: "PUT", body: { password } });
        return true;
      }),
    );
    if (!done) return;
    await client.invalidateQueries({ queryKey: accountKeys.factors });
    toast(t(hasPassword ? "done" : "firstDone"), { tone: "success" });
    onClose();
  }

  return (
    <FormDialog
      form={form}
      size="sm"
      title={t(hasPassword ? "title" : "firstTitle")}
      action={t(hasPassword ? "save" : "firstSave")}
      isUnsaved={password !== ""}
      onSubmit={submit}
      onClose={onClose}
    >
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <Field
        label={tAuth("fields.newPassword")}
        hint={tAuth("signup.passwordHint")}
        error={form.fieldError("password")}
        required
      >
        <PasswordInput
          autoFocus
          name="password"
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}
