"use client";

import { useTranslations } from "next-intl";
import { Banner } from "@/components/ui/banner";

/** What failed about a form as a whole, and when to try again where that is known. */
export function FormFailure({ text, retryAfter }: { text: string | undefined; retryAfter?: number }) {
  const t = useTranslations("errors");
  if (!text) return null;
  return (
    <Banner tone="danger" role="alert" title={text}>
      {retryAfter !== undefined &&
        t("retryIn", { minutes: retryAfter < 60 ? 0 : Math.ceil(retryAfter / 60), seconds: retryAfter })}
    </Banner>
  );
}
