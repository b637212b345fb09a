"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useState } from "react";
import { ButtonLink } from "@/components/ui/button";
import { SubmitButton } from "@/components/ui/submit-button";
import { useLinkToken } from "@/lib/auth/use-link-token";
import { useSubmit } from "@/lib/auth/use-submit";
import { api } from "@/lib/browser/api";
import { AuthForm } from "./auth-form";
import { AuthFrame, LinkOutcome } from "./auth-frame";

/** Ends the digest of a mail, also for who is signed out. Requires a click, because mail scanners follow links. */
export function Unsubscribe({ logo }: { logo: ReactNode }) {
  const t = useTranslations("auth.unsubscribe");
  const link = useLinkToken();
  const [isDone, setDone] = useState(false);
  const form = useSubmit("other", [], (error) =>
    (error as { code?: string }).code === "validation_error" ? t("missingLead") : null,
  );

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (link.status !== "found") return;
    const done = await form.run(async () => {
      await api("/v1/digest/unsubscribe", { method: "POST", query: { token: link.token } });
      return true;
    });
    if (done) setDone(true);
  }

  if (link.status === "none" || isDone) {
    return (
      <AuthFrame
        logo={logo}
        title={t(isDone ? "done" : "missing")}
        lead={t(isDone ? "doneLead" : "missingLead")}
      >
        <LinkOutcome>
          <ButtonLink href="/settings#notification-settings" variant="primary" size="lg">
            {t("settings")}
          </ButtonLink>
        </LinkOutcome>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame logo={logo} title={t("title")} lead={t("lead")}>
      <AuthForm form={form} onSubmit={(event) => void submit(event)}>
        <SubmitButton form={form}>{t("submit")}</SubmitButton>
      </AuthForm>
    </AuthFrame>
  );
}
