import "server-only";
import { db, type Db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { maySeePostsOf } from "@/lib/people/privacy-repository";
import { blockedPeople, findPostCards, type PostCard } from "./card-repository";
import { MAX_ID, type FeedPage } from "./timeline-repository";

/** Idempotent. @returns whether it is new; null if the viewer may not see the post */
export async function insertBookmark(
  bookmark: { id: string; userId: string; postId: string },
  client: Db = db(),
): Promise<boolean | null> {
  const { id, userId, postId } = bookmark;
  const rows = await client.$queryRaw<{ isNew: boolean }[]>`
    WITH post AS (
      SELECT id FROM posts
       WHERE id = ${postId}::uuid AND author_id <> ALL (${blockedPeople(userId)}::uuid[])
         AND ${maySeePostsOf(Prisma.sql`author_id`, userId)}),
    made AS (
      INSERT INTO bookmarks (id, user_id, post_id) SELECT ${id}::uuid, ${userId}::uuid, id FROM post
      ON CONFLICT DO NOTHING RETURNING id)
    SELECT EXISTS (SELECT 1 FROM made) AS "isNew" FROM post`;
  return rows[0]?.isNew ?? null;
}

/** Idempotent. @returns its id; null without one */
export async function deleteBookmark(userId: string, postId: string): Promise<string | null> {
  const rows = await db().$queryRaw<{ id: string }[]>`
    DELETE FROM bookmarks WHERE user_id = ${userId}::uuid AND post_id = ${postId}::uuid RETURNING id`;
  return rows[0]?.id ?? null;
}

/** A person's bookmarked posts, latest bookmark first. */
export function listBookmarks({ viewerId, after, take }: FeedPage): Promise<PostCard[]> {
  const ids = Prisma.sql`
    SELECT b.post_id AS id, b.id AS entry, NULL::uuid AS by FROM bookmarks b JOIN posts p ON p.id = b.post_id
     WHERE b.user_id = ${viewerId}::uuid AND b.id < ${after ?? MAX_ID}::uuid
       AND p.author_id <> ALL (${blockedPeople(viewerId)}::uuid[]) AND ${maySeePostsOf(Prisma.sql`p.author_id`, viewerId)}
     ORDER BY b.id DESC LIMIT ${take}`;
  return findPostCards({ viewerId, ids });
}
