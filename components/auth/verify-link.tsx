"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { api } from "@/lib/browser/api";
import { noteMe } from "@/lib/auth/session.client";
import { postToTabs } from "@/lib/browser/tabs";
import { useLinkToken } from "@/lib/auth/use-link-token";
import type { Me } from "@/lib/people/user-contract";
import { AuthFrame } from "./auth-frame";
import { LinkOutcome } from "./link-outcome";

type Outcome =
  { state: "working" } | { state: "done"; signedIn: boolean; changed: boolean } | { state: "failed" };

/** Follows the link that confirms an address: a new account's, or a changed one's. */
export function VerifyLink({ logo }: { logo: ReactNode }) {
  const t = useTranslations("auth.verify");
  const link = useLinkToken();
  const [outcome, setOutcome] = useState<Outcome>({ state: "working" });
  const sent = useRef(false);

  useEffect(() => {
    if (link.status === "reading" || sent.current) return;
    sent.current = true;
    const confirm = async (): Promise<Outcome> => {
      if (link.status === "none") return { state: "failed" };
      const changed = link.purpose === "change";
      const path = changed ? "/v2/auth/email/confirm" : "/v2/auth/verify";
      try {
        const { user } = await api<{ user?: Me }>(path, { method: "POST", body: { token: link.token } });
        if (user) noteMe(user);
        else postToTabs({ type: "changed" });
        return { state: "done", signedIn: user !== undefined, changed };
      } catch {
        return { state: "failed" };
      }
    };
    void confirm().then(setOutcome);
  }, [link]);

  const title =
    outcome.state === "working"
      ? t("confirming")
      : outcome.state === "failed"
        ? t("failed")
        : outcome.changed
          ? t("changed")
          : t("done");
  const lead =
    outcome.state === "failed" ? t("failedLead") : outcome.state === "done" ? t("doneLead") : undefined;
  return (
    <AuthFrame logo={logo} title={title} lead={lead}>
      <LinkOutcome working={outcome.state === "working"}>
        {outcome.state !== "working" && (
          <Button variant="primary" size="lg" onClick={() => window.location.assign("/login")}>
            {outcome.state === "done" && outcome.signedIn ? t("goOn") : t("signIn")}
          </Button>
        )}
      </LinkOutcome>
    </AuthFrame>
  );
}
