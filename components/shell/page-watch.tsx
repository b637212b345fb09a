"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { toast } from "@/components/ui/toast";
import { arrive, stayWhileOffline, watchLeaving } from "./leaving";

/** What any page listens for, and shows only then. */
export function PageWatch() {
  const t = useTranslations("shell");
  const pathname = usePathname();
  const search = useSearchParams();
  useEffect(watchLeaving, []);
  useEffect(arrive, [pathname, search]);
  useEffect(() => stayWhileOffline(() => toast(t("needsConnection"), { tone: "warning" })), [t]);
  return null;
}
