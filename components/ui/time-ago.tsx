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

type Formats = {
  ago: (seconds: number) => string;
  day: Intl.DateTimeFormat;
  dayOfYear: Intl.DateTimeFormat;
  whole: Intl.DateTimeFormat;
};

// To make one takes far longer than to use it, and so does it to look it up by its options.
const known = new Map<string, Formats>();

function formatsFor(locale: string, timeZone: string | undefined): Formats {
  const key = `${locale} ${timeZone}`;
  let formats = known.get(key);
  if (formats) return formats;
  const counted = new Intl.RelativeTimeFormat(locale, { style: "narrow" });
  const worded = new Intl.RelativeTimeFormat(locale, { style: "narrow", numeric: "auto" });
  formats = {
    ago: (seconds) => {
      const [unit, size] = UNITS.find(([, from]) => seconds >= from) ?? UNITS[3];
      // Less than a second ago is "now".
      return (unit === "second" ? worded : counted).format(-Math.round(seconds / size), unit);
    },
    day: new Intl.DateTimeFormat(locale, { month: "short", day: "numeric", timeZone }),
    dayOfYear: new Intl.DateTimeFormat(locale, { month: "short", day: "numeric", year: "numeric", timeZone }),
    whole: new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short", timeZone }),
  };
  known.set(key, formats);
  return formats;
}

/** How long ago something was, in few letters; the date after a week. The whole time stands in its title. */
export function TimeAgo({ at, className }: { at: string; className?: string }) {
  const formats = formatsFor(useLocale(), useTimeZone());
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
      title={formats.whole.format(time)}
      className={className}
      // The server's clock and time zone are not the browser's.
      suppressHydrationWarning
    >
      {age < WEEK_S ? formats.ago(age) : formats[sameYear ? "day" : "dayOfYear"].format(time)}
    </time>
  );
}
