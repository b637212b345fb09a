"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ButtonLink } from "@/components/ui/button";
import { signInByMail } from "@/lib/auth/session.client";
import { AuthFrame, LinkOutcome } from "./auth-frame";
import { SecondFactorForm } from "./second-factor-form";
import { challengeOf, enterProduct } from "./sign-in";
import { useFollowLink } from "./use-follow-link";

/** Follows the link of a sign-in mail, and asks for the second factor where the account has one. */
export function SignInLink({ logo }: { logo: ReactNode }) {
  const t = useTranslations("auth");
  const outcome = useFollowLink(async ({ token }) => {
    try {
      await signInByMail({ token });
      enterProduct();
      return null;
    } catch (error) {
      const challenge = challengeOf(error);
      if (!challenge) throw error;
      return { challenge };
    }
  });

  if (outcome === "failed") {
    return (
      <AuthFrame logo={logo} title={t("callback.failed")} lead={t("callback.failedLead")}>
        <LinkOutcome>
          <ButtonLink href="/login" variant="primary" size="lg">
            {t("callback.back")}
          </ButtonLink>
        </LinkOutcome>
      </AuthFrame>
    );
  }
  if (outcome) {
    return (
      <AuthFrame logo={logo} title={t("secondFactor.title")}>
        <SecondFactorForm challenge={outcome.challenge} onBack={() => window.location.assign("/login")} />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame logo={logo} title={t("callback.title")}>
      <LinkOutcome />
    </AuthFrame>
  );
}
