"use client";

import { useQueryClient, type QueryKey } from "@tanstack/react-query";
import { useEffect, useMemo, type ReactNode } from "react";

/** One answer that the server has read: its key, what it is, and when it was read, in ms since 1970. */
export type SeedEntry = readonly [key: QueryKey, data: unknown, at: number];

export interface SeedProps {
  /** JSON of SeedEntry[], from seedEntries(). */
  entries: string;
  children: ReactNode;
}

/**
 * Puts what the server has read into the cache of this browser, before anything within asks for it. What the cache has
 * already is on the screen: it gives way to something newer only once the page stands.
 */
export function Seed({ entries, children }: SeedProps) {
  const client = useQueryClient();
  const newer = useMemo(
    () =>
      (JSON.parse(entries) as SeedEntry[]).filter(([key, data, at]) => {
        const known = client.getQueryState(key)?.dataUpdatedAt;
        if (!known) client.setQueryData(key, data, { updatedAt: at });
        return known && known < at;
      }),
    [client, entries],
  );
  useEffect(() => {
    for (const [key, data, at] of newer) client.setQueryData(key, data, { updatedAt: at });
  }, [client, newer]);
  return children;
}
