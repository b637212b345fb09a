"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useState } from "react";
import { Banner } from "@/components/ui/banner";
import { ButtonLink } from "@/components/ui/button";
import { CodeField } from "@/components/ui/code-field";
import { Field } from "@/components/ui/field";
import { PasswordInput } from "@/components/ui/password-input";
import { SubmitButton } from "@/components/ui/submit-button";
import { api } from "@/lib/browser/api";
import { useLinkToken } from "@/lib/auth/use-link-token";
import { useSubmit } from "@/lib/auth/use-submit";
import { CODE_DIGITS, PASSWORD_MIN_CHARS } from "@/lib/config/limits";
import type { AuthFacts } from "@/lib/auth/screen-contract";
import { AuthForm } from "./auth-form";
import { AuthFrame, LinkOutcome } from "./auth-frame";
import { EmailField } from "./email-field";
import { OutboxHint } from "./outbox-hint";
import { useHumanCheck } from "./use-human-check";

/** `/auth/recover`: asks for the address, then for the mailed code and the new password. */
export function RecoverScreen({ facts, logo }: { facts: AuthFacts; logo: ReactNode }) {
  const t = useTranslations("auth");
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [done, setDone] = useState(false);
  if (done) return <RecoveryDone logo={logo} />;
  const back = (
    <Link href="/login" className="text-accent underline-offset-4 hover:underline">
      {t("recover.back")}
    </Link>
  );
  if (sentTo === null) {
    return (
      <AuthFrame logo={logo} title={t("recover.title")} lead={t("recover.lead")} footer={back}>
        <AddressForm facts={facts} onSent={setSentTo} />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame logo={logo} title={t("recover.newTitle")} lead={t("recover.newLead")} footer={back}>
      <Banner tone="info" role="status" title={t("recover.sent", { email: sentTo })} />
      {facts.outboxOpen && <OutboxHint email={sentTo} />}
      <NewPasswordForm proof={{ email: sentTo }} onDone={() => setDone(true)} />
    </AuthFrame>
  );
}

/** `/auth/reset`: the same, by the link in the mail instead of the code. */
export function ResetScreen({ logo }: { logo: ReactNode }) {
  const t = useTranslations("auth.recover");
  const link = useLinkToken();
  const [done, setDone] = useState(false);
  if (done) return <RecoveryDone logo={logo} />;
  if (link.status === "none") {
    return (
      <AuthFrame logo={logo} title={t("linkFailed")} lead={t("linkFailedLead")}>
        <LinkOutcome>
          <ButtonLink href="/auth/recover" variant="primary" size="lg">
            {t("title")}
          </ButtonLink>
        </LinkOutcome>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame logo={logo} title={t("newTitle")} lead={t("newLead")}>
      {link.status === "found" && (
        <NewPasswordForm proof={{ token: link.token }} onDone={() => setDone(true)} />
      )}
    </AuthFrame>
  );
}

function RecoveryDone({ logo }: { logo: ReactNode }) {
  const t = useTranslations("auth.recover");
  return (
    <AuthFrame logo={logo} title={t("doneTitle")} lead={t("doneLead")}>
      <LinkOutcome>
        <ButtonLink href="/login" variant="primary" size="lg">
          {t("signIn")}
        </ButtonLink>
      </LinkOutcome>
    </AuthFrame>
  );
}

function AddressForm({ facts, onSent }: { facts: AuthFacts; onSent: (email: string) => void }) {
  const t = useTranslations("auth");
  const tErrors = useTranslations("errors.fields");
  const human = useHumanCheck(facts.siteKey, "recover_password");
  const form = useSubmit("other", ["email"]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get("email"));
    if (!email.trim()) return form.refuse({ email: tErrors("required") });
    const sent = await form.run(() =>
      api("/v2/auth/recover", { method: "POST", body: { email, cf_turnstile_token: human.token } }).finally(
        human.renew,
      ),
    );
    if (sent) onSent(email.trim());
  }

  return (
    <AuthForm form={form} onSubmit={submit}>
      <EmailField autoFocus error={form.fieldError("email")} />
      {human.widget}
      <SubmitButton form={form}>{t("recover.submit")}</SubmitButton>
    </AuthForm>
  );
}

function NewPasswordForm({
  proof,
  onDone,
}: {
  proof: { token: string } | { email: string };
  onDone: () => void;
}) {
  const t = useTranslations("auth");
  const tErrors = useTranslations("errors.fields");
  const [code, setCode] = useState("");
  const form = useSubmit("other", ["code", "password"]);
  const byCode = "email" in proof;

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get("password"));
    const wrong: Record<string, string> = {};
    if (byCode && code.length < CODE_DIGITS) wrong.code = tErrors("required");
    if ([...password].length < PASSWORD_MIN_CHARS) wrong.password = tErrors("password_too_short");
    if (Object.keys(wrong).length > 0) return form.refuse(wrong);
    const done = await form.run(() =>
      api("/v2/auth/recover/confirm", {
        method: "POST",
        body: { ...proof, ...(byCode && { code }), password },
      }),
    );
    if (done) onDone();
  }

  return (
    <AuthForm form={form} onSubmit={submit}>
      {byCode && <CodeField error={form.fieldError("code")} value={code} onValueChange={setCode} />}
      <Field
        label={t("fields.newPassword")}
        hint={t("signup.passwordHint")}
        error={form.fieldError("password")}
        required
      >
        <PasswordInput name="password" autoComplete="new-password" />
      </Field>
      <SubmitButton form={form}>{t("recover.save")}</SubmitButton>
    </AuthForm>
  );
}
