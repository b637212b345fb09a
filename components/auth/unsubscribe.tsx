"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { api } from "@/lib/browser/api";
import { LinkAction } from "./link-action";

/** Ends the digest of a mail, also for who is signed out. */
export function Unsubscribe({ logo }: { logo: ReactNode }) {
  const t = useTranslations("auth.unsubscribe");
  const settings = { href: "/settings#notification-settings", link: t("settings") };
  return (
    <LinkAction
      logo={logo}
      title={t("title")}
      lead={t("lead")}
      submitLabel={t("submit")}
      run={(token) => api("/v1/digest/unsubscribe", { method: "POST", query: { token } })}
      refusal={{ code: "validation_error", text: t("missingLead") }}
      done={{ title: t("done"), lead: t("doneLead"), ...settings }}
      missing={{ title: t("missing"), lead: t("missingLead"), ...settings }}
    />
  );
}
