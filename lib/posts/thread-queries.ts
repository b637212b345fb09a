import { infiniteQueryOptions, type QueryClient } from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import { PAGE_SIZE } from "@/lib/config/limits";
import type { Page } from "@/lib/shared/contract";
import type { Post } from "./contract";
import { countRepliesSending } from "./outgoing-store";
import { patchCachedPost, postKeys, type PostPages } from "./queries";

/** The replies to a post, in no order: see `threadOf`. A page has `PAGE_SIZE` direct ones. */
export const repliesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: postKeys.replies(id),
    queryFn: ({ pageParam, signal }) =>
      api<Page<Post>>(`/posts/${id}/replies`, { query: { limit: PAGE_SIZE, after: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });

/** The posts above a reply. One page; in the shape of a list, so that what changes posts changes these. */
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

const has = (data: PostPages | undefined, id: string): boolean =>
  data?.pages.some((page) => page.items.some((post) => post.id === id)) ?? false;

/** The cached threads in which a reply to `parentId` has its place. */
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

/** Writes a reply that the server has to the cache. */
export function settleReply(client: QueryClient, post: Post): void {
  const parentId = post.reply?.parentId;
  if (!parentId) return;
  const threads = threadsWith(client, parentId);
  if (!threads.some(([, data]) => has(data, post.id))) countInCache(client, parentId, 1);
  for (const [queryKey, data] of threads) {
    // A fetch in flight may predate this reply, and refreshThreads defers to replies on their way.
    const { fetchStatus, isInvalidated } = client.getQueryState(queryKey) ?? {};
    const last = data?.pages.at(-1);
    if (last && !has(data, post.id)) {
      const pages = [...data!.pages.slice(0, -1), { ...last, items: [...last.items, post] }];
      client.setQueryData<PostPages>(queryKey, { ...data!, pages });
    }
    if (fetchStatus === "fetching" || isInvalidated) void client.invalidateQueries({ queryKey, exact: true });
  }
}

/** Refetches the threads in which a new reply has its place, but not while one is being sent: see settleReply. */
export function refreshThreads(client: QueryClient, reply: { id: string; parentId: string }): void {
  const refetchType = countRepliesSending(reply.parentId) > 0 ? "none" : "active";
  for (const [queryKey, data] of threadsWith(client, reply.parentId)) {
    if (!has(data, reply.id)) void client.invalidateQueries({ queryKey, exact: true, refetchType });
  }
}
