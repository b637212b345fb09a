"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { reloadIfOnline } from "@/components/ui/reload-if-online";
import { isChunkError } from "@/lib/shared/chunk-error";
import { useErrorReport } from "./use-error-report";

export interface ErrorScreenProps {
  error: Error & { digest?: string; requestId?: string };
  onRetry: () => void;
}

/** Only plain elements: it must render even if other chunks fail to load. */
export function ErrorScreen({ error, onRetry }: ErrorScreenProps) {
  const t = useTranslations("failure");
  const common = useTranslations("common");
  const { repeated, reference } = useErrorReport(error);
  const isPart = isChunkError(error);
  return (
    <div role="alert" className="grid min-h-[70dvh] place-items-center px-4 py-12">
      <div className="flex max-w-md flex-col items-center text-center">
        <BurstBubble />
        <h1 className="mt-5 text-xl">{t("title")}</h1>
        <p className="mt-2 text-sm text-balance text-muted">
          {isPart ? common(navigator.onLine ? "partFailed" : "partOffline") : t("description")}
        </p>
        {repeated && <p className="mt-3 text-sm text-balance text-danger">{t("repeated")}</p>}
        <div className="mt-6 flex flex-wrap justify-center gap-2">
          <button type="button" className="btn btn-primary" onClick={isPart ? reloadIfOnline : onRetry}>
            {t("tryAgain")}
          </button>
          <button type="button" className="btn btn-outline" onClick={() => location.reload()}>
            {t("reload")}
          </button>
          {/* A page load, because the state of this page may be broken. */}
          <button
            type="button"
            className="btn btn-ghost"
            onClick={() => location.assign(new URL("/", location.href))}
          >
            {t("goHome")}
          </button>
        </div>
        {reference && <Reference value={reference} />}
      </div>
    </div>
  );
}

function Reference({ value }: { value: string }) {
  const t = useTranslations("failure");
  const common = useTranslations("common");
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(value).then(
      () => setCopied(true),
      // Without the permission, the text can still be selected.
      () => undefined,
    );
  };
  return (
    <p className="mt-8 flex flex-wrap items-center justify-center gap-x-2 gap-y-1 text-xs text-subtle">
      <span>{t("reference")}</span>
      <code className="font-mono text-muted select-all">{value}</code>
      <button type="button" className="btn btn-ghost btn-sm" onClick={() => void copy()}>
        <span aria-live="polite">{common(copied ? "copied" : "copyReference")}</span>
      </button>
    </p>
  );
}

function BurstBubble() {
  return (
    <svg
      viewBox="0 0 96 96"
      className="size-20"
      fill="none"
      aria-hidden
      strokeLinecap="round"
      strokeWidth="5"
    >
      <path className="stroke-like" d="M48 26c12 0 22 10 22 22M26 48c0-7 3-13 8-17M62 65a22 22 0 0 1-27 1" />
      <path className="stroke-accent" d="M74 22l5-6M82 42l8-2M22 22l-5-6M14 54l-8 2M72 72l5 6M28 76l-4 6" />
    </svg>
  );
}
