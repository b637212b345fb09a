import {
  infiniteQueryOptions,
  queryOptions,
  type InfiniteData,
  type QueryClient,
} from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import type { Page } from "@/lib/shared/contract";
import type { Post } from "./contract";
import type { Feed } from "./timeline-contract";
import { PAGE_SIZE } from "@/lib/config/limits";
import { asLiked } from "@/lib/browser/like-mutation";

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

/** Every page of a list, with its items changed. */
export function mapPages(
  data: PostPages | undefined,
  change: (items: Post[]) => Post[],
): PostPages | undefined {
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

/** Shows a post as liked or not, with its count. */
export function showLiked(client: QueryClient, id: string, liked: boolean): void {
  patchCachedPost(client, id, (post) => asLiked(post, liked));
}
