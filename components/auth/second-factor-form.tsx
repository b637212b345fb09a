"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { CodeField } from "@/components/ui/code-field";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { LazyBoundary } from "@/components/ui/lazy-boundary";
import { SubmitButton } from "@/components/ui/submit-button";
import { completeChallenge } from "@/lib/auth/session.client";
import { useSubmit } from "@/lib/auth/use-submit";
import { AuthForm } from "./auth-form";
import { type Challenge, enterProduct } from "./sign-in";

const PasskeySignIn = dynamic(() => import("./passkey-sign-in").then((module) => module.PasskeySignIn));

/** The second step of a sign-in: a code of the authenticator app, a passkey, or a recovery code. */
export function SecondFactorForm({
  challenge: { challenge, passkeyHost },
  onBack,
}: {
  challenge: Challenge;
  onBack: () => void;
}) {
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
    <AuthForm form={form} onSubmit={submit}>
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
        <CodeField
          error={form.fieldError("code")}
          value={code}
          onValueChange={setCode}
          onComplete={(value) => void send(value)}
        />
      )}
      <SubmitButton form={form}>{t("secondFactor.submit")}</SubmitButton>
      {passkeyHost && (
        <LazyBoundary>
          <PasskeySignIn form={form} host={passkeyHost} challenge={challenge} />
        </LazyBoundary>
      )}
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
    </AuthForm>
  );
}
