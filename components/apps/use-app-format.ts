"use client";

import { useFormatter } from "next-intl";
import { useMemo } from "react";

type AppFormat = {
  /** Bytes in KB or MB. */
  size: (bytes: number) => string;
  /** A count in compact notation, such as 1.2K. */
  count: (value: number) => string;
  date: (iso: string) => string;
  /** The average of stars, with one decimal. */
  average: (stars: number) => string;
};

const KIB = 1024;

/** Formats sizes, counts and dates of apps in the user's language. */
export function useAppFormat(): AppFormat {
  const format = useFormatter();
  return useMemo(
    () => ({
      size: (bytes) => {
        const [unit, value] =
          bytes >= KIB * KIB
            ? (["megabyte", bytes / KIB / KIB] as const)
            : (["kilobyte", Math.max(0.1, bytes / KIB)] as const);
        return format.number(value, { style: "unit", unit, maximumFractionDigits: value < 10 ? 1 : 0 });
      },
      count: (value) => format.number(value, { notation: "compact", maximumFractionDigits: 1 }),
      average: (stars) => format.number(stars, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
      date: (iso) => format.dateTime(new Date(iso), { dateStyle: "medium" }),
    }),
    [format],
  );
}
