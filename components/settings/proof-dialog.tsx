"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { CodeField } from "@/components/ui/code-field";
import { Field } from "@/components/ui/field";
import { PasswordInput } from "@/components/ui/password-input";
import { api } from "@/lib/browser/api";
import { useSubmit } from "@/lib/auth/use-submit";
import { CODE_DIGITS } from "@/lib/config/limits";
import { FormDialog } from "./form-dialog";

/** Asks for the password, a code or a passkey. */
export function ProofDialog({
  hasTotp,
  hasPasskey,
  onProven,
  onClose,
}: {
  hasTotp: boolean;
  hasPasskey: boolean;
  onProven: () => void;
  onClose: () => void;
}) {
  const t = useTranslations("settings.reauth");
  const tAuth = useTranslations("auth.fields");
  const [byCode, setByCode] = useState(false);
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const form = useSubmit("other", ["password", "code"]);

  async function prove(body: { password: string } | { code: string }) {
    const done = await form.run(async () => {
      await api("/v2/auth/reauthenticate", { method: "POST", body });
      return true;
    });
    if (done) onProven();
    else setCode("");
  }

  async function proveWithPasskey() {
    const done = await form.run(async () => {
      const { isCeremonyClosed, proveByPasskey } = await import("@/lib/auth/passkey.client");
      return proveByPasskey().then(
        () => true,
        (error: unknown) => {
          if (isCeremonyClosed(error)) return false;
          throw error;
        },
      );
    });
    if (done) onProven();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (byCode ? code.length === CODE_DIGITS : password) void prove(byCode ? { code } : { password });
  }

  return (
    <FormDialog
      form={form}
      size="sm"
      title={t("title")}
      description={byCode ? t("codeLead") : t("lead")}
      action={t("confirm")}
      onSubmit={submit}
      onClose={onClose}
    >
      {byCode ? (
        <CodeField
          error={form.fieldError("code")}
          value={code}
          onValueChange={setCode}
          onComplete={(value) => void prove({ code: value })}
        />
      ) : (
        <Field label={tAuth("password")} error={form.fieldError("password")} required>
          <PasswordInput
            autoFocus
            name="password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
      )}
      {(hasTotp || hasPasskey) && (
        <div className="flex flex-wrap gap-2">
          {hasTotp && (
            <Button
              variant="ghost"
              size="sm"
              onClick={() => {
                setByCode(!byCode);
                form.reset();
              }}
            >
              {byCode ? t("withPassword") : t("withCode")}
            </Button>
          )}
          {hasPasskey && (
            <Button variant="ghost" size="sm" disabled={form.pending} onClick={() => void proveWithPasskey()}>
              {t("withPasskey")}
            </Button>
          )}
        </div>
      )}
    </FormDialog>
  );
}
