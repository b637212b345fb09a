"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { api } from "@/lib/browser/api";
import { noteMe } from "@/lib/auth/session.client";
import { postToTabs } from "@/lib/browser/tabs";
import type { Me } from "@/lib/people/user-contract";
import { AuthFrame, LinkOutcome } from "./auth-frame";
import { useFollowLink } from "./use-follow-link";

/** Follows the link that confirms the address of a new account, or a changed address. */
export function VerifyLink({ logo }: { logo: ReactNode }) {
  const t = useTranslations("auth.verify");
  const outcome = useFollowLink(async ({ token, purpose }) => {
    const changed = purpose === "change";
    const path = changed ? "/v2/auth/email/confirm" : "/v2/auth/verify";
    const { user } = await api<{ user?: Me }>(path, { method: "POST", body: { token } });
    if (user) noteMe(user);
    else postToTabs({ type: "changed" });
    return { signedIn: user !== undefined, changed };
  });

  if (!outcome) {
    return (
      <AuthFrame logo={logo} title={t("confirming")}>
        <LinkOutcome />
      </AuthFrame>
    );
  }
  const failed = outcome === "failed";
  return (
    <AuthFrame
      logo={logo}
      title={failed ? t("failed") : outcome.changed ? t("changed") : t("done")}
      lead={failed ? t("failedLead") : t("doneLead")}
    >
      <LinkOutcome>
        <Button variant="primary" size="lg" onClick={() => window.location.assign("/login")}>
          {!failed && outcome.signedIn ? t("goOn") : t("signIn")}
        </Button>
      </LinkOutcome>
    </AuthFrame>
  );
}
