import "server-only";
import type { Post, PostPageQuery } from "./contract";
import type { Actor, Page } from "@/lib/shared/contract";
import { fromReplica } from "@/lib/db/replica";
import { AppError } from "@/lib/shared/errors";
import { presentPost } from "./presenter";
import { listAncestors, listContinuation, listReplies as listReplyCards } from "./reply-repository";
import { findPostAuthor } from "./repository";

type ThreadRequest = { viewer: Actor; postId: string };

/** @throws AppError not_found if the viewer may not see the post */
async function requireVisible({ viewer, postId }: ThreadRequest): Promise<void> {
  if ((await findPostAuthor(viewer.id, postId)) === null) throw new AppError("not_found");
}

/** The ancestors of a post, oldest first. @throws AppError not_found */
export async function readAncestors(request: ThreadRequest): Promise<Post[]> {
  await requireVisible(request);
  const { viewer, postId } = request;
  const cards = await fromReplica(viewer.id, () => listAncestors(viewer.id, postId));
  // A reply is newer than its parent.
  return cards.map(presentPost).reverse();
}

/** The thread that the author of a post continues below it, in order. @throws AppError not_found */
export async function readContinuation(request: ThreadRequest): Promise<Post[]> {
  await requireVisible(request);
  const { viewer, postId } = request;
  const cards = await fromReplica(viewer.id, () => listContinuation(viewer.id, postId));
  return cards.map(presentPost).reverse();
}

/**
 * Replies to a post, oldest first, each with its first nested replies (NESTED_REPLIES); `limit` counts direct replies.
 * @throws AppError not_found
 */
export async function readReplies({
  query: { after, limit },
  ...request
}: ThreadRequest & { query: PostPageQuery }): Promise<Page<Post>> {
  await requireVisible(request);
  const { viewer, postId } = request;
  const cards = await fromReplica(viewer.id, () =>
    listReplyCards({ viewerId: viewer.id, postId, after, take: limit + 1 }),
  );
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

/** A reply and its nested replies. `cards` is newest first, so children come before their parent. */
function belowOf(cards: { id: string; parentId: string | null }[], id: string): Set<string> {
  const below = new Set([id]);
  for (const card of cards.toReversed()) if (card.parentId && below.has(card.parentId)) below.add(card.id);
  return below;
}
