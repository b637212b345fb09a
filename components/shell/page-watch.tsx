"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { reloadIfOnline } from "@/components/ui/reload-if-online";
import { toast } from "@/components/ui/toast";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { isChunkError } from "@/lib/shared/chunk-error";
import { cancelOfflineLoads, endProgress, watchLinks } from "./navigation-progress";

/** The listeners of every page, signed in or not. */
export function PageWatch() {
  const t = useTranslations("shell");
  const pathname = usePathname();
  const search = useSearchParams();
  useEffect(watchLinks, []);
  useEffect(endProgress, [pathname, search]);
  useEffect(() => cancelOfflineLoads(() => toast(t("needsConnection"), { tone: "warning" })), [t]);
  usePartsThatFail();
  return null;
}

/** Chunks that an action loads on demand and that fail: nothing else would report it. */
function usePartsThatFail(): void {
  const t = useTranslations("failure");
  const errors = useErrorTexts();
  useEffect(() => {
    const onRejection = (event: PromiseRejectionEvent) => {
      if (!isChunkError(event.reason)) return;
      const action = { label: t("partRetry"), onClick: reloadIfOnline };
      toast(errors.text(event.reason), { tone: "danger", action });
    };
    addEventListener("unhandledrejection", onRejection);
    return () => removeEventListener("unhandledrejection", onRejection);
  }, [t, errors]);
}
