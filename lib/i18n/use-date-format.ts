"use client";

import { useFormatter, type DateTimeFormatOptions } from "next-intl";
import { useSyncExternalStore } from "react";
import { browserTimeZone } from "@/lib/shared/time-zone";

const unchanging = () => () => {};

/** Formats times by the reader's clock; on the server, which does not know it, and while hydrating in UTC. */
export function useDateFormat() {
  const format = useFormatter();
  const timeZone = useSyncExternalStore(unchanging, browserTimeZone, () => "UTC");
  return (time: Date | string, options: DateTimeFormatOptions) =>
    format.dateTime(new Date(time), { ...options, timeZone });
}
