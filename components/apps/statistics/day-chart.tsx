"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useState, type KeyboardEvent, type PointerEvent } from "react";
import { cn } from "@/components/ui/cn";
import type { AppStatistics } from "@/lib/apps/statistics-contract";
import { DAY_MIN_PEOPLE } from "@/lib/config/statistics-limits";
import { useDayFormat } from "./use-day-format";

type Day = AppStatistics["days"][number];

/**
 * Runs of each day as bars, with the people in front; none for a day of few people. A slider for the keyboard and screen readers, which says the day that it is
 * at; below it the same as a table.
 */
export function DayChart({ days }: { days: Day[] }) {
  const t = useTranslations("statistics.chart");
  const format = useFormatter();
  const nameOf = useDayFormat();
  const last = days.length - 1;
  const [at, setAt] = useState(last);
  const shown = days[at]!;
  const top = niceTop(Math.max(...days.map(({ runs }) => runs ?? 0)));
  const nameIn = (day: string): string => {
    const date = nameOf(day, { weekday: true });
    return day === days[last]!.day ? t("soFar", { date }) : date;
  };
  const few = { count: DAY_MIN_PEOPLE };
  const describe = ({ day, runs, people, newPeople }: Day): string => {
    const date = nameIn(day);
    if (runs === null || people === null) return t("dayOfFew", { date, ...few });
    if (newPeople === null) return t("dayOfFewNew", { date, runs, people, ...few });
    return t("day", { date, runs, people, newPeople });
  };

  const move = (event: KeyboardEvent) => {
    const to = {
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      Home: 0,
      End: last,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    setAt(Math.min(last, Math.max(0, to)));
  };
  const point = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setAt(Math.min(last, Math.max(0, Math.floor(((clientX - left) / width) * days.length))));
  };
  return (
    <div className="mt-5">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-xs text-muted">
        <p aria-hidden className="text-sm text-text tabular-nums">
          {describe(shown)}
        </p>
        <p className="flex gap-3">
          {(["runs", "people"] as const).map((key) => (
            <span key={key} className="flex items-center gap-1.5">
              <span aria-hidden className={cn("size-2.5 rounded-xs", BAR[key])} />
              {t(key)}
            </span>
          ))}
        </p>
      </div>
      <div>
        <p aria-hidden className="text-right text-2xs text-subtle tabular-nums">
          {format.number(top, { notation: "compact" })}
        </p>
        <div
          role="slider"
          tabIndex={0}
          aria-label={t("label")}
          aria-valuemin={0}
          aria-valuemax={last}
          aria-valuenow={at}
          aria-valuetext={describe(shown)}
          onKeyDown={move}
          onPointerMove={point}
          onPointerDown={point}
          className="flex h-40 touch-pan-y items-end border-t border-b border-t-border border-b-border-strong sm:h-48"
        >
          {days.map(({ day, runs, people }, index) => (
            <span key={day} className={cn("relative h-full flex-1", index === at && "bg-hover")}>
              <Bar kind="runs" share={(runs ?? 0) / top} />
              <Bar kind="people" share={(people ?? 0) / top} />
            </span>
          ))}
        </div>
        <p aria-hidden className="mt-1 flex justify-between text-2xs text-subtle">
          {[...new Set([0, Math.floor(last / 2), last])].map((index) => (
            <span key={index}>{nameOf(days[index]!.day)}</span>
          ))}
        </p>
      </div>
      <details className="mt-3 text-sm">
        <summary className="w-fit cursor-pointer rounded-xs py-1 text-muted touch:py-3 hover:text-text">
          {t("table")}
        </summary>
        <div className="mt-2 max-h-80 overflow-y-auto" tabIndex={0} role="region" aria-label={t("table")}>
          <table className="w-full text-left tabular-nums">
            <thead className="sticky top-0 bg-surface text-xs text-muted">
              <tr>
                {(["date", "runs", "people", "newPeople"] as const).map((key) => (
                  <th key={key} scope="col" className="py-1 pr-3 font-normal">
                    {t(key)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {days.toReversed().map(({ day, ...counts }) => (
                <tr key={day} className="border-t border-border">
                  <th scope="row" className="py-1 pr-3 font-normal">
                    {nameIn(day)}
                  </th>
                  {counts.people === null ? (
                    <td colSpan={3} className="py-1 pr-3 text-muted">
                      {t("fewPeople", few)}
                    </td>
                  ) : (
                    [counts.runs, counts.people, counts.newPeople].map((count, index) => (
                      <td key={index} className="py-1 pr-3">
                        {count === null ? t("few", few) : format.number(count)}
                      </td>
                    ))
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </div>
  );
}

const BAR = { runs: "bg-accent/40", people: "bg-accent" } as const;

function Bar({ kind, share }: { kind: keyof typeof BAR; share: number }) {
  if (share === 0) return null;
  return (
    <span
      aria-hidden
      className={cn("absolute inset-x-px bottom-0 min-h-0.5 rounded-t-xs sm:inset-x-0.5", BAR[kind])}
      style={{ height: `${share * 100}%` }}
    />
  );
}

/** The lowest of 1, 2, 5, 10, 20 … that no bar exceeds. */
function niceTop(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  return [1, 2, 5, 10].map((step) => step * power).find((top) => top >= most) ?? 10 * power;
}
