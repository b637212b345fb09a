import { infiniteQueryOptions, queryOptions, type InfiniteData } from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import type { Page } from "@/lib/shared/contract";
import type { Post } from "./contract";
import { listOfFeed, type AnyFeed, type PostTab } from "./rules";
import { PAGE_SIZE } from "@/lib/config/limits";

export type PostPages = InfiniteData<Page<Post>, string | null>;

export const postKeys = {
  all: ["posts"] as const,
  lists: ["posts", "list"] as const,
  timelines: ["posts", "list", "timeline"] as const,
  timeline: (feed: AnyFeed) => ["posts", "list", "timeline", feed] as const,
  ofUser: (userId: string, tab?: PostTab) =>
    ["posts", "list", "user", userId, ...(tab && tab !== "posts" ? [tab] : [])] as const,
  everyReplies: ["posts", "list", "replies"] as const,
  replies: (id: string) => ["posts", "list", "replies", id] as const,
  ancestors: (id: string) => ["posts", "list", "ancestors", id] as const,
  everyContinuation: ["posts", "list", "continuation"] as const,
  continuation: (id: string) => ["posts", "list", "continuation", id] as const,
  quotes: (id: string) => ["posts", "list", "quotes", id] as const,
  bookmarks: ["posts", "list", "bookmarks"] as const,
  search: (q: string) => ["posts", "list", "search", q] as const,
  details: ["posts", "detail"] as const,
  detail: (id: string) => ["posts", "detail", id] as const,
};

/** A page of a feed. */
export function readFeed(
  feed: AnyFeed,
  { after, signal }: { after?: string | null; signal?: AbortSignal } = {},
): Promise<Page<Post>> {
  const list = listOfFeed(feed);
  const which = list ? { list } : { feed };
  return api<Page<Post>>("/v1/timeline", { query: { ...which, limit: PAGE_SIZE, after }, signal });
}

export const timelineQuery = (feed: AnyFeed) =>
  infiniteQueryOptions({
    queryKey: postKeys.timeline(feed),
    queryFn: ({ pageParam, signal }) => readFeed(feed, { after: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    // New posts are announced (fresh-posts-queries.ts), never inserted while somebody reads.
    refetchOnMount: false,
    refetchOnReconnect: false,
  });

export const userPostsQuery = (userId: string, tab: PostTab = "posts") =>
  infiniteQueryOptions({
    queryKey: postKeys.ofUser(userId, tab),
    queryFn: ({ pageParam, signal }) =>
      api<Page<Post>>(`/users/${userId}/posts`, {
        query: { tab, limit: PAGE_SIZE, after: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });

export const quotesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: postKeys.quotes(id),
    queryFn: ({ pageParam, signal }) =>
      api<Page<Post>>(`/posts/${id}/quotes`, { query: { limit: PAGE_SIZE, after: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });

export const bookmarksQuery = () =>
  infiniteQueryOptions({
    queryKey: postKeys.bookmarks,
    queryFn: ({ pageParam, signal }) =>
      api<Page<Post>>("/v1/bookmarks", { query: { limit: PAGE_SIZE, after: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });

export const postQuery = (id: string) =>
  queryOptions({
    queryKey: postKeys.detail(id),
    queryFn: ({ signal }) => api<Post>(`/posts/${id}`, { signal }),
  });
