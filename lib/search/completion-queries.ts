import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import { TAGS_FRESH_MS } from "@/lib/config/limits";
import type { CompleteQuery, Completions, Tag } from "./contract";

/** Names or tags that start with the typed text. Keeps the previous ones until the next are loaded. */
export const completeQuery = ({ type, q }: CompleteQuery) =>
  queryOptions({
    queryKey: ["search", "complete", type, q],
    queryFn: ({ signal }) => api<Completions>("/v1/search/complete", { query: { type, q }, signal }),
    placeholderData: keepPreviousData,
  });

export const trendingTagsQuery = () =>
  queryOptions({
    queryKey: ["search", "trending-tags"],
    queryFn: ({ signal }) => api<{ items: Tag[] }>("/v1/discover/tags", { signal }),
    staleTime: TAGS_FRESH_MS,
  });
