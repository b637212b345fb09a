"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { Tips } from "@/components/ui/tips";
import { toast } from "@/components/ui/toast";
import { keepPlaces } from "./kept-places";
import { arrive, stayWhileOffline, watchLeaving } from "./leaving";
import { ThemeChange } from "./theme-change";

/** What any page listens for, and shows only then. */
export function PageWatch() {
  const t = useTranslations("shell");
  const pathname = usePathname();
  const search = useSearchParams();
  useEffect(keepPlaces, []);
  useEffect(watchLeaving, []);
  useEffect(arrive, [pathname, search]);
  useEffect(() => stayWhileOffline(() => toast(t("needsConnection"), { tone: "warning" })), [t]);
  return (
    <>
      <Tips />
      <ThemeChange />
    </>
  );
}
