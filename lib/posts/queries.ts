import {
  infiniteQueryOptions,
  queryOptions,
  type InfiniteData,
  type QueryClient,
} from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import type { Page } from "@/lib/shared/contract";
import type { Post } from "./contract";
import { placeOf, type Feed, type PostTab } from "./rules";
import { PAGE_SIZE } from "@/lib/config/limits";

export type PostPages = InfiniteData<Page<Post>, string | null>;

export const postKeys = {
  all: ["posts"] as const,
  lists: ["posts", "list"] as const,
  timeline: (feed: Feed) => ["posts", "list", "timeline", feed] as const,
  ofUser: (userId: string, tab?: PostTab) =>
    ["posts", "list", "user", userId, ...(tab && tab !== "posts" ? [tab] : [])] as const,
  everyReplies: ["posts", "list", "replies"] as const,
  replies: (id: string) => ["posts", "list", "replies", id] as const,
  ancestors: (id: string) => ["posts", "list", "ancestors", id] as const,
  quotes: (id: string) => ["posts", "list", "quotes", id] as const,
  bookmarks: ["posts", "list", "bookmarks"] as const,
  search: (q: string) => ["posts", "list", "search", q] as const,
  details: ["posts", "detail"] as const,
  detail: (id: string) => ["posts", "detail", id] as const,
};

export const timelineQuery = (feed: Feed) =>
  infiniteQueryOptions({
    queryKey: postKeys.timeline(feed),
    queryFn: ({ pageParam, signal }) =>
      api<Page<Post>>("/v1/timeline", { query: { feed, limit: PAGE_SIZE, after: pageParam }, signal }),
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

function mapPages(data: PostPages, change: (items: Post[]) => Post[]): PostPages {
  return { ...data, pages: data.pages.map((page) => ({ ...page, items: change(page.items) })) };
}

/** Changes posts everywhere in the cache. */
export function patchCachedPosts(
  client: QueryClient,
  isMeant: (post: Post) => boolean,
  change: (post: Post) => Post,
): void {
  const changed = (post: Post) => (isMeant(post) ? change(post) : post);
  client.setQueriesData<Post>({ queryKey: postKeys.details }, (post) => post && changed(post));
  // Others are left alone: what is written counts as fetched, and an invalidated list would not be fetched any more.
  const hasMeant = ({ state }: { state: { data: unknown } }) =>
    (state.data as PostPages | undefined)?.pages.some((page) => page.items.some(isMeant)) ?? false;
  client.setQueriesData<PostPages>(
    { queryKey: postKeys.lists, predicate: hasMeant },
    (data) => data && mapPages(data, (items) => items.map(changed)),
  );
}

export function patchCachedPost(client: QueryClient, id: string, change: (post: Post) => Post): void {
  patchCachedPosts(client, (post) => post.id === id, change);
}

/** Removes posts from every cached list. */
export function dropCachedPosts(client: QueryClient, isDropped: (post: Post) => boolean): void {
  client.setQueriesData<PostPages>({ queryKey: postKeys.lists }, (data) => {
    if (!data?.pages.some((page) => page.items.some(isDropped))) return data;
    return mapPages(data, (items) => items.filter((post) => !isDropped(post)));
  });
}

const isProfile = (queryKey: readonly unknown[]) => queryKey[2] === "user";

/** Puts new posts on top of a cached list. One that it has already moves there if somebody reposted it since. */
export function prependCachedPosts(client: QueryClient, queryKey: readonly unknown[], posts: Post[]): void {
  client.setQueryData<PostPages>(queryKey, (data) => {
    if (!data) return data;
    const known = new Map(
      data.pages.flatMap((page) => page.items.map((post) => [post.id, placeOf(post)] as const)),
    );
    const added = posts.filter((post) => (known.get(post.id) ?? "") < placeOf(post));
    const moved = new Set(added.map(({ id }) => id));
    const [first, ...others] = mapPages(data, (items) => items.filter(({ id }) => !moved.has(id))).pages;
    if (!first || added.length === 0) return data;
    // On a profile the pinned one stays first.
    const pinned = first.items.slice(0, Number(first.items[0]?.pinned && isProfile(queryKey)));
    const items = [...pinned, ...added, ...first.items.slice(pinned.length)];
    return { ...data, pages: [{ ...first, items }, ...others] };
  });
}
