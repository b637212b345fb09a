"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { api } from "@/lib/browser/api";
import { LinkAction } from "./link-action";

/** Signs out the device that a mail reported. */
export function UnknownDevice({ logo }: { logo: ReactNode }) {
  const t = useTranslations("auth.device");
  return (
    <LinkAction
      logo={logo}
      title={t("title")}
      lead={t("lead")}
      submitLabel={t("end")}
      run={(token) => api("/v2/auth/sessions/end", { method: "POST", body: { token } })}
      refusal={{ code: "invalid_code", text: t("tooLate") }}
      done={{ title: t("ended"), lead: t("endedLead"), href: "/auth/recover", link: t("newPassword") }}
      missing={{ title: t("missing"), lead: t("missingLead"), href: "/login", link: t("signIn") }}
    />
  );
}
