"use client";

import { useLocale, useNow, useTimeZone } from "next-intl";
import { useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";

const TICK_MS = 30_000;
const WEEK_S = 7 * 24 * 60 * 60;
const UNITS = [
  ["day", 24 * 60 * 60],
  ["hour", 60 * 60],
  ["minute", 60],
  ["second", 1],
] as const;

// One clock for every time on the page; 0 until its first tick.
let now = 0;
let timer: ReturnType<typeof setInterval> | undefined;
const readers = new Set<() => void>();

function subscribe(reader: () => void): () => void {
  readers.add(reader);
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

const clock = (): number => now;

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

/** Stands in place of a text that is not made yet. */
const UNMADE = " ";

/**
 * How long ago something was, in few letters; the date after a week. The whole time stands in its title.
 *
 * What came with the page's markup stands until the clock's first tick: a browser's first use of Intl takes longer than
 * taking over the whole list.
 */
export function TimeAgo({ at, className }: { at: string; className?: string }) {
  const locale = useLocale();
  const timeZone = useTimeZone();
  const rendered = useNow().getTime();
  const ticked = useSyncExternalStore(subscribe, clock, clock);
  const ref = useRef<HTMLTimeElement>(null);
  const [shownAt, setShownAt] = useState(typeof window === "undefined" ? rendered : 0);
  useLayoutEffect(() => {
    // The browser's own element has no text of the server's.
    if (ref.current?.textContent === UNMADE) setShownAt(Date.now());
  }, []);

  let title: string | undefined;
  let text = UNMADE;
  const current = Math.max(shownAt, ticked);
  if (current > 0) {
    const time = Date.parse(at);
    const age = Math.max(0, current - time) / 1_000;
    const sameYear = at.slice(0, 4) === new Date(current).toISOString().slice(0, 4);
    title = dateText("whole", time, locale, timeZone);
    text =
      age < WEEK_S ? agoText(age, locale) : dateText(sameYear ? "day" : "dayOfYear", time, locale, timeZone);
  }
  return (
    // The server's text is not the browser's: its clock is another, and the browser makes none at first.
    <time ref={ref} dateTime={at} title={title} className={className} suppressHydrationWarning>
      {text}
    </time>
  );
}
