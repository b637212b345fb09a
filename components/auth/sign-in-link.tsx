"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { ButtonLink } from "@/components/ui/button";
import { signInByMail } from "@/lib/auth/session.client";
import { useLinkToken } from "@/lib/auth/use-link-token";
import { AuthFrame } from "./auth-frame";
import { enterProduct } from "./enter-product";
import { LinkOutcome } from "./link-outcome";
import { SecondFactorForm } from "./second-factor-form";

type Outcome = { state: "working" } | { state: "failed" } | { state: "secondFactor"; challenge: string };

/** Follows the link of a sign-in mail; where the account has a second factor, asks for it. */
export function SignInLink({ logo }: { logo: ReactNode }) {
  const t = useTranslations("auth");
  const link = useLinkToken();
  const [outcome, setOutcome] = useState<Outcome>({ state: "working" });
  const sent = useRef(false);

  useEffect(() => {
    if (link.status === "reading" || sent.current) return;
    sent.current = true;
    const signIn = async (): Promise<Outcome> => {
      if (link.status === "none") return { state: "failed" };
      try {
        await signInByMail({ token: link.token });
        enterProduct();
        return { state: "working" };
      } catch (error) {
        const { code, details } = error as { code?: string; details?: { challenge?: string } };
        return code === "second_factor_required" && details?.challenge
          ? { state: "secondFactor", challenge: details.challenge }
          : { state: "failed" };
      }
    };
    void signIn().then(setOutcome);
  }, [link]);

  if (outcome.state === "secondFactor") {
    return (
      <AuthFrame logo={logo} title={t("secondFactor.title")}>
        <SecondFactorForm challenge={outcome.challenge} onBack={() => window.location.assign("/login")} />
      </AuthFrame>
    );
  }
  const failed = outcome.state === "failed";
  return (
    <AuthFrame
      logo={logo}
      title={failed ? t("callback.failed") : t("callback.title")}
      lead={failed ? t("callback.failedLead") : undefined}
    >
      <LinkOutcome working={outcome.state === "working"}>
        {failed && (
          <ButtonLink href="/login" variant="primary" size="lg">
            {t("callback.back")}
          </ButtonLink>
        )}
      </LinkOutcome>
    </AuthFrame>
  );
}
