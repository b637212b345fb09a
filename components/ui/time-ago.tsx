"use client";

import { useFormatter, useNow } from "next-intl";
import { useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";

const TICK_MS = 30_000;
const WEEK_MS = 7 * 24 * 60 * 60_000;

// One clock for all times on the page; 0 until its first tick.
let now = 0;
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    listeners.forEach((notify) => notify());
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    now = 0;
  };
}

const getNow = (): number => now;

let zone: string | undefined;
// Not a module of its own: one that is shared would make the first load larger.
const browserTimeZone = () => (zone ??= Intl.DateTimeFormat().resolvedOptions().timeZone);

const EMPTY = " ";

/**
 * A short relative time ("5m ago"), or the date after a week. Its title, set on hover, is the full date and time.
 *
 * The server's text stays until the first tick: the first use of Intl in a browser takes longer than hydrating the list.
 */
export function TimeAgo({ at, className }: { at: string; className?: string }) {
  const format = useFormatter();
  const renderedAt = useNow().getTime();
  const tickedAt = useSyncExternalStore(subscribe, getNow, getNow);
  const ref = useRef<HTMLTimeElement>(null);
  const [shownAt, setShownAt] = useState(typeof window === "undefined" ? renderedAt : 0);
  useLayoutEffect(() => {
    // Not hydrated but mounted in the browser: there is no text from the server.
    if (ref.current?.textContent === EMPTY) setShownAt(Date.now());
  }, []);

  let text = EMPTY;
  const current = Math.max(shownAt, tickedAt);
  if (current > 0) {
    const time = new Date(at);
    // The server's clock may be ahead of the browser's.
    const reference = Math.max(current, time.getTime());
    const isSameYear = time.getUTCFullYear() === new Date(current).getUTCFullYear();
    text =
      reference - time.getTime() < WEEK_MS
        ? format.relativeTime(time, { now: reference, style: "narrow" })
        : format.dateTime(time, {
            month: "short",
            day: "numeric",
            year: isSameYear ? undefined : "numeric",
            timeZone: typeof window === "undefined" ? "UTC" : browserTimeZone(),
          });
  }
  return (
    <time
      ref={ref}
      dateTime={at}
      className={className}
      suppressHydrationWarning
      // Formatted when it is about to be seen: a list has dozens.
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = format.dateTime(new Date(at), {
          dateStyle: "long",
          timeStyle: "short",
          timeZone: browserTimeZone(),
        });
      }}
    >
      {text}
    </time>
  );
}
