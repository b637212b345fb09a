"use client";

import { useQuery } from "@tanstack/react-query";
import { ChartColumn } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import { LoadFailed } from "@/components/ui/load-failed";
import { Skeleton } from "@/components/ui/skeleton";
import type { AppStatistics } from "@/lib/apps/statistics-contract";
import { statisticsQuery } from "@/lib/apps/statistics-queries";
import { sumOf } from "@/lib/apps/statistics-rules";
import { PROBLEM_MIN_PEOPLE } from "@/lib/config/statistics-limits";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { DayChart } from "./day-chart";
import { KeptWeeks } from "./kept-weeks";
import { Problems } from "./problems";
import { ShareBar } from "./share-bar";

interface StatisticsViewProps {
  id: string;
  name: string;
  isPublic: boolean;
}

/** How an app is used, for its maker: sums only. */
export function StatisticsView({ id, name, isPublic }: StatisticsViewProps) {
  const t = useTranslations("statistics");
  const errors = useErrorTexts();
  const { data, error, refetch } = useQuery(statisticsQuery(id));
  if (!data) {
    if (error) return <LoadFailed text={errors.text(error)} onRetry={refetch} />;
    return <Skeleton className="h-80 w-full rounded-lg" />;
  }
  const sums = sumOf(data.days);
  const isEmpty = sums.runs === 0 && data.weeks.length === 0 && !data.before?.runs;
  return (
    <div className="flex flex-col gap-8">
      {isEmpty ? (
        <div className="card">
          <EmptyState
            icon={<ChartColumn />}
            title={t("empty")}
            description={t(isPublic ? "emptyText" : "emptyPrivate", { name })}
          />
        </div>
      ) : (
        <>
          <section aria-labelledby="runs-title" className="card p-4 sm:p-5">
            <h2 id="runs-title" className="mb-4 text-lg">
              {t("runsTitle")}
            </h2>
            <Figures sums={sums} before={data.before} days={data.days.length} />
            {data.before && <p className="mt-2 text-xs text-muted">{t("compared")}</p>}
            <DayChart days={data.days} />
          </section>
          <div className="grid gap-8 sm:grid-cols-2">
            <Part id="kept" title={t("kept.title")} lead={t("kept.definition")}>
              <KeptWeeks weeks={data.weeks} />
            </Part>
            <Part id="by-version" title={t("versions.title")} lead={t("versions.lead")}>
              <Versions versions={data.versions} all={sums.runs} />
            </Part>
          </div>
        </>
      )}
      <Part id="errors" title={t("errors.title")} lead={t("errors.lead", { people: PROBLEM_MIN_PEOPLE })}>
        <Problems appId={id} />
      </Part>
    </div>
  );
}

function Part({
  id,
  title,
  lead,
  children,
}: {
  id: string;
  title: string;
  lead: string;
  children: ReactNode;
}) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="min-w-0 scroll-mt-20">
      <h2 id={`${id}-title`} className="text-lg">
        {title}
      </h2>
      <p className="mt-1 mb-3 max-w-prose text-sm text-pretty text-muted">{lead}</p>
      {children}
    </section>
  );
}

type Sums = NonNullable<AppStatistics["before"]>;

/** The sums of the chart's days, each with its change from as many days before. */
function Figures({ sums, before, days }: { sums: Sums; before: Sums | null; days: number }) {
  const t = useTranslations("statistics");
  const format = useFormatter();
  const figures = [
    { key: "runs", value: sums.runs, was: before?.runs },
    { key: "newPeople", value: sums.newPeople, was: before?.newPeople },
    { key: "perDay", value: sums.people / days, was: before && before.people / days },
  ] as const;
  return (
    <dl className="grid grid-cols-3 divide-x divide-border rounded-md border border-border">
      {figures.map(({ key, value, was }) => (
        <div key={key} className="flex flex-col px-3 py-2.5 sm:px-4">
          <dt className="text-xs text-muted">{t(`figures.${key}`)}</dt>
          <dd className="text-xl font-semibold tabular-nums">
            {format.number(value, {
              notation: "compact",
              maximumFractionDigits: key === "perDay" || value >= 1_000 ? 1 : 0,
            })}
            <span className="block text-xs font-normal text-muted">
              {was ? t("change", { change: value / was - 1 }) : was === 0 && value > 0 ? t("wasNone") : "–"}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Versions({ versions, all }: { versions: AppStatistics["versions"]; all: number }) {
  const t = useTranslations("statistics.versions");
  const others = all - versions.reduce((sum, { runs }) => sum + runs, 0);
  if (versions.length === 0) return <p className="text-sm text-muted">{t("none")}</p>;
  return (
    <ul className="card flex flex-col gap-3 p-4">
      {versions.map(({ version, runs }) => (
        <ShareBar key={version} label={version} share={runs / all} detail={t("runs", { runs })} />
      ))}
      {others > 0 && (
        <ShareBar label={t("others")} share={others / all} detail={t("runs", { runs: others })} />
      )}
    </ul>
  );
}
