import type { QueryClient } from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import { queuedValue } from "@/lib/outbox/rules";
import { useOutbox } from "@/lib/outbox/store";
import { REACTIONS, type CountedReaction } from "@/lib/shared/reactions";
import type { Post, PostCounts, PostTotals } from "./contract";
import { postKeys, type PostPages } from "./queries";
import { dropCachedPosts, patchCachedPost } from "./cache-queries";
import { withCounts } from "./emoji-queries";
import { countRepliesSending } from "./outgoing-store";
import { refreshThreads } from "./thread-queries";
import { ownOf, totalsOf, type Own } from "./totals";

/** The posts of the mounted lists, in their order. */
export function activePosts(client: QueryClient): Post[] {
  const active = client.getQueryCache().findAll({ queryKey: postKeys.all, type: "active" });
  return active.flatMap(({ state }) => {
    const data = state.data as PostPages | Post | undefined;
    if (!data) return [];
    return "pages" in data ? data.pages.flatMap((page) => page.items) : [data];
  });
}

/** Refetches the counts and live cards of posts on screen. */
export async function refreshCounts(client: QueryClient): Promise<void> {
  // The API takes a hundred ids.
  const ids = [...new Set(activePosts(client).map(({ id }) => id))].slice(0, 100);
  if (ids.length === 0) return;
  const { items } = await api<{ items: PostCounts[] }>("/v1/posts/counts", { query: { ids: ids.join(",") } });
  applyCounts(client, ids, items);
}

/** @param ids the requested posts; those without counts have been deleted */
export function applyCounts(client: QueryClient, ids: string[], items: PostCounts[]): void {
  for (const { postId, emojis, link, room, board, ...rest } of items) {
    const counts = totalsOf(rest);
    let hasNewReplies = false;
    patchCachedPost(client, postId, (post) => {
      hasNewReplies ||= counts.comments > post.counts.comments;
      return {
        ...post,
        counts,
        emojis,
        link: link ?? undefined,
        viewer: { ...post.viewer, ...ownOf(rest) },
        // The live stream may have delivered a newer one in the meantime.
        room: room && post.room && post.room.version > room.version ? post.room : room,
        board: board ?? undefined,
      };
    });
    if (hasNewReplies) refreshThreads(client, { id: "", parentId: postId });
  }
  const existing = new Set(items.map(({ postId }) => postId));
  dropCachedPosts(client, (post) => ids.includes(post.id) && !existing.has(post.id));
}

/** Writes the counters that the live stream sent to the cache; what the viewer did to the post stays. */
export function applyTotals(client: QueryClient, postId: string, totals: PostTotals): void {
  patchCachedPost(client, postId, (post) => ({
    ...post,
    // Pending changes are added to the cached count; the event includes them.
    counts: {
      ...totalsOf(totals),
      comments: Math.max(0, totals.comments - countRepliesSending(postId)),
    },
    emojis: withCounts(post, totals.emojis),
    viewer: { ...post.viewer, ...reactionsInFlight(postId) },
  }));
}

function reactionsInFlight(postId: string): Partial<Own> {
  const sending = useOutbox.getState().entries.filter(({ state }) => state === "sending");
  const kinds = Object.keys(REACTIONS) as CountedReaction[];
  const values = kinds.map((kind) => [REACTIONS[kind].own, queuedValue(sending, `post-${kind}`, postId)]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as Partial<Own>;
}
