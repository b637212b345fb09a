"use client";

import { useLocale } from "next-intl";
import type { BoardCard as Card } from "@/lib/scores/card-contract";
import { textFor } from "@/lib/shared/localized-text";
import { useTimeline } from "./timeline-context";

/** The best scores of a post's app. */
export function BoardCard({ board: { title, unit, verified, entries } }: { board: Card }) {
  const { t, format } = useTimeline();
  const locale = useLocale();
  const name = textFor(title, locale);
  return (
    <div role="group" aria-label={name} className="live-card">
      <p className="flex gap-1.5 text-2xs text-subtle">
        <span className="min-w-0 truncate">{name}</span>
        {verified && <span className="shrink-0">✓ {t("scoresChecked")}</span>}
      </p>
      <ol>
        {entries.map(({ name: person, value }, index) => (
          <li key={index} className="flex gap-2 text-sm leading-6">
            <span className="w-4 shrink-0 text-muted tabular-nums">{index + 1}</span>
            <span dir="auto" className={person ? "min-w-0 truncate" : "min-w-0 truncate text-muted"}>
              {person ?? t("scoresUnnamed")}
            </span>
            <span className="ms-auto shrink-0 font-medium tabular-nums">
              {format.number(value, { maximumFractionDigits: 6 })} {unit && textFor(unit, locale)}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
