import "server-only";
import { uuidv7 } from "uuidv7";
import type { EmojiBody, EmojiPerson, EmojiReactions, PostPageQuery, Repost } from "./contract";
import type { Actor, Page } from "@/lib/shared/contract";
import { type Db, inTransaction } from "@/lib/db/client";
import { AppError } from "@/lib/shared/errors";
import { REACTIONS, type CountedReaction, type ReactionKind } from "@/lib/shared/reactions";
import { idAt } from "@/lib/shared/time-id";
import { emojiList } from "./emoji-rules";
import {
  deleteReaction,
  insertReaction,
  listEmojiPeople,
  listOwnEmojis,
  type ReactionRow,
} from "./reaction-repository";
import { findPostAuthor } from "./repository";
import { presentUserShort } from "@/lib/people/user-presenter";
import { requireSharable } from "./share-service";
import { requireUnlimited } from "@/lib/moderation/standing-service";
import { publish } from "@/lib/notifications/notify-service";
import type { Pending } from "@/lib/notifications/pending-service";
import { queuePushes } from "@/lib/push/queue-service";
import type { LiveEvent } from "@/lib/realtime/event-bus.server";
import { likeChanged } from "@/lib/realtime/row-events";

/** A repost has rules of its own. */
type Plain = Exclude<CountedReaction, "repost">;

/** The number of a reaction, and whether it is the viewer's own. */
type Reacted<Kind extends Plain> = { postId: string } & {
  [Name in (typeof REACTIONS)[Kind]["own"]]: boolean;
} & { [Name in (typeof REACTIONS)[Kind]["total"]]: number };

type Change = {
  actor: Actor;
  postId: string;
  kind: ReactionKind;
  emoji?: string;
  on: boolean;
  id: string;
  at?: Date;
};

async function change(change: Change): Promise<ReactionRow> {
  const { actor, postId, kind, emoji, on } = change;
  const row = on
    ? await inTransaction((tx) => add(change, tx))
    : await deleteReaction(kind, { userId: actor.id, postId, emoji });
  if (!row) throw new AppError("not_found");
  publish(...eventsOf(change, row));
  return row;
}

/** Stores a reaction and queues its push messages. @throws AppError not_found */
async function add({ actor, postId, kind, emoji, id, at }: Change, tx: Db): Promise<ReactionRow> {
  const reaction = { userId: actor.id, postId, emoji, id, createdAt: at ?? new Date() };
  const row = await insertReaction(kind, reaction, tx);
  if (!row) throw new AppError("not_found");
  if (row.notified) await queuePushes([id], tx);
  return row;
}

function eventsOf(
  { actor, postId, kind, on, id }: Change,
  { notified, countedAt, ...counts }: ReactionRow,
): LiveEvent[] {
  const { authorId } = counts;
  const events: LiveEvent[] = [];
  if (countedAt !== null) events.push({ type: "counts", postId, countedAt, ...counts });
  if (countedAt !== null && kind === "like")
    events.push(likeChanged(on ? "INSERT" : "DELETE", { postId, userId: actor.id, authorId }));
  if (notified) events.push({ type: "notification", userId: authorId, id, kind });
  return events;
}

/** A like that is stored together with other changes. @throws AppError not_found when it is stored */
export function pendingLike({ actor, postId }: { actor: Actor; postId: string }): Pending {
  const like = { actor, postId, kind: "like", on: true, id: uuidv7() } as const;
  return {
    target: postId,
    store: async (tx) => {
      return eventsOf(like, await add(like, tx));
    },
  };
}

/**
 * Adds or removes a reaction of which each person has one; for reposts see below. Idempotent.
 * @param at when it happened; now by default
 * @throws AppError not_found
 */
export async function react<Kind extends Plain>({
  actor,
  postId,
  kind,
  on,
  at,
}: {
  actor: Actor;
  postId: string;
  kind: Kind;
  on: boolean;
  at?: Date;
}): Promise<Reacted<Kind>> {
  const row = await change({ actor, postId, kind, on, id: at ? idAt(at) : uuidv7(), at });
  const { total, own } = REACTIONS[kind];
  return { postId, [own]: on, [total]: row[total] } as Reacted<Kind>;
}

/**
 * Adds or removes an emoji reaction. Idempotent.
 * @throws AppError not_found; too_many_reactions beyond EMOJIS_PER_PERSON or EMOJIS_PER_POST
 */
export async function reactWithEmoji({
  actor,
  postId,
  reaction: { emoji, on },
}: {
  actor: Actor;
  postId: string;
  reaction: EmojiBody;
}): Promise<EmojiReactions> {
  const { emojis } = await change({ actor, postId, kind: "emoji", emoji, on, id: uuidv7() });
  const own = await listOwnEmojis(actor.id, postId);
  if (on && !own.includes(emoji)) throw new AppError("too_many_reactions");
  return { postId, emojis: emojiList(emojis, own) };
}

/** Who reacted with which emoji, newest first. @throws AppError not_found */
export async function listReactions({
  viewer,
  postId,
  query: { after, limit },
}: {
  viewer: Actor;
  postId: string;
  query: PostPageQuery;
}): Promise<Page<EmojiPerson>> {
  if ((await findPostAuthor(viewer.id, postId)) === null) throw new AppError("not_found");
  const rows = await listEmojiPeople({ viewerId: viewer.id, postId, after, take: limit + 1 });
  const shown = rows.slice(0, limit);
  return {
    items: shown.map(({ reactionId, emoji, ...user }) => ({
      id: reactionId,
      emoji,
      user: presentUserShort(user),
    })),
    nextCursor: rows.length > limit ? (shown.at(-1)?.reactionId ?? null) : null,
  };
}

/**
 * Reposts a post to the actor's followers, or removes the repost. Idempotent.
 * @param at when it happened; now by default
 * @throws AppError not_found; private_account for the post of a private person
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
  if (on) await requireSharable(actor, postId);
  const id = at ? idAt(at) : uuidv7();
  const { reposts, authorId, countedAt } = await change({ actor, postId, kind: "repost", on, id, at });
  if (countedAt !== null) {
    if (on) publish({ type: "repost", id, postId, postAuthorId: authorId, authorId: actor.id });
    else publish({ type: "repost_undone", postId, authorId: actor.id });
  }
  return { postId, reposted: on, reposts };
}
