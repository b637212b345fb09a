"use client";

import { useFormatter, useNow } from "next-intl";

/** Formats times of the past as "5 min. ago", updated every minute. A clock that is behind shows "now". */
export function useTimeAgo(): (time: string) => string {
  const format = useFormatter();
  const now = useNow({ updateInterval: 60_000 });
  return (time) => {
    const date = new Date(time);
    return format.relativeTime(date > now ? now : date, { now, style: "narrow" });
  };
}
