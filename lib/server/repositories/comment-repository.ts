import "server-only";
import { db, type Db } from "@/lib/server/db/client";
import { blockedPeople, hiddenPeople } from "./post-card";

export type CommentRecord = {
  id: string;
  postId: string;
  content: string;
  createdAt: Date;
  authorId: string;
  authorUsername: string;
  authorDisplayName: string;
  authorAvatarKey: string | null;
};

export type NewComment = { id: string; postId: string; authorId: string; content: string; createdAt: Date };
export type CommentedPost = { authorId: string; likes: number; comments: number };

/** Stores a comment and counts it; the post as it counts now, or null where the author may not see the post. */
export async function insertComment(comment: NewComment, client: Db = db()): Promise<CommentedPost | null> {
  const rows = await client.$queryRaw<CommentedPost[]>`
    WITH counted AS (
      UPDATE posts SET comments_count = comments_count + 1
       WHERE id = ${comment.postId}::uuid AND author_id <> ALL (${blockedPeople(comment.authorId)}::uuid[])
      RETURNING id, author_id, likes_count, comments_count),
    made AS (
      INSERT INTO comments (id, post_id, author_id, content, created_at)
      SELECT ${comment.id}::uuid, id, ${comment.authorId}::uuid, ${comment.content}, ${comment.createdAt} FROM counted)
    SELECT author_id AS "authorId", likes_count AS likes, comments_count AS comments FROM counted`;
  return rows[0] ?? null;
}

/** A post's comments, oldest first, without those of people whom the viewer hides. */
export function listComments({
  viewerId,
  postId,
  after,
  skip,
  take,
}: {
  viewerId: string;
  postId: string;
  after: string | undefined;
  skip: number;
  take: number;
}): Promise<CommentRecord[]> {
  const from = after ?? "00000000-0000-0000-0000-000000000000";
  return db().$queryRaw<CommentRecord[]>`
    SELECT c.id, c.post_id AS "postId", c.content, c.created_at AS "createdAt", u.id AS "authorId",
           u.username AS "authorUsername", u.display_name AS "authorDisplayName", u.avatar_key AS "authorAvatarKey"
      FROM comments c JOIN users u ON u.id = c.author_id
     WHERE c.post_id = ${postId}::uuid AND c.id > ${from}::uuid
       AND c.author_id <> ALL (${hiddenPeople(viewerId)}::uuid[])
     ORDER BY c.id LIMIT ${take} OFFSET ${skip}`;
}

export async function findComment(id: string, client: Db = db()): Promise<CommentRecord | null> {
  const rows = await client.$queryRaw<CommentRecord[]>`
    SELECT c.id, c.post_id AS "postId", c.content, c.created_at AS "createdAt", u.id AS "authorId",
           u.username AS "authorUsername", u.display_name AS "authorDisplayName", u.avatar_key AS "authorAvatarKey"
      FROM comments c JOIN users u ON u.id = c.author_id WHERE c.id = ${id}::uuid`;
  return rows[0] ?? null;
}

/** Removes a comment and counts; null where it is not this author's under that post. */
export async function deleteComment(
  { id, postId, authorId }: { id: string; postId: string; authorId: string },
  client: Db = db(),
): Promise<CommentedPost | null> {
  const rows = await client.$queryRaw<CommentedPost[]>`
    WITH gone AS (
      DELETE FROM comments
       WHERE id = ${id}::uuid AND post_id = ${postId}::uuid AND author_id = ${authorId}::uuid RETURNING post_id),
    counted AS (
      UPDATE posts SET comments_count = comments_count - 1 WHERE id = (SELECT post_id FROM gone)
      RETURNING author_id, likes_count, comments_count)
    SELECT author_id AS "authorId", likes_count AS likes, comments_count AS comments FROM counted`;
  return rows[0] ?? null;
}
