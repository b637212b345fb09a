"use client";

import { useTranslations } from "next-intl";
import { withGranted, type FrameAllowance } from "@/lib/sandbox/host/allowances";
import type { RunnerStatus } from "@/lib/sandbox/host/runner-events";
import {
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from "react";
import { AppIcon } from "@/components/ui/app-icon";
import { Button } from "@/components/ui/button";
import { reloadIfOnline } from "@/components/ui/reload-if-online";
import { download } from "@/lib/browser/download";
import { appDataFileName, describeAppData } from "@/lib/storage/export.client";
import { toast } from "@/components/ui/toast";
import { quotable } from "@/lib/shared/hidden-characters";
import { AppQuestionBox } from "./app-question-box";
import { QuestionQueue } from "./app-questions";
import type { AppFrameProps } from "./app-frame-types";
import { MovedNotice, useReturn } from "./moved-notice";
import { DownloadHint, LoadingNotice } from "./download-notices";
import { BarNotice, BlockedBar, DeviceBar, LeaveHint, ProblemBar, StoppedNotice } from "./frame-notices";
import { useShellOverlay } from "./use-shell-overlay";
import { useFocusRing } from "./use-focus-ring";
import { useRunner } from "./use-runner";

const BYTES_PER_MB = 1024 * 1024;
const NO_QUESTIONS = new QuestionQueue();

/** An app in its frame. Fills its container. The runtime loads on mount; `preloadApp` prefetches it. */
export function AppFrame(given: AppFrameProps) {
  const { props, allow } = useAllowances(given);
  const { app, covered = false, onReport, onClose, ref } = props;
  const t = useTranslations("sandbox");
  const container = useRef<HTMLDivElement>(null);
  const { run, view, runner } = useRunner({
    props,
    container,
    onCopied: () => toast(t("copied")),
    onNotice: ({ text, fragment }) => {
      const { onOpen, onUnseenNotice } = props;
      if (covered) onUnseenNotice?.();
      toast(<NoticeTitle icon={app.icon}>{t("notice.from", { name: quotable(app.name) })}</NoticeTitle>, {
        description: (
          <span className="line-clamp-3 break-words">{t("notice.text", { text: quotable(text) })}</span>
        ),
        action: covered && onOpen ? { label: t("notice.open"), onClick: () => onOpen(fragment) } : undefined,
      });
    },
  });
  const questions = run?.questions ?? NO_QUESTIONS;
  const question = useSyncExternalStore(questions.subscribe, questions.first, () => null);
  useFocusRing(container);
  const overlaid = useShellOverlay();
  const isCovered = covered || overlaid;
  useEffect(() => {
    // What covers the app, such as the composer, would not be seen.
    if (isCovered && document.fullscreenElement?.contains(container.current))
      void document.exitFullscreen().catch(() => undefined);
    runner.current?.cover(isCovered);
  }, [isCovered, runner, view.status]);

  // Without its code, which only a page load fetches again.
  const restart = (): void => (runner.current ? void runner.current.restart() : reloadIfOnline());
  const resume = (): void => void runner.current?.run();
  useReturn(view.status.status === "moved" && !view.status.conflict, covered, resume);
  useImperativeHandle(
    ref,
    () => ({
      restart: () => void runner.current?.restart(),
      suspend: async () => (await runner.current?.suspend()) ?? null,
      resume: () => {
        if (runner.current?.status.status === "suspended") void runner.current.run();
      },
      handOver: () => (run?.offer() ? run : null),
      memoryMb: () => (run && run.memoryBytes !== null ? run.memoryBytes / BYTES_PER_MB : null),
    }),
    [run, runner],
  );

  const { status, problem, loaded, shown } = view;
  const isRunning = status.status === "running";
  const isStarting = status.status === "loading" || (isRunning && !shown && !problem);
  const report = onReport && problem ? () => onReport(problem) : undefined;
  return (
    <div className="flex size-full flex-col overflow-hidden bg-surface" data-app-status={status.status}>
      <div className="relative min-h-0 flex-1">
        <div
          ref={container}
          className="absolute inset-0 -outline-offset-2 outline-ring data-focused:outline-2"
          inert={question !== null}
        />
        {isStarting && <LoadingNotice appName={app.name} download={view.download} />}
        {status.status === "failed" && <Failure status={status} onRetry={restart} onReport={report} />}
        {status.status === "suspended" && (
          <StoppedNotice
            title={t("suspendedTitle")}
            detail={t("suspendedText")}
            retryLabel={t("resume")}
            onRetry={resume}
          />
        )}
        {status.status === "moved" && (
          <MovedNotice
            appName={app.name}
            moved={status}
            onContinue={resume}
            onChoose={async (side) => runner.current?.choose(side)}
            onExport={() =>
              download(describeAppData(app, runner.current?.data.entries() ?? []), appDataFileName(app))
            }
          />
        )}
        {isRunning && problem?.blank && (
          <StoppedNotice
            title={t("problemTitle")}
            detail={problem.message}
            onRetry={restart}
            onReport={report}
          />
        )}
        {isRunning && view.unresponsive === "crashed" && (
          <StoppedNotice
            title={t("crashedTitle")}
            detail={t("crashedText")}
            onRetry={restart}
            retryLabel={t("startAgain")}
          />
        )}
        {isRunning && !isStarting && <DownloadHint download={view.download} />}
        <LeaveHint appName={app.name} shown={isRunning && view.leaving} />
        {question && (isRunning || question.kind === "allow") && (
          <AppQuestionBox
            key={question.id}
            appName={app.name}
            appIcon={app.icon ?? null}
            question={question}
          />
        )}
      </div>
      {/* Below the app: over it, they would hide what it shows there. */}
      {isRunning && (
        <div className="flex max-h-1/2 flex-none flex-col overflow-y-auto">
          {view.updated && (
            <BarNotice
              onDismiss={() => run?.dismiss("updated")}
              actions={
                <Button size="sm" onClick={reloadIfOnline}>
                  {t("restart")}
                </Button>
              }
            >
              {t("updated")}
            </BarNotice>
          )}
          {view.unsaved && <BarNotice>{t("unsaved")}</BarNotice>}
          {view.storageFull && (
            <BarNotice onDismiss={() => run?.dismiss("storageFull")}>{t("storageFull")}</BarNotice>
          )}
          {view.device && (
            <DeviceBar appName={app.name} notice={view.device} onDismiss={() => run?.dismiss("device")} />
          )}
          {props.onAllow && view.blocked && (
            <BlockedBar
              key={view.blocked}
              allowance={view.blocked}
              onAllow={allow}
              onDismiss={() => run?.dismiss("blocked")}
            />
          )}
          {view.unresponsive === "busy" && (
            <UnresponsiveBar
              onWait={() => runner.current?.keepWaiting()}
              onRestart={restart}
              onClose={onClose}
            />
          )}
          {loaded && problem && !problem.blank && (
            <ProblemBar
              problem={problem}
              onRetry={restart}
              onReport={report}
              onDismiss={() => run?.dismiss("problem")}
            />
          )}
        </div>
      )}
    </div>
  );
}

/**
 * Adds allowances granted during the run, so that the restarted app has them although the parent still passes the old
 * props.
 */
function useAllowances(props: AppFrameProps) {
  const { app, onAllow } = props;
  const [granted, setGranted] = useState<readonly FrameAllowance[]>([]);
  const allow = async (allowance: FrameAllowance): Promise<void> => {
    await onAllow?.(allowance);
    setGranted((before) => [...before, allowance]);
  };
  return { props: { ...props, app: { ...app, source: withGranted(app.source, granted) } }, allow };
}

/** Who speaks: the shell says so, beside the app's icon. */
function NoticeTitle({ icon, children }: { icon: string | null | undefined; children: ReactNode }) {
  return (
    <span className="flex items-center gap-2">
      <AppIcon src={icon} px={20} className="size-5 flex-none rounded-sm" eager />
      <span className="min-w-0 truncate">{children}</span>
    </span>
  );
}

/** Why an app that ran was ended. */
const ENDED: ReadonlySet<string> = new Set(["gone", "flood", "malformed", "focus"]);

interface FailureProps {
  status: Extract<RunnerStatus, { status: "failed" }>;
  onRetry: () => void;
  onReport?: (() => void) | undefined;
}

function Failure({ status, onRetry, onReport }: FailureProps) {
  const t = useTranslations("sandbox");
  const failures = useTranslations("sandbox.failure");
  // These messages are for the app's author and are not translated.
  const detail =
    status.code === "no_entry_point" || status.code === "entry_not_found" || status.code === "package_invalid"
      ? status.message
      : failures(status.code);
  return (
    <StoppedNotice
      title={failures("title")}
      detail={detail}
      onRetry={onRetry}
      retryLabel={ENDED.has(status.code) ? t("startAgain") : t("tryAgain")}
      onReport={onReport}
    />
  );
}

interface UnresponsiveProps {
  onWait: () => void;
  onRestart: () => void;
  onClose?: (() => void) | undefined;
}

function UnresponsiveBar({ onWait, onRestart, onClose }: UnresponsiveProps) {
  const t = useTranslations("sandbox");
  const common = useTranslations("common");
  return (
    <BarNotice
      actions={
        <>
          <Button size="sm" variant="ghost" onClick={onWait}>
            {t("wait")}
          </Button>
          {onClose && (
            <Button size="sm" variant="ghost" onClick={onClose}>
              {common("close")}
            </Button>
          )}
          <Button size="sm" onClick={onRestart}>
            {t("restart")}
          </Button>
        </>
      }
    >
      {t("unresponsive")}
    </BarNotice>
  );
}
