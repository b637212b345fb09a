"use client";

import { useLocale, useNow, useTimeZone } from "next-intl";
import { useSyncExternalStore } from "react";

const TICK_MS = 30_000;
const WEEK_S = 7 * 24 * 60 * 60;
const UNITS = [
  ["day", 24 * 60 * 60],
  ["hour", 60 * 60],
  ["minute", 60],
  ["second", 1],
] as const;

// One clock for every time on the page.
let now = 0;
let timer: ReturnType<typeof setInterval> | undefined;
const readers = new Set<() => void>();

function subscribe(reader: () => void): () => void {
  readers.add(reader);
  if (now === 0) now = Date.now();
  timer ??= setInterval(() => {
    now = Date.now();
    readers.forEach((one) => one());
  }, TICK_MS);
  return () => {
    readers.delete(reader);
    if (readers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    now = 0;
  };
}

const STYLES = {
  day: { month: "short", day: "numeric" },
  dayOfYear: { month: "short", day: "numeric", year: "numeric" },
  whole: { dateStyle: "long", timeStyle: "short" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

// To make one takes far longer than to use it, and so does it to look it up by its options.
const known = new Map<string, Intl.DateTimeFormat | Intl.RelativeTimeFormat>();

function once<Format extends Intl.DateTimeFormat | Intl.RelativeTimeFormat>(
  key: string,
  make: () => Format,
): Format {
  let format = known.get(key) as Format | undefined;
  if (!format) known.set(key, (format = make()));
  return format;
}

function dateText(style: keyof typeof STYLES, time: number, locale: string, timeZone: string | undefined) {
  const make = () => new Intl.DateTimeFormat(locale, { ...STYLES[style], timeZone });
  return once(`${style} ${locale} ${timeZone}`, make).format(time);
}

function agoText(seconds: number, locale: string): string {
  const [unit, size] = UNITS.find(([, from]) => seconds >= from) ?? UNITS[3];
  // Less than a second ago is "now".
  const numeric = unit === "second" ? "auto" : "always";
  const make = () => new Intl.RelativeTimeFormat(locale, { style: "narrow", numeric });
  return once(`${numeric} ${locale}`, make).format(-Math.round(seconds / size), unit);
}

/** How long ago something was, in few letters; the date after a week. The whole time stands in its title. */
export function TimeAgo({ at, className }: { at: string; className?: string }) {
  const locale = useLocale();
  const timeZone = useTimeZone();
  const rendered = useNow().getTime();
  const current = useSyncExternalStore(
    subscribe,
    () => now || rendered,
    () => rendered,
  );
  const time = Date.parse(at);
  const age = Math.max(0, current - time) / 1_000;
  const sameYear = at.slice(0, 4) === new Date(current).toISOString().slice(0, 4);
  return (
    <time
      dateTime={at}
      title={dateText("whole", time, locale, timeZone)}
      className={className}
      // The server's clock and time zone are not the browser's.
      suppressHydrationWarning
    >
      {age < WEEK_S ? agoText(age, locale) : dateText(sameYear ? "day" : "dayOfYear", time, locale, timeZone)}
    </time>
  );
}
