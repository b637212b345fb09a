"use client";

import { useFormatter, useTranslations } from "next-intl";

const KIB = 1024;

export function UsedSpace({ usedBytes, quotaBytes }: { usedBytes: number; quotaBytes: number }) {
  const t = useTranslations("settings.appData");
  const format = useFormatter();
  const kilobytes = (bytes: number) =>
    format.number(bytes && Math.max(0.1, bytes / KIB), { maximumFractionDigits: bytes < 10 * KIB ? 1 : 0 });
  return (
    <p className="mt-1 text-xs text-muted">
      {t("used", { used: kilobytes(usedBytes), quota: kilobytes(quotaBytes) })}
    </p>
  );
}
