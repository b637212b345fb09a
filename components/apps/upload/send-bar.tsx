"use client";

import { UploadCloud } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { ApiError } from "@/lib/browser/api";
import type { Trial } from "@/lib/apps/trial-contract";
import type { Finding } from "@/lib/package/finding";
import { nextPatch } from "@/lib/package/semver";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";
import { FindingsList } from "./findings-list";
import type { UploadState } from "./use-upload";

interface SendBarProps {
  state: UploadState;
  label: string;
  disabled: boolean;
  onCancel: () => void;
  onRetry: () => void;
  onUseVersion: (version: string) => void;
  /** Uploads a version of a published app although it does not start. */
  onForce: () => void;
}

/** The trial of a version of a published app, which its maker has not seen. */
export function unseenTrial(state: UploadState): Trial | null {
  if (state.step !== "failed" || !(state.error instanceof ApiError)) return null;
  const { code, details } = state.error;
  return code === "trial_unseen" ? (details?.trial as Trial) : null;
}

/** The upload button, then the progress, and the failure. */
export function SendBar({ state, label, disabled, onCancel, onRetry, onUseVersion, onForce }: SendBarProps) {
  const t = useTranslations("apps.upload");
  const format = useFormatter();
  if (state.step === "idle" || state.step === "failed") {
    return (
      <div className="flex flex-col gap-4">
        {state.step === "failed" && !unseenTrial(state) && (
          <Failure error={state.error} onUseVersion={onUseVersion} onForce={onForce} />
        )}
        <Button
          type="submit"
          variant="primary"
          size="lg"
          className="sm:self-start"
          disabled={disabled}
          icon={<UploadCloud aria-hidden />}
        >
          {label}
        </Button>
      </div>
    );
  }
  if (state.step === "waiting") {
    return (
      <Banner
        tone="warning"
        role="status"
        actions={
          <>
            <Button size="sm" onClick={onRetry}>
              {t("resume")}
            </Button>
            <Button size="sm" variant="ghost" onClick={onCancel}>
              {t("cancel")}
            </Button>
          </>
        }
      >
        {t("waiting")}
      </Banner>
    );
  }
  const sent = state.share >= 1;
  return (
    <div className="card flex flex-col gap-3 p-4" role="status">
      <div className="flex items-center justify-between gap-3">
        <p className="text-sm font-medium">{sent ? t("finishing") : t("sending")}</p>
        <Button size="sm" variant="ghost" onClick={onCancel}>
          {t("cancel")}
        </Button>
      </div>
      <Progress label={t("sending")} value={sent ? undefined : state.share} />
      <p className="text-xs text-muted tabular-nums">
        {t("progress", { percent: format.number(state.share, { style: "percent" }) })}
      </p>
    </div>
  );
}

function Failure({
  error,
  onUseVersion,
  onForce,
}: { error: unknown } & Pick<SendBarProps, "onUseVersion" | "onForce">) {
  const t = useTranslations("apps.upload");
  const errors = useErrorTexts();
  const details = error instanceof ApiError ? error.details : undefined;
  const highest = typeof details?.highest === "string" ? details.highest : null;
  const findings = Array.isArray(details?.findings) ? (details.findings as Finding[]) : [];
  const next = highest && nextPatch(highest);
  const startsNot = error instanceof ApiError && error.code === "app_does_not_start";
  const texts = startsNot && Array.isArray(details?.errors) ? (details.errors as string[]) : [];
  return (
    <Banner
      tone="danger"
      role="alert"
      title={t("failed")}
      actions={
        startsNot ? (
          <Button size="sm" variant="danger" onClick={onForce}>
            {t("anyway")}
          </Button>
        ) : (
          next && (
            <Button size="sm" onClick={() => onUseVersion(next)}>
              {t("nextVersion", { version: next })}
            </Button>
          )
        )
      }
    >
      {errors.text(error)}
      {texts.length > 0 && (
        <ul className="mt-1 font-mono text-xs break-all">
          {texts.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {findings.length > 0 && <FindingsList findings={findings} />}
    </Banner>
  );
}
