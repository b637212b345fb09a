import { infiniteQueryOptions, type QueryClient } from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import { PAGE_SIZE } from "@/lib/config/limits";
import type { Page } from "@/lib/shared/contract";
import type { Post } from "./contract";
import { countRepliesSending } from "./outgoing-store";
import { postKeys, type PostPages } from "./queries";
import { patchCachedPost, patchCachedPosts } from "./cache-queries";

/** The replies to a post, unordered: see `threadOf`. A page has `PAGE_SIZE` direct replies. */
export const repliesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: postKeys.replies(id),
    queryFn: ({ pageParam, signal }) =>
      api<Page<Post>>(`/posts/${id}/replies`, { query: { limit: PAGE_SIZE, after: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });

/**
 * The ancestors of a reply. One page, but as an infinite query, so that cache updates for post lists apply here, too.
 */
export const ancestorsQuery = (id: string, isReply: boolean) =>
  infiniteQueryOptions({
    queryKey: postKeys.ancestors(id),
    queryFn: async ({ signal }): Promise<Page<Post>> => {
      const { items } = await api<{ items: Post[] }>(`/posts/${id}/ancestors`, { signal });
      return { items, nextCursor: null };
    },
    enabled: isReply,
    initialPageParam: null as string | null,
    getNextPageParam: () => null,
  });

/** The thread that the author of a post continues below it; one page, like {@link ancestorsQuery}. */
export const continuationQuery = ({ id, hasThread }: Pick<Post, "id" | "hasThread">) =>
  infiniteQueryOptions({
    queryKey: postKeys.continuation(id),
    queryFn: async ({ signal }): Promise<Page<Post>> => {
      const { items } = await api<{ items: Post[] }>(`/posts/${id}/thread`, { signal });
      return { items, nextCursor: null };
    },
    enabled: hasThread === true,
    initialPageParam: null as string | null,
    getNextPageParam: () => null,
  });

const has = (data: PostPages | undefined, id: string): boolean =>
  data?.pages.some((page) => page.items.some((post) => post.id === id)) ?? false;

/** The cached threads that contain replies to `parentId`. */
function threadsWith(client: QueryClient, parentId: string) {
  return client
    .getQueriesData<PostPages>({ queryKey: postKeys.everyReplies })
    .filter(([key, data]) => key[3] === parentId || has(data, parentId));
}

export function countInCache(client: QueryClient, postId: string, by: 1 | -1): void {
  patchCachedPost(client, postId, (post) => ({
    ...post,
    counts: { ...post.counts, comments: Math.max(0, post.counts.comments + by) },
  }));
}

/** Refetches the threads that continue with a reply by their own author. */
function refreshContinuations(client: QueryClient, parentId: string): void {
  const queries = client.getQueriesData<PostPages>({ queryKey: postKeys.everyContinuation });
  for (const [queryKey, data] of queries)
    if (queryKey[3] === parentId || has(data, parentId))
      void client.invalidateQueries({ queryKey, exact: true });
}

/** Writes a confirmed reply to the cache. */
export function settleReply(client: QueryClient, post: Post): void {
  const parentId = post.reply?.parentId;
  if (!parentId) return;
  const isContinued = ({ id, author }: Post) => id === parentId && author.id === post.author.id;
  patchCachedPosts(client, isContinued, (parent) => ({ ...parent, hasThread: true }));
  refreshContinuations(client, parentId);
  const threads = threadsWith(client, parentId);
  if (!threads.some(([, data]) => has(data, post.id))) countInCache(client, parentId, 1);
  for (const [queryKey, data] of threads) {
    // A fetch in flight may predate this reply, and refreshThreads skips threads with a reply being sent.
    const { fetchStatus, isInvalidated } = client.getQueryState(queryKey) ?? {};
    const last = data?.pages.at(-1);
    if (last && !has(data, post.id)) {
      const pages = [...data!.pages.slice(0, -1), { ...last, items: [...last.items, post] }];
      client.setQueryData<PostPages>(queryKey, { ...data!, pages });
    }
    // A thread's further posts are not in the answer.
    if (fetchStatus === "fetching" || isInvalidated || post.hasThread)
      void client.invalidateQueries({ queryKey, exact: true });
  }
}

/** Refetches the threads that contain a new reply, but not while one is being sent: see settleReply. */
export function refreshThreads(client: QueryClient, reply: { id: string; parentId: string }): void {
  refreshContinuations(client, reply.parentId);
  const refetchType = countRepliesSending(reply.parentId) > 0 ? "none" : "active";
  for (const [queryKey, data] of threadsWith(client, reply.parentId)) {
    if (!has(data, reply.id)) void client.invalidateQueries({ queryKey, exact: true, refetchType });
  }
}
