"use client";

import { useFormatter, useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";

const WARN_LEFT = 500;
const RADIUS = 8;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;

/** A ring that fills, and the number of characters left once there are few. */
export function CharCounter({ id, length, max }: { id: string; length: number; max: number }) {
  const t = useTranslations("timeline");
  const format = useFormatter();
  const left = max - length;
  const over = left < 0;
  return (
    <span
      id={id}
      className={cn(
        "inline-flex items-center gap-2 px-1 text-xs tabular-nums",
        over ? "text-danger" : "text-muted",
      )}
    >
      <span className="sr-only">{t("charsOf", { length, max })}</span>
      {left <= WARN_LEFT && <span aria-hidden>{format.number(left)}</span>}
      {length > 0 && (
        <svg aria-hidden viewBox="0 0 20 20" className="size-5 -rotate-90">
          <circle cx="10" cy="10" r={RADIUS} fill="none" stroke="var(--border-strong)" strokeWidth="2" />
          <circle
            cx="10"
            cy="10"
            r={RADIUS}
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinecap="round"
            strokeDasharray={`${Math.min(1, length / max) * CIRCUMFERENCE} ${CIRCUMFERENCE}`}
          />
        </svg>
      )}
    </span>
  );
}
