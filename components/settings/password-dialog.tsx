"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { PasswordInput } from "@/components/ui/password-input";
import { toast } from "@/components/ui/toast";
import { api } from "@/lib/client/api/client";
import { useSubmit } from "@/lib/client/session/use-submit";
import { PASSWORD_MIN_CHARS } from "@/lib/config/limits";
import { ReauthenticationCancelled, useReauthenticated } from "./reauthentication";

/** Sets a new password. `email` lets password managers know whose it is. */
export function PasswordDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const t = useTranslations("settings.passwordDialog");
  const tAuth = useTranslations("auth");
  const tErrors = useTranslations("errors.fields");
  const tCommon = useTranslations("common");
  const guarded = useReauthenticated();
  const [password, setPassword] = useState("");
  const form = useSubmit("other", ["password"]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if ([...password].length < PASSWORD_MIN_CHARS) {
      return form.refuse({ password: tErrors("password_too_short") });
    }
    const done = await form.run(async () => {
      try {
        await guarded(() => api("/v2/auth/password", { method: "PUT", body: { password } }));
        return true;
      } catch (error) {
        if (error instanceof ReauthenticationCancelled) return false;
        throw error;
      }
    });
    if (!done) return;
    toast(t("done"), { tone: "success" });
    onClose();
  }

  return (
    <Dialog open size="sm" onOpenChange={(open) => !open && onClose()} title={t("title")}>
      <form {...form.props} onSubmit={submit} className="flex flex-col gap-4">
        {form.failure?.text && <Banner tone="danger" role="alert" title={form.failure.text} />}
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
        <div className="flex justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            {tCommon("cancel")}
          </Button>
          <Button type="submit" variant="primary" loading={form.pending}>
            {t("save")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
