import "server-only";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { blockedPeople, findPostCards, type PostCard } from "./card-repository";
import { MAX_ID, type FeedPage } from "./timeline-repository";

/** Idempotent. @returns false if the viewer may not see the post */
export async function insertBookmark(bookmark: {
  id: string;
  userId: string;
  postId: string;
}): Promise<boolean> {
  const { id, userId, postId } = bookmark;
  const rows = await db().$queryRaw<unknown[]>`
    WITH post AS (
      SELECT id FROM posts
       WHERE id = ${postId}::uuid AND author_id <> ALL (${blockedPeople(userId)}::uuid[])),
    made AS (
      INSERT INTO bookmarks (id, user_id, post_id) SELECT ${id}::uuid, ${userId}::uuid, id FROM post
      ON CONFLICT DO NOTHING)
    SELECT 1 FROM post`;
  return rows.length === 1;
}

/** Idempotent. */
export async function deleteBookmark(userId: string, postId: string): Promise<void> {
  await db().bookmark.deleteMany({ where: { userId, postId } });
}

/** The posts that somebody bookmarked, the last one first. */
export function listBookmarks({ viewerId, after, take }: FeedPage): Promise<PostCard[]> {
  const ids = Prisma.sql`
    SELECT b.post_id AS id, b.id AS entry, NULL::uuid AS by FROM bookmarks b JOIN posts p ON p.id = b.post_id
     WHERE b.user_id = ${viewerId}::uuid AND b.id < ${after ?? MAX_ID}::uuid
       AND p.author_id <> ALL (${blockedPeople(viewerId)}::uuid[])
     ORDER BY b.id DESC LIMIT ${take}`;
  return findPostCards({ viewerId, ids });
}
