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
import { DAY_MIN_PEOPLE, PROBLEM_MIN_PEOPLE, STATISTICS_DAYS } from "@/lib/config/statistics-limits";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { DayChart } from "./day-chart";
import { KeptWeeks } from "./kept-weeks";
import { Problems } from "./problems";
import { ShareBar } from "./share-bar";
import { useDayFormat } from "./use-day-format";

interface StatisticsViewProps {
  id: string;
  name: string;
  isPublic: boolean;
  /** Whether it was run before days were counted. */
  hadRuns: boolean;
}

/** How an app is used, for its maker: sums only. */
export function StatisticsView({ id, name, isPublic, hadRuns }: StatisticsViewProps) {
  const t = useTranslations("statistics");
  const errors = useErrorTexts();
  const day = useDayFormat();
  const { data, error, refetch } = useQuery(statisticsQuery(id));
  if (!data) {
    if (error) return <LoadFailed text={errors.text(error)} onRetry={refetch} />;
    return <Skeleton className="h-80 w-full rounded-lg" />;
  }
  const { days, sums, before, countedFrom } = data;
  return (
    <div className="flex flex-col gap-8">
      {!data.hasRuns ? (
        <div className="card">
          <EmptyState
            icon={<ChartColumn />}
            title={hadRuns ? t("emptySince", { date: day(countedFrom) }) : t("empty")}
            description={t(isPublic ? "emptyText" : "emptyPrivate", { name })}
          />
        </div>
      ) : (
        <>
          <section aria-labelledby="runs-title" className="card p-4 sm:p-5">
            <h2 id="runs-title" className="mb-4 text-lg">
              {days.length < STATISTICS_DAYS ? t("runsSince", { date: day(countedFrom) }) : t("runsTitle")}
            </h2>
            <Figures sums={sums} before={before} hasWholeDay={days.length > 1} />
            {before && <p className="mt-2 text-xs text-muted">{t("compared")}</p>}
            <DayChart days={days} />
            <p className="mt-3 max-w-prose text-xs text-muted">{t("fewHint", { count: DAY_MIN_PEOPLE })}</p>
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

type Sums = AppStatistics["sums"];

/** The sums of the chart's days, each with its change from as many days before. */
function Figures({ sums, before, hasWholeDay }: { sums: Sums; before: Sums | null; hasWholeDay: boolean }) {
  const t = useTranslations("statistics");
  const format = useFormatter();
  const number = (key: keyof Sums, value: number) =>
    format.number(value, {
      notation: "compact",
      maximumFractionDigits: key === "peopleADay" || value >= 1_000 ? 1 : 0,
    });
  const change = (value: number | null, was: number | null | undefined) => {
    if (value === null || was === null || was === undefined) return "–";
    if (was === 0) return value > 0 ? t("wasNone") : "–";
    return t("change", { change: value / was - 1 });
  };
  return (
    <dl className="grid grid-cols-3 divide-x divide-border rounded-md border border-border">
      {(["runs", "newPeople", "peopleADay"] as const).map((key) => {
        const value = sums[key];
        return (
          <div key={key} className="flex flex-col px-3 py-2.5 sm:px-4">
            <dt className="text-xs text-muted">{t(`figures.${key}`)}</dt>
            <dd className="text-xl font-semibold tabular-nums">
              {value !== null ? (
                number(key, value)
              ) : key === "peopleADay" && !hasWholeDay ? (
                "–"
              ) : (
                <span className="text-sm">{t("few", { count: DAY_MIN_PEOPLE })}</span>
              )}
              <span className="block text-xs font-normal text-muted">{change(value, before?.[key])}</span>
            </dd>
          </div>
        );
      })}
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
