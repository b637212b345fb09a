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

/** Signs out the device that a mail reported. Requires a click, because mail scanners follow links. */
export function UnknownDevice({ logo }: { logo: ReactNode }) {
  const t = useTranslations("auth.device");
  const link = useLinkToken();
  const [isEnded, setEnded] = useState(false);
  const form = useSubmit("other", [], (error) =>
    (error as { code?: string }).code === "invalid_code" ? t("tooLate") : null,
  );

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (link.status !== "found") return;
    const done = await form.run(async () => {
      await api("/v2/auth/sessions/end", { method: "POST", body: { token: link.token } });
      return true;
    });
    if (done) setEnded(true);
  }

  if (link.status === "none" || isEnded) {
    return (
      <AuthFrame
        logo={logo}
        title={t(isEnded ? "ended" : "missing")}
        lead={t(isEnded ? "endedLead" : "missingLead")}
      >
        <LinkOutcome>
          <ButtonLink href={isEnded ? "/auth/recover" : "/login"} variant="primary" size="lg">
            {t(isEnded ? "newPassword" : "signIn")}
          </ButtonLink>
        </LinkOutcome>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame logo={logo} title={t("title")} lead={t("lead")}>
      <AuthForm form={form} onSubmit={(event) => void submit(event)}>
        <SubmitButton form={form}>{t("end")}</SubmitButton>
      </AuthForm>
    </AuthFrame>
  );
}
