"use client";

import { useTranslations } from "next-intl";
import { Button } from "./button";

export interface LoadFailedProps {
  /** What went wrong. */
  text: string;
  onRetry: () => unknown;
}

/** Stands in the place of what could not be loaded. */
export function LoadFailed({ text, onRetry }: LoadFailedProps) {
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
