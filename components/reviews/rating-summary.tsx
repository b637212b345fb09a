"use client";

import { Star } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { Stars } from "@/components/ui/stars";
import type { Rating } from "@/lib/apps/contract";
import { STARS } from "@/lib/apps/rating";

/** The average of an app's reviews, and how many give each number of stars. */
export function RatingSummary({ rating }: { rating: Rating }) {
  const t = useTranslations("reviews");
  const format = useFormatter();
  const { average, count } = rating;
  if (average === null) return null;
  const shown = format.number(average, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return (
    <div className="flex items-center gap-5 sm:gap-8">
      <div className="flex flex-none flex-col items-center gap-1">
        <p className="text-3xl font-semibold tabular-nums" aria-hidden>
          {shown}
        </p>
        <Stars value={average} label={t("average", { average: shown })} />
        <p className="text-xs text-muted">{t("count", { count })}</p>
      </div>
      <ul aria-label={t("distribution")} className="flex min-w-0 flex-1 flex-col gap-1 sm:max-w-sm">
        {[...STARS].reverse().map((stars) => {
          const given = rating.stars[stars - 1] ?? 0;
          return (
            <li key={stars} className="flex items-center gap-2 text-xs text-muted tabular-nums">
              <span className="sr-only">{t("row", { stars, count: given })}</span>
              <span aria-hidden className="flex w-6 flex-none items-center justify-end gap-0.5">
                {stars}
                <Star className="size-3 fill-current" />
              </span>
              <span aria-hidden className="h-2 min-w-0 flex-1 overflow-hidden rounded-full bg-hover">
                <span
                  className="block h-full rounded-full bg-star forced-colors:bg-[CanvasText]"
                  style={{ width: `${(given / count) * 100}%` }}
                />
              </span>
              <span aria-hidden className="w-8 flex-none">
                {format.number(given, { notation: "compact" })}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
