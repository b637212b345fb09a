"use client";

import dynamic from "next/dynamic";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { FormEvent } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { LazyBoundary } from "@/components/ui/lazy-boundary";
import { PasswordInput } from "@/components/ui/password-input";
import { SubmitButton } from "@/components/ui/submit-button";
import { login } from "@/lib/auth/session.client";
import { useSubmit } from "@/lib/auth/use-submit";
import { useAuthErrorTexts } from "@/lib/auth/use-auth-error-text";
import type { AuthFacts } from "@/lib/auth/screen-contract";
import { AuthForm, FormDivider } from "./auth-form";
import { DemoAccounts } from "./demo-accounts";
import { EmailField } from "./email-field";
import { type Challenge, challengeOf, enterProduct } from "./sign-in";
import { useHumanCheck } from "./use-human-check";

const PasskeySignIn = dynamic(() => import("./passkey-sign-in").then((module) => module.PasskeySignIn));
const ProviderButtons = dynamic(() => import("./provider-buttons").then((module) => module.ProviderButtons));

type Fields = { email: string; password: string };

interface LoginFormProps {
  facts: AuthFacts;
  /** The error code of a failed sign-in that redirected here. */
  error: string | undefined;
  email: string;
  onEmailChange: (email: string) => void;
  /** The password was right; the second factor is still needed. */
  onChallenge: (challenge: Challenge) => void;
  /** The password was right; the address must be confirmed first. */
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
  const human = useHumanCheck(facts.siteKey, "login");
  const form = useSubmit("login", ["email", "password"]);
  const texts = useAuthErrorTexts();

  async function signIn(credentials: Fields) {
    const signedIn = await form.run(async () => {
      try {
        return await login({ ...credentials, cf_turnstile_token: human.token });
      } catch (error) {
        const challenge = challengeOf(error);
        if (challenge) return void onChallenge(challenge);
        if ((error as { code?: string }).code === "email_unverified") onUnverified(credentials);
        throw error;
      } finally {
        human.renew();
      }
    });
    if (signedIn) enterProduct();
  }

  // The fields are uncontrolled, so that they keep what was typed or autofilled before hydration.
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
      <AuthForm
        form={form}
        failure={error ? texts.authText({ code: error }, "login") : undefined}
        onSubmit={submit}
      >
        <EmailField defaultValue={email} autoComplete="username webauthn" error={form.fieldError("email")} />
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
        {human.widget}
        <SubmitButton form={form} className="mt-1">
          {t("login.submit")}
        </SubmitButton>
        <FormDivider />
        {facts.providers.length > 0 && (
          <LazyBoundary>
            <ProviderButtons form={form} providers={facts.providers} />
          </LazyBoundary>
        )}
        <LazyBoundary>
          <PasskeySignIn form={form} host={facts.passkeyHost} />
        </LazyBoundary>
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
      </AuthForm>
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
