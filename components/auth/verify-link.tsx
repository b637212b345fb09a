"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { api } from "@/lib/browser/api";
import { noteMe } from "@/lib/auth/session.client";
import { postToTabs } from "@/lib/browser/tabs";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import type { Me } from "@/lib/people/user-contract";
import { AuthFrame, LinkOutcome } from "./auth-frame";
import { type Followed, useFollowLink } from "./use-follow-link";

type Confirmed = { signedIn: boolean; changed: boolean };

async function follow({ token, purpose }: { token: string; purpose: string | null }): Promise<Confirmed> {
  const changed = purpose === "change";
  const path = changed ? "/v2/auth/email/confirm" : "/v2/auth/verify";
  const { user } = await api<{ user?: Me }>(path, { method: "POST", body: { token } });
  if (user) noteMe(user);
  else postToTabs({ type: "changed" });
  return { signedIn: user !== undefined, changed };
}

/** Follows the link that confirms the address of a new account, or a changed address. */
export function VerifyLink({ logo, isSignedIn }: { logo: ReactNode; isSignedIn: boolean }) {
  const t = useTranslations("auth.verify");
  const describe = useDescription();
  const outcome = useFollowLink(follow);

  if (!outcome) {
    return (
      <AuthFrame logo={logo} title={t("confirming")}>
        <LinkOutcome />
      </AuthFrame>
    );
  }
  const { title, lead } = describe(outcome);
  const retry = outcome.failure?.retry;
  const goesOn = outcome.failure ? isSignedIn : outcome.result.signedIn;
  return (
    <AuthFrame logo={logo} title={title} lead={lead}>
      <LinkOutcome>
        <Button variant="primary" size="lg" onClick={retry ?? (() => window.location.assign("/login"))}>
          {retry ? t("retry") : goesOn ? t("goOn") : t("signIn")}
        </Button>
      </LinkOutcome>
    </AuthFrame>
  );
}

function useDescription() {
  const t = useTranslations("auth.verify");
  const errors = useErrorTexts();
  return ({ failure, result }: Followed<Confirmed>): { title: string; lead: string } => {
    if (!failure) return { title: result.changed ? t("changed") : t("done"), lead: t("doneLead") };
    switch (failure.reason) {
      case "used":
        return {
          title: failure.purpose === "change" ? t("changedBefore") : t("doneBefore"),
          lead: t("doneBeforeLead"),
        };
      case "unanswered":
        return { title: t("unanswered"), lead: errors.text(failure.error) };
      case "missing":
        return { title: t("missing"), lead: t("missingLead") };
      case "ended":
        return { title: t("failed"), lead: t("failedLead") };
    }
  };
}
