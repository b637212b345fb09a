"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { LoadFailed } from "@/components/ui/load-failed";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { digestQuery, useChangeDigest } from "@/lib/digest/queries";
import { useDateFormat } from "@/lib/i18n/use-date-format";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { SettingsRow } from "./settings-section";

/** A mail about what the person missed: off, daily or weekly. */
export function DigestRow() {
  const t = useTranslations("settings.digest");
  const errors = useErrorTexts();
  const formatDate = useDateFormat();
  const query = useQuery(digestQuery());
  const change = useChangeDigest();
  if (query.isError) return <LoadFailed text={errors.text(query.error)} onRetry={query.refetch} />;
  if (!query.data)
    return (
      <div className="p-4">
        <Skeleton className="h-10 w-full" />
      </div>
    );
  const { isAvailable, every, nextAt, timeZone } = query.data;
  if (!isAvailable && every === "off") return <SettingsRow label={t("label")} hint={t("unavailable")} />;
  const next =
    nextAt &&
    t("next", {
      date: formatDate(nextAt, { dateStyle: "medium", timeStyle: "short", timeZone: timeZone ?? "UTC" }),
      timeZone: timeZone ?? "UTC",
    });
  return (
    <SettingsRow
      label={t("label")}
      hint={
        <>
          {t("hint")}
          <span role="status" className="block">
            {next}
          </span>
        </>
      }
    >
      <SegmentedControl
        label={t("label")}
        value={change.isPending ? change.variables : every}
        onValueChange={(choice) =>
          change.mutate(choice, { onError: (error) => void toast(errors.text(error), { tone: "danger" }) })
        }
        segments={(["off", "daily", "weekly"] as const).map((value) => ({ value, label: t(value) }))}
      />
    </SettingsRow>
  );
}
