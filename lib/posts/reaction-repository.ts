import "server-only";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { notificationKey } from "@/lib/notifications/repository";
import { blockedPeople, COUNTED_AT } from "./card-repository";

export type ReactionRow = {
  authorId: string;
  likes: number;
  comments: number;
  /** See COUNTED_AT; null if nothing changed. */
  countedAt: number | null;
  /** Whether a like notified the author. */
  notified: boolean;
};

export type NewLike = {
  userId: string;
  postId: string;
  /** For the author's notification, if there is one. */
  notificationId: string;
  createdAt: Date;
};

/**
 * Likes a post, counts the like and notifies the author, unless the author is the liker, mutes them, or was notified
 * before. Idempotent. Null if the viewer may not see the post.
 */
export async function insertLike(like: NewLike): Promise<ReactionRow | null> {
  const { userId, postId, notificationId, createdAt } = like;
  const key = notificationKey({
    userId: Prisma.sql`author_id`,
    kind: "like",
    actorId: userId,
    subject: Prisma.sql`id`,
  });
  const rows = await db().$queryRaw<ReactionRow[]>`
    WITH post AS (
      SELECT id, author_id, likes_count, comments_count FROM posts
       WHERE id = ${postId}::uuid AND author_id <> ALL (${blockedPeople(userId)}::uuid[])),
    made AS (
      INSERT INTO likes (user_id, post_id) SELECT ${userId}::uuid, id FROM post ON CONFLICT DO NOTHING RETURNING post_id),
    counted AS (
      UPDATE posts SET likes_count = likes_count + 1 WHERE id = (SELECT post_id FROM made)
      RETURNING likes_count, comments_count, ${COUNTED_AT} AS at),
    notified AS (
      INSERT INTO notifications (id, user_id, kind, actor_id, post_id, dedupe_key, created_at)
      SELECT ${notificationId}::uuid, author_id, 'like', ${userId}::uuid, id, ${key}, ${createdAt} FROM post
       WHERE EXISTS (SELECT 1 FROM made) AND author_id <> ${userId}::uuid
         AND NOT EXISTS (SELECT 1 FROM mutes WHERE muter_id = author_id AND muted_id = ${userId}::uuid)
      ON CONFLICT (dedupe_key) DO NOTHING RETURNING id)
    SELECT author_id AS "authorId", COALESCE(c.likes_count, p.likes_count) AS likes,
           COALESCE(c.comments_count, p.comments_count) AS comments, c.at AS "countedAt",
           EXISTS (SELECT 1 FROM notified) AS notified
      FROM post p LEFT JOIN counted c ON true`;
  return rows[0] ?? null;
}

/** Takes a like back. Idempotent. Null if the viewer may not see the post. */
export async function deleteLike(userId: string, postId: string): Promise<ReactionRow | null> {
  const rows = await db().$queryRaw<ReactionRow[]>`
    WITH post AS (
      SELECT id, author_id, likes_count, comments_count FROM posts
       WHERE id = ${postId}::uuid AND author_id <> ALL (${blockedPeople(userId)}::uuid[])),
    gone AS (
      DELETE FROM likes WHERE user_id = ${userId}::uuid AND post_id = (SELECT id FROM post) RETURNING post_id),
    counted AS (
      UPDATE posts SET likes_count = likes_count - 1 WHERE id = (SELECT post_id FROM gone)
      RETURNING likes_count, comments_count, ${COUNTED_AT} AS at)
    SELECT author_id AS "authorId", COALESCE(c.likes_count, p.likes_count) AS likes,
           COALESCE(c.comments_count, p.comments_count) AS comments, c.at AS "countedAt", false AS notified
      FROM post p LEFT JOIN counted c ON true`;
  return rows[0] ?? null;
}
