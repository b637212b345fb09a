"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { CodeField } from "@/components/ui/code-field";
import { SubmitButton } from "@/components/ui/submit-button";
import { api } from "@/lib/browser/api";
import { signInByMail } from "@/lib/auth/session.client";
import { useSubmit } from "@/lib/auth/use-submit";
import { CODE_DIGITS } from "@/lib/config/limits";
import type { AuthFacts } from "@/lib/auth/screen-contract";
import { AuthForm } from "./auth-form";
import { EmailField } from "./email-field";
import { OutboxHint } from "./outbox-hint";
import { type Challenge, challengeOf, enterProduct } from "./sign-in";
import { useHumanCheck } from "./use-human-check";

interface MailCodeFormProps {
  facts: AuthFacts;
  email: string;
  onEmailChange: (email: string) => void;
  onChallenge: (challenge: Challenge) => void;
  onBack: () => void;
}

/** Signs in with a mailed code. */
export function MailCodeForm({ facts, email, onEmailChange, onChallenge, onBack }: MailCodeFormProps) {
  const t = useTranslations("auth");
  const tErrors = useTranslations("errors.fields");
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [code, setCode] = useState("");
  const human = useHumanCheck(facts.siteKey, "sign_in");
  const form = useSubmit("login", ["email", "code"]);

  async function requestCode() {
    const sent = await form.run(() =>
      api("/v2/auth/otp", { method: "POST", body: { email, cf_turnstile_token: human.token } }).finally(
        human.renew,
      ),
    );
    if (sent) setSentTo(email);
  }

  async function signIn(value: string) {
    const signedIn = await form.run(async () => {
      try {
        return await signInByMail({ email: sentTo ?? email, code: value });
      } catch (error) {
        const challenge = challengeOf(error);
        if (challenge) return void onChallenge(challenge);
        throw error;
      }
    });
    if (signedIn) enterProduct();
    else setCode("");
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (sentTo !== null) {
      if (code.length === CODE_DIGITS) void signIn(code);
    } else if (email.trim()) void requestCode();
    else form.refuse({ email: tErrors("required") });
  }

  return (
    <AuthForm form={form} onSubmit={submit}>
      {sentTo === null ? (
        <>
          <EmailField
            autoFocus
            value={email}
            onChange={(event) => onEmailChange(event.target.value)}
            error={form.fieldError("email")}
          />
          {human.widget}
        </>
      ) : (
        <>
          {!form.failure && <Banner tone="info" role="status" title={t("byMail.sent", { email: sentTo })} />}
          {facts.outboxOpen && <OutboxHint email={sentTo} />}
          <CodeField
            error={form.fieldError("code")}
            value={code}
            onValueChange={setCode}
            onComplete={(value) => void signIn(value)}
          />
        </>
      )}
      <SubmitButton form={form}>{sentTo === null ? t("byMail.send") : t("byMail.submit")}</SubmitButton>
      <div className="flex flex-wrap justify-between gap-2">
        {sentTo !== null && (
          <Button
            variant="ghost"
            size="sm"
            onClick={() => {
              setSentTo(null);
              setCode("");
              form.reset();
            }}
          >
            {t("byMail.otherAddress")}
          </Button>
        )}
        <Button variant="ghost" size="sm" onClick={onBack} className="-ml-2">
          {t("byMail.back")}
        </Button>
      </div>
    </AuthForm>
  );
}
