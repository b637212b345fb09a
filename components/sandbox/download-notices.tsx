"use client";

import { useTranslations } from "next-intl";
import { Progress } from "@/components/ui/progress";
import { Spinner } from "@/components/ui/spinner";
import type { DownloadProgress } from "@/lib/sandbox/host/runner-events";

const BYTES_PER_MB = 1024 * 1024;

/** Covers an app without visible content. It fades in late, so that a quick start shows nothing. */
export function LoadingNotice({ appName, download }: { appName: string; download: DownloadProgress }) {
  const t = useTranslations("sandbox");
  return (
    <div className="absolute inset-0 grid animate-fade-in place-items-center bg-surface [animation-delay:300ms]">
      <div className="grid justify-items-center gap-3 px-4 text-sm text-muted">
        <p role="status" className="flex items-center gap-3">
          <Spinner />
          {t("loading", { app: appName })}
        </p>
        {download && <Figures download={download} />}
      </div>
    </div>
  );
}

/** Over a running app that waits for its files. It takes no room: the app would be laid out anew. */
export function DownloadHint({ download }: { download: DownloadProgress }) {
  const t = useTranslations("sandbox.download");
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-3 z-bar flex justify-center px-4">
      <p role="status" className="sr-only">
        {download && t("title")}
      </p>
      {download && (
        <div className="animate-fade-in rounded-lg border border-border bg-overlay px-4 py-2 text-sm shadow-lg">
          <Figures download={download} />
        </div>
      )}
    </div>
  );
}

function Figures({ download: { loaded, total } }: { download: NonNullable<DownloadProgress> }) {
  const t = useTranslations("sandbox.download");
  const figures = {
    loaded: Math.round(loaded / BYTES_PER_MB),
    total: Math.max(1, Math.round(total / BYTES_PER_MB)),
  };
  return (
    <div className="flex w-64 max-w-full items-center gap-3">
      <Progress label={t("title")} value={total ? loaded / total : 0} className="min-w-0 flex-1" />
      <span className="whitespace-nowrap tabular-nums">{t("size", figures)}</span>
    </div>
  );
}
