"use client";

import { useFormatter } from "next-intl";

/** Formats a day such as 2026-11-27, which is the same for every reader: statistics count by UTC. */
export function useDayFormat() {
  const format = useFormatter();
  return (day: string, { weekday = false } = {}) =>
    format.dateTime(new Date(`${day}T00:00:00Z`), {
      ...(weekday && { weekday: "short" }),
      month: "short",
      day: "numeric",
      timeZone: "UTC",
    });
}
