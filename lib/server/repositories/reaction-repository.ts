import "server-only";
import { db, type Db } from "@/lib/server/db/client";
import { blockedPeople } from "./post-card";

export type ReactionRow = {
  authorId: string;
  likes: number;
  comments: number;
  /** True if this call changed something. */
  changed: boolean;
};

/**
 * Likes a post and counts the like, in one statement: nothing is counted again. Null where the viewer may not see it.
 */
export async function insertLike(
  userId: string,
  postId: string,
  client: Db = db(),
): Promise<ReactionRow | null> {
  const rows = await client.$queryRaw<ReactionRow[]>`
    WITH post AS (
      SELECT id, author_id, likes_count, comments_count FROM posts
       WHERE id = ${postId}::uuid AND author_id <> ALL (${blockedPeople(userId)}::uuid[])),
    made AS (
      INSERT INTO likes (user_id, post_id) SELECT ${userId}::uuid, id FROM post ON CONFLICT DO NOTHING RETURNING post_id),
    counted AS (
      UPDATE posts SET likes_count = likes_count + 1 WHERE id = (SELECT post_id FROM made) RETURNING likes_count)
    SELECT author_id AS "authorId", COALESCE((SELECT likes_count FROM counted), likes_count) AS likes,
           comments_count AS comments, EXISTS (SELECT 1 FROM made) AS changed
      FROM post`;
  return rows[0] ?? null;
}

/** Takes a like back; see insertLike. */
export async function deleteLike(
  userId: string,
  postId: string,
  client: Db = db(),
): Promise<ReactionRow | null> {
  const rows = await client.$queryRaw<ReactionRow[]>`
    WITH post AS (
      SELECT id, author_id, likes_count, comments_count FROM posts
       WHERE id = ${postId}::uuid AND author_id <> ALL (${blockedPeople(userId)}::uuid[])),
    gone AS (
      DELETE FROM likes WHERE user_id = ${userId}::uuid AND post_id = (SELECT id FROM post) RETURNING post_id),
    counted AS (
      UPDATE posts SET likes_count = likes_count - 1 WHERE id = (SELECT post_id FROM gone) RETURNING likes_count)
    SELECT author_id AS "authorId", COALESCE((SELECT likes_count FROM counted), likes_count) AS likes,
           comments_count AS comments, EXISTS (SELECT 1 FROM gone) AS changed
      FROM post`;
  return rows[0] ?? null;
}
