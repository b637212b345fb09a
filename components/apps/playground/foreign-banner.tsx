"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";

/** Above a project of somebody else, which is gone with the page unless the person keeps it. */
export function ForeignBanner({ by, onKeep }: { by: string | null; onKeep: () => void }) {
  const t = useTranslations("playground");
  return (
    <div
      role="status"
      className="flex flex-none flex-wrap items-center gap-x-3 gap-y-2 border-b border-border bg-info-soft px-3 py-2 text-sm text-info"
    >
      <p className="min-w-0 flex-1 basis-56">{by ? t("fromApp", { by }) : t("fromLink")}</p>
      <Button size="sm" onClick={onKeep}>
        {t("keepProject")}
      </Button>
    </div>
  );
}

/** In the place of the preview, until the person wants somebody else's code to run. */
export function RunQuestion({ name, by, onRun }: { name: string; by: string | null; onRun: () => void }) {
  const t = useTranslations("playground");
  return (
    <div className="max-w-[26rem] p-6 text-center">
      <h2 className="text-lg text-balance break-words">
        {by ? t("runBy", { name, by }) : t("runUnknown", { name })}
      </h2>
      <p className="mt-1 text-sm text-pretty text-muted">{by ? t("runByText") : t("runUnknownText")}</p>
      <Button variant="primary" className="mt-5" onClick={onRun}>
        {t("runIt")}
      </Button>
    </div>
  );
}
