import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import type { SearchResults, SearchType } from "./contract";
import { PAGE_SIZE } from "@/lib/config/limits";
import { appKeys } from "@/lib/apps/queries";
import { peopleKeys } from "@/lib/people/queries";
import { postKeys } from "@/lib/posts/queries";

// Under the keys of their features, so that cache updates of a like or a follow reach search results.
export const searchKeys = {
  users: peopleKeys.search,
  posts: postKeys.search,
  apps: (q: string) => [...appKeys.lists, "search", q] as const,
} satisfies Record<SearchType, (q: string) => readonly unknown[]>;

/** Search results. The previous ones stay until the next are loaded. */
export const searchQuery = <Type extends SearchType>(type: Type, q: string) =>
  infiniteQueryOptions({
    queryKey: searchKeys[type](q) as readonly unknown[],
    queryFn: ({ pageParam, signal }) =>
      api<SearchResults[Type]>("/v1/search", {
        query: { q, type, limit: PAGE_SIZE, after: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    enabled: q !== "",
  });
