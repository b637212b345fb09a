import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import type { SearchResults, SearchType } from "./contract";
import { PAGE_SIZE } from "@/lib/config/limits";
import { appKeys } from "@/lib/apps/queries";
import { peopleKeys } from "@/lib/people/queries";
import { postKeys } from "@/lib/posts/queries";

// Each kind of result lies where its kind is looked for: a like or a follow changes it there too.
export const searchKeys = {
  users: peopleKeys.search,
  posts: postKeys.search,
  apps: (q: string) => [...appKeys.lists, "search", q] as const,
} satisfies Record<SearchType, (q: string) => readonly unknown[]>;

/** Results for a text, while it is typed: those of before stay until the next are there. */
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
