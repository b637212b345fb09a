"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Progress } from "@/components/ui/progress";
import { ApiError } from "@/lib/browser/api";
import { importArchive } from "@/lib/exports/import-archive.client";
import { type ImportSummary, NotAnExport } from "@/lib/exports/import-support.client";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { ImportPeople } from "./import-people";

type State =
  | { step: "running"; share: number }
  | { step: "done"; summary: ImportSummary }
  | { step: "failed"; text: string; isRetryable: boolean };

const IMPORTED = ["posts", "pictures", "drafts", "scheduled", "lists", "projects", "apps", "known"] as const;
const SKIPPED = [
  "repliesToOthers",
  "missingPeople",
  "peopleElsewhere",
  "failedPosts",
  "failedPictures",
  "failedDrafts",
  "unscheduled",
  "failedLists",
  "failedProjects",
  "failedApps",
] as const;

/** Imports an archive and lists what was imported and what was skipped. */
export function ImportDialog({ file, userId, onClose }: { file: File; userId: string; onClose: () => void }) {
  const t = useTranslations("settings.yourData.import");
  const errors = useErrorTexts();
  const client = useQueryClient();
  const [state, setState] = useState<State>({ step: "running", share: 0 });
  const [round, setRound] = useState(0);

  const start = useEffectEvent((signal: AbortSignal) => {
    const failed = (error: unknown): string => {
      if (error instanceof NotAnExport) return t(error.reason);
      return errors.text(error);
    };
    importArchive({
      file,
      userId,
      signal,
      onProgress: (share) => setState({ step: "running", share }),
    }).then(
      (summary) => {
        if (signal.aborted) return;
        setState({ step: "done", summary });
        void client.invalidateQueries();
      },
      (error: unknown) => {
        // The same file will not become another one.
        const isRetryable = error instanceof ApiError;
        if (!signal.aborted) setState({ step: "failed", text: failed(error), isRetryable });
      },
    );
  });
  useEffect(() => {
    const stop = new AbortController();
    start(stop.signal);
    return () => stop.abort();
  }, [file, round]);

  const again = () => {
    setState({ step: "running", share: 0 });
    setRound(round + 1);
  };
  return (
    <Dialog
      open
      alert={state.step === "running"}
      closeHidden={state.step === "running"}
      onOpenChange={(open) => !open && state.step !== "running" && onClose()}
      title={t(`${state.step}Title`)}
      description={state.step === "running" ? t("runningLead") : undefined}
      footer={
        <>
          {state.step === "failed" && state.isRetryable && (
            <Button variant="outline" onClick={again}>
              {t("retry")}
            </Button>
          )}
          <Button variant={state.step === "running" ? "outline" : "primary"} onClick={onClose}>
            {t(state.step === "running" ? "stop" : "close")}
          </Button>
        </>
      }
    >
      <div role="status">
        {state.step === "running" && <Progress label={t("progress")} value={state.share} />}
        {state.step === "failed" && <p className="text-sm text-danger">{state.text}</p>}
        {state.step === "done" && (
          <>
            <ul className="flex flex-col gap-1 text-sm">
              {IMPORTED.filter((name) => name === "posts" || state.summary[name] > 0).map((name) => (
                <ImportedLine key={name}>{t(name, { count: state.summary[name] })}</ImportedLine>
              ))}
              {state.summary.settings && <ImportedLine>{t("settings")}</ImportedLine>}
            </ul>
            <ul className="mt-3 flex flex-col gap-1 text-sm text-muted">
              {SKIPPED.filter((name) => state.summary[name] > 0).map((name) => (
                <li key={name}>{t(name, { count: state.summary[name] })}</li>
              ))}
              <li>{t("never")}</li>
            </ul>
          </>
        )}
      </div>
      {state.step === "done" && state.summary.people.length > 0 && (
        <ImportPeople people={state.summary.people} />
      )}
    </Dialog>
  );
}

function ImportedLine({ children }: { children: ReactNode }) {
  return (
    <li className="flex items-center gap-2">
      <Check aria-hidden className="size-4 flex-none text-success" />
      {children}
    </li>
  );
}
