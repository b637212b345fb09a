"use client";

import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { Button, buttonClass } from "@/components/ui/button";
import { LoadFailed } from "@/components/ui/load-failed";
import { Progress } from "@/components/ui/progress";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import type { Export } from "@/lib/exports/contract";
import { exportHref, exportsQuery, useStartExport } from "@/lib/exports/queries";
import { useDateFormat } from "@/lib/i18n/use-date-format";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { byteSize } from "@/lib/shared/byte-size";
import { SettingsRow, SettingsSection } from "./settings-section";

const ImportDialog = dynamic(() => import("./import-dialog").then((module) => module.ImportDialog), {
  ssr: false,
});

/** Exports the person's data, and imports an archive. */
export function YourDataSection({ userId }: { userId: string }) {
  const t = useTranslations("settings");
  const formatDate = useDateFormat();
  const errors = useErrorTexts();
  const query = useQuery(exportsQuery());
  const start = useStartExport();
  const newest = query.data?.items[0];
  const nextAt = query.data?.nextAt;
  const isPending = newest?.status === "waiting" || newest?.status === "running";
  const label = !newest ? "start" : newest.status === "failed" ? "retry" : "again";
  return (
    <SettingsSection id="your-data" title={t("sections.yourData")} lead={t("yourData.lead")}>
      <SettingsRow label={t("yourData.export")} hint={t("yourData.exportHint")}>
        {query.data && !isPending && !nextAt && (
          <Button
            variant="outline"
            loading={start.isPending}
            onClick={() =>
              start.mutate(undefined, {
                onError: (error) => void toast(errors.text(error), { tone: "danger" }),
              })
            }
          >
            {t(`yourData.${label}`)}
          </Button>
        )}
      </SettingsRow>
      {query.isPending && (
        <div className="p-4">
          <Skeleton className="h-10 w-full" />
        </div>
      )}
      {query.isError && <LoadFailed text={errors.text(query.error)} onRetry={query.refetch} />}
      {newest && (
        <div role="status">
          <ExportState newest={newest} />
        </div>
      )}
      {nextAt && (
        <SettingsRow
          hint={t("yourData.nextAt", {
            date: formatDate(nextAt, { dateStyle: "medium", timeStyle: "short" }),
          })}
        />
      )}
      <ImportRow userId={userId} />
    </SettingsSection>
  );
}

function ImportRow({ userId }: { userId: string }) {
  const t = useTranslations("settings.yourData.import");
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  return (
    <SettingsRow label={t("label")} hint={t("hint")}>
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
        aria-label={t("file")}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          setFile(event.target.files?.[0] ?? null);
          event.target.value = "";
        }}
      />
      <Button variant="outline" onClick={() => input.current?.click()}>
        {t("choose")}
      </Button>
      {file && <ImportDialog file={file} userId={userId} onClose={() => setFile(null)} />}
    </SettingsRow>
  );
}

function ExportState({ newest }: { newest: Export }) {
  const t = useTranslations("settings.yourData");
  const formatDate = useDateFormat();
  const { id, status, progress, bytes, createdAt, expiresAt } = newest;
  const day = (iso: string) => formatDate(iso, { dateStyle: "medium" });
  if (status === "failed") return <SettingsRow hint={<span className="text-danger">{t("failed")}</span>} />;
  if (status === "ready")
    return (
      <SettingsRow
        hint={t("ready", {
          date: day(createdAt),
          size: byteSize(bytes),
          until: day(expiresAt ?? createdAt),
        })}
      >
        <a href={exportHref(id)} download className={buttonClass({ variant: "primary" })}>
          <Download aria-hidden />
          {t("download")}
        </a>
      </SettingsRow>
    );
  return (
    <div className="px-4 py-3.5">
      <p className="mb-2 text-sm text-muted">{t(status)}</p>
      {status === "running" ? (
        <Progress label={t("progress")} value={progress / 100} />
      ) : (
        <Progress label={t("progress")} />
      )}
    </div>
  );
}
