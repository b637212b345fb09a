"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import { SubmitButton } from "@/components/ui/submit-button";
import { signup } from "@/lib/auth/session.client";
import { useSubmit } from "@/lib/auth/use-submit";
import { useUsernameCheck } from "@/lib/account/use-username-check";
import { PASSWORD_MIN_CHARS } from "@/lib/config/limits";
import type { AuthFacts } from "./auth-facts";
import { enterProduct } from "./enter-product";
import { EmailField } from "./email-field";
import { FormFailure } from "./form-failure";
import { HumanCheck } from "./human-check";

export interface SignupFormProps {
  facts: AuthFacts;
  /** The account stands, and its address must be confirmed before the first sign-in. */
  onUnconfirmed: (credentials: { email: string; password: string }) => void;
}

type Fields = Record<"email" | "password" | "username" | "displayName", string>;
type ProblemKey = Parameters<ReturnType<typeof useTranslations<"errors.fields">>>[0];

/** The server's codes of wrong names are keys of the catalogue. */
function problemKey(code: string): ProblemKey {
  return code as ProblemKey;
}

export function SignupForm({ facts, onUnconfirmed }: SignupFormProps) {
  const t = useTranslations("auth");
  const tErrors = useTranslations("errors.fields");
  const tCommon = useTranslations("common");
  const [username, setUsername] = useState("");
  const [humanToken, setHumanToken] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const form = useSubmit("signup", ["email", "password", "username", "displayName"]);
  const checked = useUsernameCheck(username);
  // A name that is still too short is being typed.
  const nameProblem = checked?.problem === "username_too_short" ? null : checked?.problem;

  // The fields are uncontrolled: what was typed, or filled in by a password manager, before hydration stays in them.
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const { email, password, username, displayName } = Object.fromEntries(fields) as Fields;
    const wrong: Record<string, string> = {};
    if (!email.trim()) wrong.email = tErrors("required");
    if (!username.trim()) wrong.username = tErrors("required");
    if (!password) wrong.password = tErrors("required");
    else if ([...password].length < PASSWORD_MIN_CHARS) wrong.password = tErrors("password_too_short");
    if (Object.keys(wrong).length > 0) return form.refuse(wrong);
    const answer = await form.run(() =>
      signup({
        email,
        password,
        username,
        displayName: displayName.trim() || undefined,
        cf_turnstile_token: humanToken,
      }).finally(() => setAttempt((count) => count + 1)),
    );
    if (!answer) return;
    if (answer.requiresEmailConfirmation) onUnconfirmed({ email: answer.user.email, password });
    else enterProduct();
  }

  return (
    <form {...form.props} onSubmit={submit} className="flex flex-col gap-4">
      <FormFailure text={form.failure?.text} retryAfter={form.failure?.retryAfter} />
      <EmailField autoComplete="email" error={form.fieldError("email")} />
      <Field
        label={t("fields.username")}
        hint={
          checked?.available ? (
            <span className="text-success">{t("signup.usernameFree", { name: checked.username ?? "" })}</span>
          ) : (
            t("signup.usernameHint")
          )
        }
        error={form.fieldError("username") ?? (nameProblem ? tErrors(problemKey(nameProblem)) : undefined)}
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
        <Input name="displayName" autoComplete="name" />
      </Field>
      <Field
        label={t("fields.password")}
        hint={t("signup.passwordHint")}
        error={form.fieldError("password")}
        required
      >
        <PasswordInput name="password" autoComplete="new-password" />
      </Field>
      {facts.siteKey && <HumanCheck siteKey={facts.siteKey} onToken={setHumanToken} attempt={attempt} />}
      <SubmitButton form={form} className="mt-1">
        {t("signup.submit")}
      </SubmitButton>
    </form>
  );
}
