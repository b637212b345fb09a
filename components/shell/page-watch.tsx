"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { reloadIfOnline } from "@/components/ui/reload-if-online";
import { toast } from "@/components/ui/toast";
import { Toaster } from "@/components/ui/toaster";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { isChunkError } from "@/lib/shared/chunk-error";
import { endProgress, watchNavigations } from "./navigation-progress";

/** The toasts of every page and its listeners, signed in or not. */
export function PageWatch() {
  const t = useTranslations("shell");
  const pathname = usePathname();
  const search = useSearchParams();
  useEffect(endProgress, [pathname, search]);
  useEffect(() => {
    const sayOffline = () => toast(t("needsConnection"), { id: "needs-connection", tone: "warning" });
    return watchNavigations(sayOffline);
  }, [t]);
  usePartsThatFail();
  return <Toaster />;
}

/** Chunks that an action loads on demand and that fail: nothing else would report it. */
function usePartsThatFail(): void {
  const t = useTranslations("common");
  const errors = useErrorTexts();
  useEffect(() => {
    const onRejection = (event: PromiseRejectionEvent) => {
      if (!isChunkError(event.reason)) return;
      const action = { label: t("retry"), onClick: reloadIfOnline };
      toast(errors.text(event.reason), { tone: "danger", action });
    };
    addEventListener("unhandledrejection", onRejection);
    return () => removeEventListener("unhandledrejection", onRejection);
  }, [t, errors]);
}
