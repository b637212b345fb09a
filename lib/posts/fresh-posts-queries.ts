import { queryOptions } from "@tanstack/react-query";
import type { Page } from "@/lib/shared/contract";
import type { Post } from "./contract";
import type { Feed } from "./timeline-contract";

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

/** What of the announced posts is new to somebody who sees this much of the feed: it may have been read since. */
export function stillFresh(announced: string[], shown: { pages: Page<Post>[] } | undefined): string[] {
  const ids = shown?.pages.flatMap((page) => page.items.map((post) => post.id)) ?? [];
  const known = new Set(ids);
  const oldest = ids.at(-1) ?? "";
  return announced.filter((id) => id > oldest && !known.has(id));
}
