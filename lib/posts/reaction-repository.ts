import "server-only";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { notificationKey, wantsKind } from "@/lib/notifications/repository";
import { blockedPeople } from "./card-repository";
import { COUNTED_AT, COUNTS, type CountsRow } from "./counts-repository";

export type ReactionKind = "like" | "repost";

export type ReactionRow = CountsRow & {
  authorId: string;
  /** See COUNTED_AT; null if nothing changed. */
  countedAt: number | null;
  /** Whether it notified the author. */
  notified: boolean;
};

export type NewReaction = {
  userId: string;
  postId: string;
  /** Of the repost, and of the author's notification, if there is one. */
  id: string;
  createdAt: Date;
};

/** For each kind: its table, its counter, and its row for the row `post`. */
const KINDS: Record<
  ReactionKind,
  { table: Prisma.Sql; counter: Prisma.Sql; insert: (reaction: NewReaction) => Prisma.Sql }
> = {
  like: {
    table: Prisma.sql`likes`,
    counter: Prisma.sql`likes_count`,
    insert: ({ userId }) => Prisma.sql`
      INSERT INTO likes (user_id, post_id) SELECT ${userId}::uuid, id FROM post`,
  },
  repost: {
    table: Prisma.sql`reposts`,
    counter: Prisma.sql`reposts_count`,
    insert: ({ id, userId, createdAt }) => Prisma.sql`
      INSERT INTO reposts (id, user_id, post_id, created_at)
      SELECT ${id}::uuid, ${userId}::uuid, id, ${createdAt} FROM post`,
  },
};

/** SQL for the ReactionRow of the CTEs `post` and `counted`. */
const RESULT = Prisma.sql`
  SELECT p.author_id AS "authorId", COALESCE(c.likes, p.likes) AS likes, COALESCE(c.comments, p.comments) AS comments,
         COALESCE(c.reposts, p.reposts) AS reposts, COALESCE(c.quotes, p.quotes) AS quotes, c.at AS "countedAt"`;

function visiblePost(userId: string, postId: string): Prisma.Sql {
  return Prisma.sql`SELECT p.id, p.author_id, ${COUNTS} FROM posts p
    WHERE p.id = ${postId}::uuid AND p.author_id <> ALL (${blockedPeople(userId)}::uuid[])`;
}

/**
 * Likes or reposts a post, counts that and notifies the author, unless they did it themselves, mute the actor, do not
 * want that, or were notified before. Idempotent. Null if the viewer may not see the post.
 */
export async function insertReaction(kind: ReactionKind, reaction: NewReaction): Promise<ReactionRow | null> {
  const { userId, postId, id, createdAt } = reaction;
  const { counter, insert } = KINDS[kind];
  const key = notificationKey({
    userId: Prisma.sql`author_id`,
    kind,
    actorId: userId,
    subject: Prisma.sql`id`,
  });
  const rows = await db().$queryRaw<ReactionRow[]>`
    WITH post AS (${visiblePost(userId, postId)}),
    made AS (${insert(reaction)} ON CONFLICT DO NOTHING RETURNING post_id),
    counted AS (
      UPDATE posts p SET ${counter} = p.${counter} + 1 WHERE p.id = (SELECT post_id FROM made)
      RETURNING ${COUNTS}, ${COUNTED_AT} AS at),
    notified AS (
      INSERT INTO notifications (id, user_id, kind, actor_id, post_id, dedupe_key, created_at)
      SELECT ${id}::uuid, author_id, ${kind}, ${userId}::uuid, id, ${key}, ${createdAt} FROM post
       WHERE EXISTS (SELECT 1 FROM made) AND author_id <> ${userId}::uuid
         AND NOT EXISTS (SELECT 1 FROM mutes WHERE muter_id = author_id AND muted_id = ${userId}::uuid)
         AND ${wantsKind(Prisma.sql`author_id`, kind)}
      ON CONFLICT (dedupe_key) DO NOTHING RETURNING id)
    ${RESULT}, EXISTS (SELECT 1 FROM notified) AS notified FROM post p LEFT JOIN counted c ON true`;
  return rows[0] ?? null;
}

/** Takes a like or a repost back. Idempotent. Null if the viewer may not see the post. */
export async function deleteReaction(
  kind: ReactionKind,
  { userId, postId }: Pick<NewReaction, "userId" | "postId">,
): Promise<ReactionRow | null> {
  const { table, counter } = KINDS[kind];
  const rows = await db().$queryRaw<ReactionRow[]>`
    WITH post AS (${visiblePost(userId, postId)}),
    gone AS (
      DELETE FROM ${table} WHERE user_id = ${userId}::uuid AND post_id = (SELECT id FROM post) RETURNING post_id),
    counted AS (
      UPDATE posts p SET ${counter} = p.${counter} - 1 WHERE p.id = (SELECT post_id FROM gone)
      RETURNING ${COUNTS}, ${COUNTED_AT} AS at)
    ${RESULT}, false AS notified FROM post p LEFT JOIN counted c ON true`;
  return rows[0] ?? null;
}
