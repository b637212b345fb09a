import "server-only";
import { uuidv7 } from "uuidv7";
import type { Reaction, ReactionBody, Repost } from "./contract";
import type { Actor } from "@/lib/shared/contract";
import { AppError } from "@/lib/shared/errors";
import { idAt } from "@/lib/shared/time-id";
import { deleteReaction, insertReaction, type ReactionKind, type ReactionRow } from "./reaction-repository";
import { requireUnlimited } from "@/lib/moderation/standing-service";
import { publish } from "@/lib/notifications/notify-service";

type Change = { actor: Actor; postId: string; kind: ReactionKind; on: boolean; id: string; at?: Date };

async function change({ actor, postId, kind, on, id, at }: Change): Promise<ReactionRow> {
  const row = on
    ? await insertReaction(kind, { userId: actor.id, postId, id, createdAt: at ?? new Date() })
    : await deleteReaction(kind, { userId: actor.id, postId });
  if (!row) throw new AppError("not_found");
  const { authorId, countedAt, notified, likes, comments, reposts, quotes } = row;
  if (countedAt !== null)
    publish({ type: "counts", postId, authorId, likes, comments, reposts, quotes, countedAt });
  if (notified) publish({ type: "notification", userId: authorId, id, kind });
  return row;
}

/**
 * Likes a post or takes the like back. Idempotent.
 * @param at when it happened; now by default
 * @throws AppError not_found
 */
export async function react({
  actor,
  reaction: { postId, action },
  at,
}: {
  actor: Actor;
  reaction: ReactionBody;
  at?: Date;
}): Promise<Reaction> {
  const on = action === "like";
  const { likes } = await change({ actor, postId, kind: "like", on, id: at ? idAt(at) : uuidv7(), at });
  return { postId, liked: on, likes };
}

/**
 * Brings a post into the feeds of the actor's followers, or takes it out of them again. Idempotent.
 * @param at when it happened; now by default
 * @throws AppError not_found
 */
export async function repost({
  actor,
  postId,
  on,
  at,
}: {
  actor: Actor;
  postId: string;
  on: boolean;
  at?: Date;
}): Promise<Repost> {
  if (on) await requireUnlimited(actor);
  const id = at ? idAt(at) : uuidv7();
  const { reposts, authorId, countedAt } = await change({ actor, postId, kind: "repost", on, id, at });
  if (countedAt !== null) {
    if (on) publish({ type: "repost", id, postId, postAuthorId: authorId, authorId: actor.id });
    else publish({ type: "repost_undone", postId, authorId: actor.id });
  }
  return { postId, reposted: on, reposts };
}
