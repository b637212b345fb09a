import {
  infiniteQueryOptions,
  queryOptions,
  type InfiniteData,
  type QueryClient,
} from "@tanstack/react-query";
import { api } from "@/lib/client/api/client";
import type { Page } from "@/lib/contracts/common";
import type { Post, PostCounts } from "@/lib/contracts/post";
import type { Feed } from "@/lib/contracts/timeline";
import { PAGE_SIZE } from "@/lib/domain/page-sizes";

export type PostPages = InfiniteData<Page<Post>, string | null>;

export const postKeys = {
  all: ["posts"] as const,
  /** Every list of posts, whatever it lists. */
  lists: ["posts", "list"] as const,
  timelines: ["posts", "list", "timeline"] as const,
  timeline: (feed: Feed) => ["posts", "list", "timeline", feed] as const,
  ofUser: (userId: string) => ["posts", "list", "user", userId] as const,
  search: (q: string) => ["posts", "list", "search", q] as const,
  detail: (id: string) => ["posts", "detail", id] as const,
};

export const timelineQuery = (feed: Feed) =>
  infiniteQueryOptions({
    queryKey: postKeys.timeline(feed),
    queryFn: ({ pageParam, signal }) =>
      api<Page<Post>>("/v1/timeline", { query: { feed, limit: PAGE_SIZE, after: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    // What is new is announced, not put under the reader: a page that comes back shows what it showed.
    refetchOnMount: false,
    refetchOnReconnect: false,
  });

export const userPostsQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: postKeys.ofUser(userId),
    queryFn: ({ pageParam, signal }) =>
      api<Page<Post>>(`/users/${userId}/posts`, { query: { limit: PAGE_SIZE, after: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });

export const postQuery = (id: string) =>
  queryOptions({
    queryKey: postKeys.detail(id),
    queryFn: ({ signal }) => api<Post>(`/posts/${id}`, { signal }),
  });

function mapPages(data: PostPages | undefined, change: (items: Post[]) => Post[]): PostPages | undefined {
  return data && { ...data, pages: data.pages.map((page) => ({ ...page, items: change(page.items) })) };
}

/** Changes one post wherever the cache shows it. */
export function patchCachedPost(client: QueryClient, id: string, change: (post: Post) => Post): void {
  client.setQueryData<Post>(postKeys.detail(id), (post) => post && change(post));
  client.setQueriesData<PostPages>({ queryKey: postKeys.lists }, (data) => {
    if (!data?.pages.some((page) => page.items.some((post) => post.id === id))) return data;
    return mapPages(data, (items) => items.map((post) => (post.id === id ? change(post) : post)));
  });
}

/** Takes posts out of every list. */
export function dropCachedPosts(client: QueryClient, drops: (post: Post) => boolean): void {
  client.setQueriesData<PostPages>({ queryKey: postKeys.lists }, (data) => {
    if (!data?.pages.some((page) => page.items.some(drops))) return data;
    return mapPages(data, (items) => items.filter((post) => !drops(post)));
  });
}

/** Puts new posts on top of one list; those that it shows already stay where they are. */
export function prependCachedPosts(client: QueryClient, queryKey: readonly unknown[], posts: Post[]): void {
  client.setQueryData<PostPages>(queryKey, (data) => {
    if (!data) return data;
    const known = new Set(data.pages.flatMap((page) => page.items.map((post) => post.id)));
    const fresh = posts.filter((post) => !known.has(post.id));
    const [first, ...rest] = data.pages;
    if (!first || fresh.length === 0) return data;
    return { ...data, pages: [{ ...first, items: [...fresh, ...first.items] }, ...rest] };
  });
}

/** Ids of the posts that the screen may show, newest lists first, at most a hundred. */
export function listedPostIds(client: QueryClient): string[] {
  const ids = new Set<string>();
  for (const query of client.getQueryCache().findAll({ queryKey: postKeys.all, type: "active" })) {
    const data = query.state.data as PostPages | Post | undefined;
    if (!data) continue;
    if ("pages" in data) for (const post of data.pages.flatMap((page) => page.items)) ids.add(post.id);
    else if ("counts" in data) ids.add(data.id);
  }
  return [...ids].slice(0, 100);
}

/** Brings counts in line with the server, after live updates were away. */
export async function refreshCounts(client: QueryClient): Promise<void> {
  const ids = listedPostIds(client);
  if (ids.length === 0) return;
  const { items } = await api<{ items: PostCounts[] }>("/v1/posts/counts", { query: { ids: ids.join(",") } });
  for (const { postId, likes, comments, liked } of items) {
    patchCachedPost(client, postId, (post) => ({ ...post, counts: { likes, comments }, viewer: { liked } }));
  }
  const there = new Set(items.map(({ postId }) => postId));
  dropCachedPosts(client, (post) => ids.includes(post.id) && !there.has(post.id));
}
