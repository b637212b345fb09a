"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { toast } from "@/components/ui/toast";
import { cancelOfflineLoads, endProgress, watchLinks } from "./navigation-progress";

/** The listeners of every page, signed in or not. */
export function PageWatch() {
  const t = useTranslations("shell");
  const pathname = usePathname();
  const search = useSearchParams();
  useEffect(watchLinks, []);
  useEffect(endProgress, [pathname, search]);
  useEffect(() => cancelOfflineLoads(() => toast(t("needsConnection"), { tone: "warning" })), [t]);
  return null;
}
