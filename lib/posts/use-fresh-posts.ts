import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Feed } from "./timeline-contract";
import { freshPostsQuery, stillFresh } from "./fresh-posts-queries";
import { timelineQuery } from "./queries";

/** How many posts of a feed are announced and not yet shown. Reads nothing from the server: who shows the feed does. */
export function useFreshPosts(feed: Feed): number {
  const { data: announced } = useQuery(freshPostsQuery(feed));
  const { data: shown } = useInfiniteQuery({ ...timelineQuery(feed), enabled: false });
  return useMemo(() => stillFresh(announced, shown).length, [announced, shown]);
}
