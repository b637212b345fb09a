import { useShallow } from "zustand/react/shallow";
import { infiniteQueryOptions, type QueryClient } from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import { PAGE_SIZE } from "@/lib/config/limits";
import { queue, useOutbox } from "@/lib/outbox/store";
import type { Page } from "@/lib/shared/contract";
import type { EmojiPerson, EmojiReactions, Post } from "./contract";
import { patchCachedPost } from "./cache-queries";
import { emojiList, withReaction, type EmojiCount } from "./emoji-rules";

export const emojiPeopleQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ["posts", "emojis", id] as const,
    queryFn: ({ pageParam, signal }) =>
      api<Page<EmojiPerson>>(`/posts/${id}/emojis`, {
        query: { limit: PAGE_SIZE, after: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
  });

/** Adds (true) or removes a reaction. */
export function toggleEmoji(id: string, emoji: string, on: boolean): void {
  queue({ kind: "post-emoji", id, emoji, on });
}

/** The reactions to a post, including those still in the outbox. */
export function useReactions({ id, emojis }: Pick<Post, "id" | "emojis">): EmojiCount[] {
  const queued = useOutbox(
    useShallow(({ entries }) => entries.filter((entry) => entry.kind === "post-emoji" && entry.id === id)),
  );
  return queued.reduce(
    (shown, entry) => (entry.kind === "post-emoji" ? withReaction(shown, entry) : shown),
    emojis,
  );
}

/** Writes the server's response to a reaction to the cache. */
export function settleEmojis(client: QueryClient, { postId, emojis }: EmojiReactions): void {
  patchCachedPost(client, postId, (post) => ({ ...post, emojis }));
}

/** Merges new counts. The viewer's own reactions stay, and so do those still in the outbox. */
export function withCounts({ id, emojis }: Post, counts: Record<string, number>): EmojiCount[] {
  const own = new Set(emojis.filter(({ mine }) => mine).map(({ emoji }) => emoji));
  for (const entry of useOutbox.getState().entries) {
    if (entry.kind !== "post-emoji" || entry.id !== id || entry.state !== "sending") continue;
    if (entry.on) own.add(entry.emoji);
    else own.delete(entry.emoji);
  }
  return emojiList(counts, [...own]);
}
