"use client";

import { useQuery } from "@tanstack/react-query";
import { MonitorSmartphone } from "lucide-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { deviceUseQuery } from "@/lib/apps/settings-queries";
import { useAuthStore } from "@/lib/auth/store";
import { byteSize } from "@/lib/shared/byte-size";

/** On an app's page: the person's data that is stored on this device only. */
export function DeviceDataNote({ appId }: { appId: string }) {
  const t = useTranslations("apps");
  const userId = useAuthStore(({ user }) => user?.id ?? null);
  const { data } = useQuery({ ...deviceUseQuery(userId ?? ""), enabled: userId !== null });
  const bytes = data?.get(appId);
  if (!bytes) return null;
  return (
    <p className="card flex gap-3 p-4 text-sm text-pretty lg:p-5">
      <MonitorSmartphone aria-hidden className="mt-0.5 size-4.5 flex-none text-warning" />
      <span>
        {t("deviceData", { size: byteSize(bytes) })}{" "}
        <Link href={`/settings/apps/${appId}`} className="text-accent hover:underline">
          {t("deviceDataSettings")}
        </Link>
      </span>
    </p>
  );
}
