import "server-only";
import type { Post, PostPageQuery } from "./contract";
import type { Actor, Page } from "@/lib/shared/contract";
import { AppError } from "@/lib/shared/errors";
import { presentPost } from "./presenter";
import { listAncestors, listReplies as listReplyCards } from "./reply-repository";
import { findPostAuthor } from "./repository";

type ThreadRequest = { viewer: Actor; postId: string };

/** @throws AppError not_found if the viewer may not see the post */
async function requireVisible({ viewer, postId }: ThreadRequest): Promise<void> {
  if ((await findPostAuthor(viewer.id, postId)) === null) throw new AppError("not_found");
}

/** The posts above a reply, the oldest first. @throws AppError not_found */
export async function readAncestors(request: ThreadRequest): Promise<Post[]> {
  await requireVisible(request);
  const cards = await listAncestors(request.viewer.id, request.postId);
  // A reply is newer than what it replies to.
  return cards.map(presentPost).reverse();
}

/**
 * Replies to a post, oldest first, with the first replies below each of them (NESTED_REPLIES); `limit` counts the direct
 * ones. @throws AppError not_found
 */
export async function readReplies({
  query: { after, limit },
  ...request
}: ThreadRequest & { query: PostPageQuery }): Promise<Page<Post>> {
  await requireVisible(request);
  const { viewer, postId } = request;
  const cards = await listReplyCards({ viewerId: viewer.id, postId, after, take: limit + 1 });
  const direct = cards.filter(({ parentId }) => parentId === postId).map(({ id }) => id);
  direct.sort();
  const hasMore = direct.length > limit;
  const extra = hasMore ? belowOf(cards, direct[limit]!) : new Set<string>();
  const items = cards
    .filter(({ id }) => !extra.has(id))
    .map(presentPost)
    .reverse();
  return { items, nextCursor: hasMore ? (direct[limit - 1] ?? null) : null };
}

/** A reply and what is below it. `cards` has the newest first, so that what is below comes before. */
function belowOf(cards: { id: string; parentId: string | null }[], id: string): Set<string> {
  const below = new Set([id]);
  for (const card of cards.toReversed()) if (card.parentId && below.has(card.parentId)) below.add(card.id);
  return below;
}
