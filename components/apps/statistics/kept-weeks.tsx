"use client";

import { useTranslations } from "next-intl";
import type { AppStatistics } from "@/lib/apps/statistics-contract";
import { COHORT_MIN_PEOPLE } from "@/lib/config/statistics-limits";
import { ShareBar } from "./share-bar";
import { useDayFormat } from "./use-day-format";

/** By the week in which people began, how many returned a week later. */
export function KeptWeeks({ weeks }: { weeks: AppStatistics["weeks"] }) {
  const t = useTranslations("statistics.kept");
  const day = useDayFormat();
  if (weeks.length === 0) return <p className="text-sm text-muted">{t("none")}</p>;
  return (
    <ul className="card flex flex-col gap-3 p-4">
      {weeks.map(({ week, people, kept, finalOn }) => {
        const label = t("week", { date: day(week) });
        if (people !== null && kept !== null)
          return (
            <ShareBar key={week} label={label} share={kept / people} detail={t("of", { kept, people })} />
          );
        return (
          <li key={week} className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm">
            <span>{label}</span>
            <span className="text-xs text-muted">
              {people === null
                ? t("few", { count: COHORT_MIN_PEOPLE })
                : t("notYet", { people, date: day(finalOn) })}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
