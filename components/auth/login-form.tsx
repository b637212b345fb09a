"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { PasswordInput } from "@/components/ui/password-input";
import { SubmitButton } from "@/components/ui/submit-button";
import { login } from "@/lib/auth/session.client";
import { useSubmit } from "@/lib/auth/use-submit";
import { useAuthErrorTexts } from "@/lib/auth/use-auth-error-text";
import type { AuthFacts } from "./auth-facts";
import { DemoAccounts } from "./demo-accounts";
import { enterProduct } from "./enter-product";
import { EmailField } from "./email-field";
import { FormFailure } from "./form-failure";
import { HumanCheck } from "./human-check";

type Fields = { email: string; password: string };

export interface LoginFormProps {
  facts: AuthFacts;
  /** The code of a sign-in that failed elsewhere. */
  error: string | undefined;
  email: string;
  onEmailChange: (email: string) => void;
  /** The password was right, and a code of the second factor is needed. */
  onChallenge: (challenge: string) => void;
  /** The password was right, and the address must be confirmed first. */
  onUnverified: (credentials: Fields) => void;
  onByMail: () => void;
}

export function LoginForm({
  facts,
  error,
  email,
  onEmailChange,
  onChallenge,
  onUnverified,
  onByMail,
}: LoginFormProps) {
  const t = useTranslations("auth");
  const tErrors = useTranslations("errors.fields");
  const [humanToken, setHumanToken] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const form = useSubmit("login", ["email", "password"]);
  const texts = useAuthErrorTexts();
  const elsewhere = error && !form.failure ? texts.authText({ code: error }, "login").text : undefined;

  async function signIn(credentials: Fields) {
    const signedIn = await form.run(async () => {
      try {
        return await login({ ...credentials, cf_turnstile_token: humanToken });
      } catch (error) {
        const { code, details } = error as { code?: string; details?: { challenge?: string } };
        if (code === "second_factor_required" && details?.challenge)
          return void onChallenge(details.challenge);
        if (code === "email_unverified") onUnverified(credentials);
        throw error;
      } finally {
        setAttempt((count) => count + 1);
      }
    });
    if (signedIn) enterProduct();
  }

  // The fields are uncontrolled: what was typed, or filled in by a password manager, before hydration stays in them.
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { email, password } = Object.fromEntries(new FormData(event.currentTarget)) as Fields;
    onEmailChange(email);
    const missing: Record<string, string> = {};
    if (!email.trim()) missing.email = tErrors("required");
    if (!password) missing.password = tErrors("required");
    if (Object.keys(missing).length > 0) return form.refuse(missing);
    void signIn({ email, password });
  }

  return (
    <>
      <form {...form.props} onSubmit={submit} className="flex flex-col gap-4">
        <FormFailure text={form.failure?.text ?? elsewhere} retryAfter={form.failure?.retryAfter} />
        <EmailField defaultValue={email} error={form.fieldError("email")} />
        <Field
          label={t("fields.password")}
          error={form.fieldError("password")}
          required
          aside={
            <Link href="/auth/recover" className="text-accent underline-offset-4 hover:underline">
              {t("login.forgot")}
            </Link>
          }
        >
          <PasswordInput name="password" />
        </Field>
        {facts.siteKey && <HumanCheck siteKey={facts.siteKey} onToken={setHumanToken} attempt={attempt} />}
        <SubmitButton form={form} className="mt-1">
          {t("login.submit")}
        </SubmitButton>
        <div className="flex items-center gap-3 text-xs text-subtle">
          <span className="h-px flex-1 bg-border" />
          {t("divider")}
          <span className="h-px flex-1 bg-border" />
        </div>
        <Button
          variant="outline"
          size="lg"
          className="w-full"
          onClick={({ currentTarget }) => {
            onEmailChange(String(new FormData(currentTarget.form!).get("email")));
            onByMail();
          }}
        >
          {t("login.byMail")}
        </Button>
      </form>
      {facts.demo && (
        <DemoAccounts
          demo={facts.demo}
          disabled={form.pending}
          onChoose={(account) => void signIn(account)}
        />
      )}
    </>
  );
}
