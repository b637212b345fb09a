"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Field } from "@/components/ui/field";
import { LazyBoundary } from "@/components/ui/lazy-boundary";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import { SubmitButton } from "@/components/ui/submit-button";
import { signup } from "@/lib/auth/session.client";
import { useSubmit } from "@/lib/auth/use-submit";
import { useUsernameField } from "@/lib/account/use-username-field";
import { DISPLAY_NAME_MAX_CHARS, PASSWORD_MIN_CHARS } from "@/lib/config/limits";
import type { AuthFacts } from "@/lib/auth/screen-contract";
import { AuthForm, FormDivider } from "./auth-form";
import { EmailField } from "./email-field";
import { InvitationField } from "./invitation-field";
import { enterProduct } from "./sign-in";
import { useHumanCheck } from "./use-human-check";
const ProviderButtons = dynamic(() => import("./provider-buttons").then((module) => module.ProviderButtons));

interface SignupFormProps {
  facts: AuthFacts;
  /** The invitation code in the link. */
  invitation: string | undefined;
  /** The account exists; its address must be confirmed before the first sign-in. */
  onUnconfirmed: (credentials: { email: string; password: string }) => void;
}

type Fields = Record<"email" | "password" | "username" | "displayName" | "homepage", string> & {
  invitation?: string;
};

export function SignupForm({ facts, invitation: code, onUnconfirmed }: SignupFormProps) {
  const t = useTranslations("auth");
  const tErrors = useTranslations("errors.fields");
  const tCommon = useTranslations("common");
  const [username, setUsername] = useState("");
  const human = useHumanCheck(facts.siteKey, "signup");
  const form = useSubmit("signup", ["email", "password", "username", "displayName", "invitation"]);
  const { free, problem } = useUsernameField(username);

  // The fields are uncontrolled, so that they keep what was typed or autofilled before hydration.
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const { email, password, username, displayName, homepage, invitation } = Object.fromEntries(
      fields,
    ) as Fields;
    const wrong: Record<string, string> = {};
    if (invitation?.trim() === "") wrong.invitation = tErrors("required");
    if (!email.trim()) wrong.email = tErrors("required");
    if (!username.trim()) wrong.username = tErrors("required");
    if (!password) wrong.password = tErrors("required");
    else if ([...password].length < PASSWORD_MIN_CHARS) wrong.password = tErrors("password_too_short");
    if (Object.keys(wrong).length > 0) return form.refuse(wrong);
    const response = await form.run(() =>
      signup({
        email,
        password,
        username,
        displayName: displayName.trim() || undefined,
        invitation,
        homepage: homepage || undefined,
        cf_turnstile_token: human.token,
      }).finally(human.renew),
    );
    if (!response) return;
    if (response.requiresEmailConfirmation) onUnconfirmed({ email: response.user.email, password });
    else enterProduct();
  }

  return (
    <AuthForm form={form} onSubmit={submit}>
      {facts.signups === "invitation" && (
        <InvitationField code={code} error={form.fieldError("invitation")} />
      )}
      <EmailField autoComplete="email" error={form.fieldError("email")} />
      <Field
        label={t("fields.username")}
        hint={free ? <span className="text-success">{free}</span> : t("signup.usernameHint")}
        error={form.fieldError("username") ?? problem}
        required
      >
        <Input
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          leading="@"
          onChange={(event) => setUsername(event.target.value)}
        />
      </Field>
      <Field
        label={t("fields.displayName")}
        aside={tCommon("optional")}
        hint={t("signup.displayNameHint")}
        error={form.fieldError("displayName")}
      >
        <Input name="displayName" autoComplete="name" maxGraphemes={DISPLAY_NAME_MAX_CHARS} />
      </Field>
      <Field
        label={t("fields.password")}
        hint={t("signup.passwordHint")}
        error={form.fieldError("password")}
        required
      >
        <PasswordInput name="password" autoComplete="new-password" />
      </Field>
      {/* A honeypot for bots, invisible and unreachable for people. */}
      <input aria-hidden name="homepage" tabIndex={-1} autoComplete="off" className="sr-only" />
      {human.widget}
      <SubmitButton form={form} className="mt-1">
        {t("signup.submit")}
      </SubmitButton>
      {facts.providers.length > 0 && (
        <>
          <FormDivider />
          <LazyBoundary>
            <ProviderButtons form={form} providers={facts.providers} />
          </LazyBoundary>
        </>
      )}
    </AuthForm>
  );
}
