import { queryOptions } from "@tanstack/react-query";
import type { Feed } from "@/lib/contracts/timeline";

export const freshKey = (feed: Feed) => ["posts-fresh", feed] as const;

/** Ids of posts that are new since a feed was read: announced, not yet shown. Filled by the live stream. */
export const freshPostsQuery = (feed: Feed) =>
  queryOptions({
    queryKey: freshKey(feed),
    queryFn: (): string[] => [],
    initialData: [] as string[],
    enabled: false,
    staleTime: Infinity,
    gcTime: Infinity,
  });
