"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { CodeInput } from "@/components/ui/code-input";
import { Field } from "@/components/ui/field";
import { SubmitButton } from "@/components/ui/submit-button";
import { api } from "@/lib/browser/api";
import { signInByMail } from "@/lib/auth/session.client";
import { useSubmit } from "@/lib/auth/use-submit";
import { CODE_DIGITS } from "@/lib/config/limits";
import type { AuthFacts } from "./auth-facts";
import { enterProduct } from "./enter-product";
import { EmailField } from "./email-field";
import { FormFailure } from "./form-failure";
import { HumanCheck } from "./human-check";
import { OutboxHint } from "./outbox-hint";

export interface MailCodeFormProps {
  facts: AuthFacts;
  email: string;
  onEmailChange: (email: string) => void;
  onChallenge: (challenge: string) => void;
  onBack: () => void;
}

/** Signing in with a code that goes by mail. */
export function MailCodeForm({ facts, email, onEmailChange, onChallenge, onBack }: MailCodeFormProps) {
  const t = useTranslations("auth");
  const tErrors = useTranslations("errors.fields");
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [code, setCode] = useState("");
  const [humanToken, setHumanToken] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const form = useSubmit("login", ["email", "code"]);

  async function ask() {
    const sent = await form.run(() =>
      api("/v2/auth/otp", { method: "POST", body: { email, cf_turnstile_token: humanToken } }).finally(() =>
        setAttempt((count) => count + 1),
      ),
    );
    if (sent) setSentTo(email);
  }

  async function signIn(value: string) {
    const signedIn = await form.run(async () => {
      try {
        return await signInByMail({ email: sentTo ?? email, code: value });
      } catch (error) {
        const { code: reason, details } = error as { code?: string; details?: { challenge?: string } };
        if (reason === "second_factor_required" && details?.challenge)
          return void onChallenge(details.challenge);
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
    } else if (email.trim()) void ask();
    else form.refuse({ email: tErrors("required") });
  }

  return (
    <form {...form.props} onSubmit={submit} className="flex flex-col gap-4">
      <FormFailure text={form.failure?.text} retryAfter={form.failure?.retryAfter} />
      {sentTo === null ? (
        <>
          <EmailField
            autoFocus
            value={email}
            onChange={(event) => onEmailChange(event.target.value)}
            error={form.fieldError("email")}
          />
          {facts.siteKey && <HumanCheck siteKey={facts.siteKey} onToken={setHumanToken} attempt={attempt} />}
        </>
      ) : (
        <>
          {!form.failure && <Banner tone="info" role="status" title={t("byMail.sent", { email: sentTo })} />}
          {facts.outboxOpen && <OutboxHint email={sentTo} />}
          <Field label={t("fields.sixDigits")} error={form.fieldError("code")} required>
            <CodeInput
              autoFocus
              name="code"
              digits={CODE_DIGITS}
              value={code}
              onValueChange={setCode}
              onComplete={(value) => void signIn(value)}
            />
          </Field>
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
    </form>
  );
}
