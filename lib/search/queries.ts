import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import type { SearchResults } from "./contract";
import { SEARCH_TYPES, type SearchType } from "./rules";
import { PAGE_SIZE } from "@/lib/config/limits";
import { appKeys } from "@/lib/apps/queries";
import { collectionKeys } from "@/lib/collections/queries";
import { peopleKeys } from "@/lib/people/queries";
import { postKeys } from "@/lib/posts/queries";

// Under the keys of their features, so that cache updates of a like or a follow reach search results.
export const searchKeys = {
  users: peopleKeys.search,
  posts: postKeys.search,
  apps: (q: string) => [...appKeys.lists, "search", q] as const,
  collections: collectionKeys.search,
} satisfies Record<SearchType, (q: string) => readonly unknown[]>;

/** Results of every kind by one request, which also fills the caches of searchQuery. The previous ones stay until then. */
export const searchAllQuery = (q: string) =>
  queryOptions({
    queryKey: ["search", q],
    queryFn: async ({ client, signal }) => {
      // A server of the release before knows fewer kinds.
      const found = await api<Partial<SearchResults>>("/v1/search", {
        query: { q, type: "all", limit: PAGE_SIZE },
        signal,
      });
      for (const type of SEARCH_TYPES)
        if (found[type])
          client.setQueryData(searchKeys[type](q), { pages: [found[type]], pageParams: [null] });
      return { q, isEmpty: SEARCH_TYPES.every((type) => !found[type]?.items.length) };
    },
    placeholderData: keepPreviousData,
    enabled: q !== "",
  });

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
