"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { CodeInput } from "@/components/ui/code-input";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { SubmitButton } from "@/components/ui/submit-button";
import { completeChallenge } from "@/lib/auth/session.client";
import { useSubmit } from "@/lib/auth/use-submit";
import { CODE_DIGITS } from "@/lib/config/limits";
import { enterProduct } from "./enter-product";
import { FormFailure } from "./form-failure";

/** The second half of a sign-in: a code of the authenticator app, or a recovery code. */
export function SecondFactorForm({ challenge, onBack }: { challenge: string; onBack: () => void }) {
  const t = useTranslations("auth");
  const [recovery, setRecovery] = useState(false);
  const [code, setCode] = useState("");
  const form = useSubmit("login", ["code"]);

  async function send(value: string) {
    const signedIn = await form.run(() => completeChallenge({ challenge, code: value }));
    if (signedIn) enterProduct();
    else if (!recovery) setCode("");
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (code.trim()) void send(code);
  }

  return (
    <form {...form.props} onSubmit={submit} className="flex flex-col gap-4">
      <FormFailure text={form.failure?.text} retryAfter={form.failure?.retryAfter} />
      <p className="text-muted">{recovery ? t("secondFactor.recoveryLead") : t("secondFactor.lead")}</p>
      {recovery ? (
        <Field label={t("secondFactor.recoveryCode")} error={form.fieldError("code")} required>
          <Input
            autoFocus
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="font-mono"
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        </Field>
      ) : (
        <Field label={t("fields.sixDigits")} error={form.fieldError("code")} required>
          <CodeInput
            autoFocus
            digits={CODE_DIGITS}
            value={code}
            onValueChange={setCode}
            onComplete={(value) => void send(value)}
          />
        </Field>
      )}
      <SubmitButton form={form}>{t("secondFactor.submit")}</SubmitButton>
      <div className="flex justify-between gap-3">
        <Button
          variant="ghost"
          size="sm"
          onClick={() => {
            setRecovery(!recovery);
            setCode("");
            form.reset();
          }}
        >
          {recovery ? t("secondFactor.useApp") : t("secondFactor.useRecovery")}
        </Button>
        <Button variant="ghost" size="sm" onClick={onBack}>
          {t("secondFactor.back")}
        </Button>
      </div>
    </form>
  );
}
