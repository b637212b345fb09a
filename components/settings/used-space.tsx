"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { deviceUseQuery } from "@/lib/apps/settings-queries";
import { useAuthStore } from "@/lib/auth/store";
import { byteSize } from "@/lib/shared/byte-size";

const KIB = 1024;

/** What an app keeps beside the account, if anything. */
export function DeviceSpace({ appId }: { appId: string }) {
  const t = useTranslations("settings.appData");
  const userId = useAuthStore(({ user }) => user?.id ?? "");
  const { data } = useQuery(deviceUseQuery(userId));
  const bytes = data?.get(appId);
  if (!bytes) return null;
  return <p className="mt-1 text-xs text-warning">{t("device", { size: byteSize(bytes) })}</p>;
}

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
