"use client";

import { useFormatter, useNow } from "next-intl";
import { useSyncExternalStore } from "react";

const TICK_MS = 30_000;
const WEEK_MS = 7 * 24 * 60 * 60_000;

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

/** How long ago something was, in few letters; the date after a week. The whole time stands in its title. */
export function TimeAgo({ at, className }: { at: string; className?: string }) {
  const format = useFormatter();
  const rendered = useNow().getTime();
  const current = useSyncExternalStore(
    subscribe,
    () => now || rendered,
    () => rendered,
  );
  const date = new Date(at);
  const age = Math.max(0, current - date.getTime());
  const sameYear = date.getUTCFullYear() === new Date(current).getUTCFullYear();
  const text =
    age < WEEK_MS
      ? format.relativeTime(date, { now: Math.max(current, date.getTime()), style: "narrow" })
      : format.dateTime(date, { month: "short", day: "numeric", ...(!sameYear && { year: "numeric" }) });
  return (
    <time
      dateTime={at}
      title={format.dateTime(date, { dateStyle: "long", timeStyle: "short" })}
      className={className}
      // The server's clock and time zone are not the browser's.
      suppressHydrationWarning
    >
      {text}
    </time>
  );
}
