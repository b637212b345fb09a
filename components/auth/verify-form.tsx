"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useState } from "react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { CodeField } from "@/components/ui/code-field";
import { SubmitButton } from "@/components/ui/submit-button";
import { api } from "@/lib/browser/api";
import { useSubmit } from "@/lib/auth/use-submit";
import { useCooldown } from "@/lib/auth/use-cooldown";
import { CODE_DIGITS, RESEND_WAIT_SECONDS } from "@/lib/config/limits";
import { AuthForm } from "./auth-form";
import { OutboxHint } from "./outbox-hint";

interface VerifyFormProps {
  email: string;
  outboxOpen: boolean;
  onVerified: () => void;
  footer?: ReactNode;
}

/** Asks for the mailed code that confirms an address; can send another one. */
export function VerifyForm({ email, outboxOpen, onVerified, footer }: VerifyFormProps) {
  const t = useTranslations("auth");
  const [code, setCode] = useState("");
  const [resent, setResent] = useState(false);
  const form = useSubmit("other", ["code"]);
  const resend = useSubmit("other", []);
  const cooldown = useCooldown(RESEND_WAIT_SECONDS);

  async function send(value: string) {
    const done = await form.run(() =>
      api("/v2/auth/verify", { method: "POST", body: { email, code: value } }),
    );
    if (done) onVerified();
    else setCode("");
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (code.length === CODE_DIGITS) void send(code);
  }

  async function sendAgain() {
    setResent(false);
    const sent = await resend.run(() => api("/v2/auth/resend", { method: "POST", body: { email } }));
    if (!sent) return;
    setResent(true);
    cooldown.start();
  }

  return (
    <AuthForm form={form} failure={resend.failure ?? undefined} onSubmit={submit}>
      {resent && !resend.failure && <Banner tone="success" role="status" title={t("verify.sentAgain")} />}
      {outboxOpen && <OutboxHint email={email} />}
      <CodeField
        error={form.fieldError("code")}
        value={code}
        onValueChange={setCode}
        onComplete={(value) => void send(value)}
      />
      <SubmitButton form={form}>{t("verify.submit")}</SubmitButton>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Button
          variant="ghost"
          size="sm"
          className="-ml-2.5"
          loading={resend.pending}
          disabled={cooldown.left > 0}
          onClick={() => void sendAgain()}
        >
          {cooldown.left > 0 ? t("verify.againIn", { seconds: cooldown.left }) : t("verify.again")}
        </Button>
        {footer}
      </div>
    </AuthForm>
  );
}
