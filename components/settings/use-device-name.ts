"use client";

import { useTranslations } from "next-intl";
import { describeUserAgent } from "@/lib/auth/user-agent";

/** Names a device by its user agent: "Firefox on Linux". */
export function useDeviceName(): (userAgent: string, kind?: string) => string {
  const t = useTranslations("settings.security");
  return (userAgent, kind) => {
    const { browser, system } = describeUserAgent(userAgent);
    if (browser && system) return t("deviceName", { browser, system });
    return browser ?? system ?? (kind === "api" ? t("apiClient") : t("unknownDevice"));
  };
}
