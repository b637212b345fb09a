"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import { ButtonLink } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { SubmitButton } from "@/components/ui/submit-button";
import { useUsernameField } from "@/lib/account/use-username-field";
import type { SignupResponse } from "@/lib/auth/contract";
import type { Arrival } from "@/lib/auth/provider-contract";
import { noteSignIn, signupAt } from "@/lib/auth/session.client";
import { useSubmit } from "@/lib/auth/use-submit";
import { DISPLAY_NAME_MAX_CHARS } from "@/lib/config/limits";
import { AuthForm } from "./auth-form";
import { AuthFrame, LinkOutcome } from "./auth-frame";
import { EmailField } from "./email-field";
import { InvitationField } from "./invitation-field";
import { SecondFactorForm } from "./second-factor-form";
import { enterProduct } from "./sign-in";
import { VerifyForm } from "./verify-form";

/** The remaining step after an OAuth flow. */
export function ProviderArrival({
  arrival,
  outboxOpen,
  logo,
}: {
  arrival: Arrival;
  outboxOpen: boolean;
  logo: ReactNode;
}) {
  const t = useTranslations("auth");
  switch (arrival.step) {
    case "done":
      return <Done logo={logo} />;
    case "second_factor":
      return (
        <AuthFrame logo={logo} title={t("secondFactor.title")}>
          <SecondFactorForm challenge={arrival} onBack={() => window.location.assign("/login")} />
        </AuthFrame>
      );
    case "known_address":
      return (
        <AuthFrame logo={logo} title={t("provider.known")} lead={t("provider.knownLead", arrival)}>
          <LinkOutcome>
            <ButtonLink href="/login" variant="primary" size="lg">
              {t("provider.knownAction")}
            </ButtonLink>
          </LinkOutcome>
        </AuthFrame>
      );
    case "newcomer":
      return <Newcomer arrival={arrival} outboxOpen={outboxOpen} logo={logo} />;
  }
}

function Done({ logo }: { logo: ReactNode }) {
  const t = useTranslations("auth.callback");
  useEffect(() => {
    noteSignIn();
    // Replaces the history entry: going back would redirect here again.
    window.location.replace("/login");
  }, []);
  return (
    <AuthFrame logo={logo} title={t("title")}>
      <LinkOutcome />
    </AuthFrame>
  );
}

type Fields = Record<"email" | "username" | "displayName" | "invitation", string | undefined>;

/** After a sign-up with a provider: asks for a username, and for an address if the provider has not confirmed one. */
function Newcomer({
  arrival,
  outboxOpen,
  logo,
}: {
  arrival: Extract<Arrival, { step: "newcomer" }>;
  outboxOpen: boolean;
  logo: ReactNode;
}) {
  const t = useTranslations("auth");
  const tErrors = useTranslations("errors.fields");
  const tCommon = useTranslations("common");
  const [username, setUsername] = useState(arrival.username ?? "");
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null);
  const form = useSubmit("signup", ["email", "username", "displayName", "invitation"]);
  const { free, problem } = useUsernameField(username);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(event.currentTarget)) as Fields;
    const wrong: Record<string, string> = {};
    if (!fields.username?.trim()) wrong.username = tErrors("required");
    if (!arrival.isConfirmed && !fields.email?.trim()) wrong.email = tErrors("required");
    if (arrival.needsInvitation && !fields.invitation?.trim()) wrong.invitation = tErrors("required");
    if (Object.keys(wrong).length > 0) return form.refuse(wrong);
    const answer: SignupResponse | undefined = await form.run(() =>
      signupAt("/v2/auth/signup/provider", {
        username: fields.username,
        displayName: fields.displayName?.trim() || undefined,
        email: arrival.isConfirmed ? undefined : fields.email,
        invitation: fields.invitation,
      }),
    );
    if (!answer) return;
    if (answer.continueTo) window.location.assign(answer.continueTo);
    else if (answer.requiresEmailConfirmation) setUnconfirmed(answer.user.email);
    else enterProduct();
  }

  if (unconfirmed !== null) {
    return (
      <AuthFrame logo={logo} title={t("verify.title")} lead={t("verify.lead", { email: unconfirmed })}>
        <VerifyForm
          email={unconfirmed}
          outboxOpen={outboxOpen}
          onVerified={() => window.location.assign("/login")}
        />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      logo={logo}
      title={t("provider.newcomer")}
      lead={t("provider.newcomerLead", { provider: arrival.provider })}
      footer={
        <ButtonLink href="/login" variant="ghost" size="sm" className="-ml-2">
          {t("verify.back")}
        </ButtonLink>
      }
    >
      <AuthForm form={form} onSubmit={(event) => void submit(event)}>
        {arrival.needsInvitation && <InvitationField error={form.fieldError("invitation")} />}
        {arrival.isConfirmed ? (
          <Field label={t("fields.email")} hint={t("provider.confirmedBy", { provider: arrival.provider })}>
            <Input value={arrival.email ?? ""} readOnly />
          </Field>
        ) : (
          <EmailField
            autoComplete="email"
            defaultValue={arrival.email ?? ""}
            error={form.fieldError("email")}
          />
        )}
        <Field
          label={t("fields.username")}
          hint={free ? <span className="text-success">{free}</span> : t("signup.usernameHint")}
          error={form.fieldError("username") ?? problem}
          required
        >
          <Input
            autoFocus
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            leading="@"
            defaultValue={arrival.username ?? ""}
            onChange={(event) => setUsername(event.target.value)}
          />
        </Field>
        <Field
          label={t("fields.displayName")}
          aside={tCommon("optional")}
          hint={t("signup.displayNameHint")}
          error={form.fieldError("displayName")}
        >
          <Input
            name="displayName"
            autoComplete="name"
            maxGraphemes={DISPLAY_NAME_MAX_CHARS}
            defaultValue={arrival.displayName ?? ""}
          />
        </Field>
        <SubmitButton form={form} className="mt-1">
          {t("signup.submit")}
        </SubmitButton>
      </AuthForm>
    </AuthFrame>
  );
}
