"use client";

import { useQuery } from "@tanstack/react-query";
import { Check, RotateCcw } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { LoadFailed } from "@/components/ui/load-failed";
import { SkeletonText } from "@/components/ui/skeleton";
import { TimeAgo } from "@/components/ui/time-ago";
import type { AppProblem } from "@/lib/apps/problem-contract";
import type { ProblemEnding } from "@/lib/apps/problem-rules";
import { problemsQuery, useResolveProblem } from "@/lib/apps/statistics-queries";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { useErrorToast } from "../use-error-toast";

/** What goes wrong in an app's runs: what is open, and below it what its maker has resolved. */
export function Problems({ appId }: { appId: string }) {
  const t = useTranslations("statistics.errors");
  const errors = useErrorTexts();
  const { data, error, refetch } = useQuery(problemsQuery(appId));
  if (!data) {
    if (error) return <LoadFailed text={errors.text(error)} onRetry={refetch} />;
    return <SkeletonText lines={4} />;
  }
  const open = data.items.filter(({ resolved }) => !resolved);
  const resolved = data.items.filter((problem) => problem.resolved);
  return (
    <>
      {open.length === 0 ? (
        <p className="card px-4 py-6 text-center text-sm text-muted">{t("none")}</p>
      ) : (
        <ProblemList appId={appId} problems={open} />
      )}
      {resolved.length > 0 && (
        <details className="mt-3">
          <summary className="w-fit cursor-pointer rounded-xs py-1 text-sm text-muted touch:py-3 hover:text-text">
            {t("resolved", { count: resolved.length })}
          </summary>
          <p className="mb-2 text-sm text-muted">{t("resolvedHint")}</p>
          <ProblemList appId={appId} problems={resolved} />
        </details>
      )}
    </>
  );
}

function ProblemList({ appId, problems }: { appId: string; problems: AppProblem[] }) {
  return (
    <ul className="card divide-y divide-border">
      {problems.map((problem) => (
        <ProblemRow key={problem.id} appId={appId} problem={problem} />
      ))}
    </ul>
  );
}

function ProblemRow({ appId, problem }: { appId: string; problem: AppProblem }) {
  const t = useTranslations("statistics.errors");
  const failed = useErrorToast();
  const resolve = useResolveProblem(appId);
  const { id, kind, message, place, runs, firstAt, lastAt, since, version, resolved } = problem;
  const isEnded = kind === "ended";
  const text = isEnded ? t(`ended.${message as ProblemEnding}`) : message || t("noError");
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 p-4">
      <div className="min-w-0 flex-1 basis-64">
        <p className={isEnded || !message ? "text-sm" : "font-mono text-xs leading-5 break-words"}>{text}</p>
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
        disabled={resolve.isPending}
        onClick={() => resolve.mutate({ id, resolved: !resolved }, { onError: failed })}
      >
        {t(resolved ? "reopen" : "resolve")}
      </Button>
    </li>
  );
}
