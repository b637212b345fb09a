"use client";

import { useTranslations } from "next-intl";
import { Button } from "./button";

/** Shown in place of a list that failed to load. */
export function LoadFailed({ text, onRetry }: { text: string; onRetry: () => unknown }) {
  const t = useTranslations("common");
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-6 py-12 text-center text-sm text-muted">
      <p>{text}</p>
      <Button variant="outline" onClick={() => void onRetry()}>
        {t("retry")}
      </Button>
    </div>
  );
}
