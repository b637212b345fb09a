"use client";

import { MonitorSmartphone } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import type { RunnerStatus } from "@/lib/sandbox/host/runner-events";

type Moved = Extract<RunnerStatus, { status: "moved" }>;

interface MovedNoticeProps {
  appName: string;
  moved: Moved;
  onContinue: () => void;
  /** Rejects if the choice cannot be carried out. */
  onChoose: (side: "mine" | "other") => Promise<void>;
  /** Saves the data of this device as a file. */
  onExport: () => void;
}

/** Replaces an app that goes on in another browser or tab. Asks which data to keep if both sides have saved. */
export function MovedNotice({ appName, moved, onContinue, onChoose, onExport }: MovedNoticeProps) {
  const t = useTranslations("sandbox.moved");
  const [pending, setPending] = useState<"mine" | "other" | "both" | null>(null);
  const by = moved.by ?? "elsewhere";
  const heading = useRef<HTMLHeadingElement>(null);
  // The frame that had the focus is gone; on its heading, a screen reader reads what happened.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [moved.conflict]);

  const choose = async (choice: "mine" | "other" | "both") => {
    setPending(choice);
    try {
      if (choice === "both") onExport();
      await onChoose(choice === "mine" ? "mine" : "other");
    } catch {
      toast(t("failed"), { tone: "danger" });
    } finally {
      setPending(null);
    }
  };

  return (
    <div className="absolute inset-0 grid place-items-center overflow-y-auto bg-surface p-6">
      <div className="max-w-[28rem] text-center">
        <MonitorSmartphone aria-hidden className="mx-auto size-8 text-muted" />
        <h2 ref={heading} tabIndex={-1} className="mt-3 text-lg text-balance focus:outline-none">
          {moved.conflict ? t("conflictTitle", { app: appName }) : t(`title.${by}`, { app: appName })}
        </h2>
        <p className="mt-1 text-sm text-pretty text-muted">
          {moved.conflict ? t(`conflictText.${by}`) : t("text")}
        </p>
        {moved.conflict ? (
          <div className="mt-5 flex flex-col gap-2">
            {(["mine", "other", "both"] as const).map((choice) => (
              <Button
                key={choice}
                variant="outline"
                loading={pending === choice}
                aria-disabled={pending !== null}
                onClick={() => pending === null && void choose(choice)}
              >
                {t(`choice.${choice}`)}
              </Button>
            ))}
          </div>
        ) : (
          <Button variant="primary" className="mt-5" onClick={onContinue}>
            {t("continue")}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Calls back when a moved app is looked at again after it was out of sight. */
export function useReturn(isMoved: boolean, isInBackground: boolean, onReturn: () => void): void {
  const wasAway = useRef(false);
  const latest = useRef(onReturn);
  useEffect(() => {
    latest.current = onReturn;
  });
  useEffect(() => {
    if (!isMoved) {
      wasAway.current = false;
      return;
    }
    const look = () => {
      if (isInBackground || document.hidden) wasAway.current = true;
      else if (wasAway.current) {
        wasAway.current = false;
        latest.current();
      }
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [isMoved, isInBackground]);
}
