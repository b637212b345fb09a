"use client";

import { useQuery } from "@tanstack/react-query";
import { Check, RotateCcw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { LoadFailed } from "@/components/ui/load-failed";
import { SkeletonText } from "@/components/ui/skeleton";
import { TimeAgo } from "@/components/ui/time-ago";
import type { AppProblem } from "@/lib/apps/problem-contract";
import { PROBLEM_MUTED, PROBLEM_NOT_LOADED, type ProblemEnding } from "@/lib/apps/problem-rules";
import { problemsQuery, useResolveProblem } from "@/lib/apps/statistics-queries";
import { PROBLEM_MIN_PEOPLE } from "@/lib/config/statistics-limits";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { useErrorToast } from "../use-error-toast";

/** Errors in an app's runs: the open ones, and below them those that the maker has resolved. */
export function Problems({ appId }: { appId: string }) {
  const t = useTranslations("statistics.errors");
  const errors = useErrorTexts();
  const { data, error, refetch } = useQuery(problemsQuery(appId));
  const resolve = useResolveProblem(appId);
  const failed = useErrorToast();
  const [announced, setAnnounced] = useState("");
  const box = useRef<HTMLDivElement>(null);
  /** The row that leaves its list, and the one after it. */
  const leaving = useRef<{ id: string; resolved: boolean; next?: string } | null>(null);
  useEffect(() => {
    const left = leaving.current;
    if (!left || data?.items.find(({ id }) => id === left.id)?.resolved !== left.resolved) return;
    leaving.current = null;
    const active = document.activeElement;
    if (active && active !== document.body) return;
    const find = (selector: string) => box.current?.querySelector<HTMLElement>(selector);
    const buttonOf = (id: string | undefined) => find(`[data-problem="${id}"] button`);
    (buttonOf(left.next) ?? find("summary") ?? buttonOf(left.id))?.focus();
  }, [data]);
  if (!data) {
    if (error) return <LoadFailed text={errors.text(error)} onRetry={refetch} />;
    return <SkeletonText lines={4} />;
  }
  const open = data.items.filter(({ resolved }) => !resolved);
  const resolved = data.items.filter((problem) => problem.resolved);
  const toggle = ({ id, resolved: wasResolved }: AppProblem) => {
    const list = wasResolved ? resolved : open;
    const index = list.findIndex((each) => each.id === id);
    leaving.current = { id, resolved: !wasResolved, next: (list[index + 1] ?? list[index - 1])?.id };
    resolve.mutate(
      { id, resolved: !wasResolved },
      {
        onSuccess: () => setAnnounced(t(wasResolved ? "isReopened" : "isResolved")),
        onError: (reason) => {
          leaving.current = null;
          failed(reason);
        },
      },
    );
  };
  const rows = { onToggle: toggle, isPending: resolve.isPending };
  return (
    <div ref={box}>
      <p role="status" className="sr-only">
        {announced}
      </p>
      {open.length === 0 ? (
        <p className="card px-4 py-6 text-center text-sm text-muted">
          {t(data.rare > 0 ? "noneShown" : "none")}
        </p>
      ) : (
        <ProblemList problems={open} {...rows} />
      )}
      {data.rare > 0 && (
        <p className="mt-3 text-sm text-muted">
          {t("rare", { count: data.rare, people: PROBLEM_MIN_PEOPLE })}
        </p>
      )}
      {resolved.length > 0 && (
        <details className="mt-3">
          <summary className="w-fit cursor-pointer rounded-xs py-1 text-sm text-muted touch:py-3 hover:text-text">
            {t("resolved", { count: resolved.length })}
          </summary>
          <p className="mb-2 text-sm text-muted">{t("resolvedHint")}</p>
          <ProblemList problems={resolved} {...rows} />
        </details>
      )}
    </div>
  );
}

type RowProps = { onToggle: (problem: AppProblem) => void; isPending: boolean };

function ProblemList({ problems, ...props }: RowProps & { problems: AppProblem[] }) {
  return (
    <ul className="card divide-y divide-border">
      {problems.map((problem) => (
        <ProblemRow key={problem.id} problem={problem} {...props} />
      ))}
    </ul>
  );
}

/** Texts for problems without a message of their own. */
const UNNAMED = new Map<string, "noError" | "notLoaded" | "muted">([
  ["", "noError"],
  [PROBLEM_NOT_LOADED, "notLoaded"],
  [PROBLEM_MUTED, "muted"],
]);

function ProblemRow({ problem, onToggle, isPending }: RowProps & { problem: AppProblem }) {
  const t = useTranslations("statistics.errors");
  const { id, kind, message, place, runs, firstAt, lastAt, since, version, resolved } = problem;
  const isEnded = kind === "ended";
  const key = isEnded ? (`ended.${message as ProblemEnding}` as const) : UNNAMED.get(message);
  const fixed = key && t(key);
  return (
    <li data-problem={id} className="flex flex-wrap items-start gap-x-4 gap-y-2 p-4">
      <div className="min-w-0 flex-1 basis-64">
        <p className={fixed ? "text-sm" : "font-mono text-xs leading-5 break-words"}>{fixed ?? message}</p>
        <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
          <Badge tone={kind === "start" || isEnded ? "danger" : "neutral"}>{t(`kind.${kind}`)}</Badge>
          {place && <code className="font-mono break-all text-text">{place}</code>}
          <span>{since === version ? t("version", { version }) : t("versions", { since, version })}</span>
        </p>
        <p className="mt-1 text-xs text-muted">
          {t("runs", { runs })} · {t("last")} <TimeAgo at={lastAt} /> · {t("first")} <TimeAgo at={firstAt} />
        </p>
      </div>
      <Button
        size="sm"
        variant="outline"
        icon={resolved ? <RotateCcw aria-hidden /> : <Check aria-hidden />}
        disabled={isPending}
        onClick={() => onToggle(problem)}
      >
        {t(resolved ? "reopen" : "resolve")}
      </Button>
    </li>
  );
}
