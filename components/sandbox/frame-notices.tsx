"use client";

import { RotateCcw, TriangleAlert, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { quotable } from "@/lib/shared/hidden-characters";
import type { FrameAllowance } from "@/lib/sandbox/host/allowances";
import type { Problem, RunnerEvent } from "@/lib/sandbox/host/runner-events";

/** Over the app while Escape is held in it. The live region is there before, so that it is announced. */
export function LeaveHint({ appName, shown }: { appName: string; shown: boolean }) {
  const t = useTranslations("sandbox");
  return (
    <div
      role="status"
      className="pointer-events-none absolute inset-x-0 top-3 z-bar flex justify-center px-4"
    >
      {shown && (
        <p className="animate-fade-in rounded-full border border-border bg-overlay px-4 py-1.5 text-sm shadow-lg">
          {t("leaveHint", { app: appName })}
        </p>
      )}
    </div>
  );
}

interface StoppedNoticeProps {
  title: string;
  detail?: string | undefined;
  onRetry: () => void;
  retryLabel?: string;
  onReport?: (() => void) | undefined;
}

/** Replaces an app that cannot continue. */
export function StoppedNotice({ title, detail, onRetry, retryLabel, onReport }: StoppedNoticeProps) {
  const t = useTranslations("sandbox");
  return (
    <div role="alert" className="absolute inset-0 grid place-items-center overflow-y-auto bg-surface p-6">
      <div className="max-w-[28rem] text-center">
        <TriangleAlert aria-hidden className="mx-auto size-8 text-warning" />
        <h2 className="mt-3 text-lg">{title}</h2>
        {detail && (
          <p className="mt-1 max-h-40 overflow-y-auto text-sm break-words whitespace-pre-wrap text-muted">
            {detail}
          </p>
        )}
        <div className="mt-5 flex flex-wrap justify-center gap-2">
          {onReport && (
            <Button variant="ghost" onClick={onReport}>
              {t("report")}
            </Button>
          )}
          <Button variant="primary" icon={<RotateCcw aria-hidden />} onClick={onRetry}>
            {retryLabel ?? t("tryAgain")}
          </Button>
        </div>
      </div>
    </div>
  );
}

interface BarNoticeProps {
  children: ReactNode;
  actions?: ReactNode;
  onDismiss?: () => void;
}

/** A notice below a running app. */
export function BarNotice({ children, actions, onDismiss }: BarNoticeProps) {
  const t = useTranslations("common");
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-border bg-overlay px-3.5 py-2"
    >
      <TriangleAlert aria-hidden className="size-4.5 flex-none text-warning" />
      <div className="min-w-0 flex-1 basis-48 text-sm">{children}</div>
      <div className="flex items-center gap-2">
        {actions}
        {onDismiss && (
          <IconButton label={t("close")} size="sm" onClick={onDismiss}>
            <X aria-hidden />
          </IconButton>
        )}
      </div>
    </div>
  );
}

interface ProblemBarProps {
  problem: Problem;
  onRetry: () => void;
  onReport?: (() => void) | undefined;
  onDismiss: () => void;
}

export function ProblemBar({ problem, onRetry, onReport, onDismiss }: ProblemBarProps) {
  const t = useTranslations("sandbox");
  return (
    <BarNotice
      onDismiss={onDismiss}
      actions={
        <>
          {onReport && (
            <Button size="sm" variant="ghost" onClick={onReport}>
              {t("report")}
            </Button>
          )}
          <Button size="sm" onClick={onRetry}>
            {t("tryAgain")}
          </Button>
        </>
      }
    >
      <p className="font-medium">{t("problemTitle")}</p>
      <p className="line-clamp-2 break-words text-muted">{problem.message}</p>
    </BarNotice>
  );
}

interface DeviceBarProps {
  appName: string;
  notice: Extract<RunnerEvent, { type: "device" }>;
  onDismiss: () => void;
}

/** Databases of the app are too large for the account. */
export function DeviceBar({ appName, notice: { place, device }, onDismiss }: DeviceBarProps) {
  const t = useTranslations("sandbox.device");
  const texts = { app: quotable(appName), device: device ?? "other" };
  return <BarNotice onDismiss={onDismiss}>{t(place, texts)}</BarNotice>;
}

interface BlockedBarProps {
  allowance: FrameAllowance;
  onAllow: (allowance: FrameAllowance) => Promise<unknown>;
  onDismiss: () => void;
}

/** For the developer of an app: its code needs an allowance that packing did not detect. */
export function BlockedBar({ allowance, onAllow, onDismiss }: BlockedBarProps) {
  const t = useTranslations("sandbox.blocked");
  const [step, setStep] = useState<"asking" | "saving" | "failed">("asking");
  const allow = () => {
    setStep("saving");
    onAllow(allowance).then(onDismiss, () => setStep("failed"));
  };
  return (
    <BarNotice
      onDismiss={onDismiss}
      actions={
        <Button size="sm" disabled={step === "saving"} onClick={allow}>
          {t("allow")}
        </Button>
      }
    >
      <p className="font-medium">{t(allowance)}</p>
      <p className="text-muted">{t(step === "failed" ? "failed" : "why")}</p>
    </BarNotice>
  );
}
