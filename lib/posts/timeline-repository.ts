import "server-only";
import { PAGE_SIZE } from "@/lib/config/limits";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { findPostCards, hiddenPeople, type PostCard } from "./card-repository";

/** Larger than every id. */
export const MAX_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";
/** Up to this many followees, the newest posts of each are read by index and merged. */
const FEW_FOLLOWEES = 100;
/** With more followees, this many of the newest posts of everyone are scanned first. */
const SCAN_POSTS = 1_000;

/**
 * A constant in the text of a statement. PostgreSQL caches a generic plan only if it knows the LIMITs; planning the feed
 * each time takes longer than running it. Never for input.
 */
function literal(value: number): Prisma.Sql {
  return Prisma.raw(String(Math.trunc(value)));
}

/** Only the default page size is a literal: clients must not be able to fill the plan cache. */
function limitOf(take: number): Prisma.Sql {
  return take === PAGE_SIZE + 1 ? literal(take) : Prisma.sql`${take}`;
}

export type FeedPage = { viewerId: string; after: string | undefined; take: number };

/**
 * Posts of the viewer and of those they follow. With few followees, it merges the newest posts of each. With many, it
 * scans the newest posts of everyone for followed authors and merges only if that finds too few. The branch that is
 * not taken costs nothing.
 */
export function listHomeFeed({ viewerId, after, take }: FeedPage): Promise<PostCard[]> {
  const rows = limitOf(take);
  const before = Prisma.sql`${after ?? MAX_ID}::uuid`;
  const ctes = Prisma.sql`
    me AS MATERIALIZED (
      SELECT following_count <= ${literal(FEW_FOLLOWEES)} AS few, ${hiddenPeople(viewerId)} AS hidden
        FROM users WHERE id = ${viewerId}::uuid),
    scan AS MATERIALIZED (
      SELECT newest.id FROM (
          SELECT id, author_id FROM posts WHERE id < ${before} ORDER BY id DESC LIMIT ${literal(SCAN_POSTS)}
        ) newest
       WHERE NOT (SELECT few FROM me)
         AND (newest.author_id = ${viewerId}::uuid OR EXISTS (
               SELECT 1 FROM follows f WHERE f.follower_id = ${viewerId}::uuid AND f.followee_id = newest.author_id))
         AND newest.author_id <> ALL ((SELECT hidden FROM me)::uuid[])
       ORDER BY newest.id DESC LIMIT ${rows}),
    merged AS MATERIALIZED (
      SELECT own.id FROM (
          SELECT followee_id AS id FROM follows
           WHERE follower_id = ${viewerId}::uuid AND followee_id <> ALL ((SELECT hidden FROM me)::uuid[])
          UNION ALL SELECT ${viewerId}::uuid
        ) author
       CROSS JOIN LATERAL (
          SELECT id FROM posts WHERE author_id = author.id AND id < ${before} ORDER BY id DESC LIMIT ${rows}
        ) own
       WHERE (SELECT few FROM me) OR (SELECT count(*) FROM scan) < ${rows}
       ORDER BY own.id DESC LIMIT ${rows})`;
  const ids = Prisma.sql`
    SELECT id, id AS entry FROM merged
    UNION ALL SELECT id, id FROM scan WHERE (SELECT count(*) FROM scan) >= ${rows}`;
  return findPostCards({ viewerId, ids, ctes });
}

/** Posts of everyone but those hidden from the viewer. */
export function listAllFeed({ viewerId, after, take }: FeedPage): Promise<PostCard[]> {
  const ids = Prisma.sql`
    SELECT id, id AS entry FROM posts
     WHERE id < ${after ?? MAX_ID}::uuid AND author_id <> ALL (${hiddenPeople(viewerId)}::uuid[])
     ORDER BY id DESC LIMIT ${limitOf(take)}`;
  return findPostCards({ viewerId, ids });
}

/** One person's posts. The caller has checked that the viewer may see that person. */
export function listPostsOf({
  viewerId,
  authorId,
  after,
  skip,
  take,
}: {
  viewerId: string | null;
  authorId: string;
  after: string | undefined;
  skip: number;
  take: number;
}): Promise<PostCard[]> {
  const ids = Prisma.sql`
    SELECT id, id AS entry FROM posts WHERE author_id = ${authorId}::uuid AND id < ${after ?? MAX_ID}::uuid
     ORDER BY id DESC LIMIT ${take} OFFSET ${skip}`;
  return findPostCards({ viewerId, ids });
}

/** Posts that match a tsquery made by searchQuery (lib/search/terms.ts), newest first. */
export function searchPosts({
  viewerId,
  search,
  after,
  take,
}: FeedPage & { search: string }): Promise<PostCard[]> {
  const ids = Prisma.sql`
    SELECT id, id AS entry FROM posts
     WHERE search @@ ${search}::tsquery AND id < ${after ?? MAX_ID}::uuid
       AND author_id <> ALL (${hiddenPeople(viewerId)}::uuid[])
     ORDER BY id DESC LIMIT ${take}`;
  return findPostCards({ viewerId, ids });
}

/** Posts after the id `from`, oldest first, for a stream that resumes. */
export function listPostsSince(
  viewerId: string,
  from: string,
  take: number,
): Promise<{ id: string; authorId: string }[]> {
  return db().$queryRaw`
    SELECT id, author_id AS "authorId" FROM posts
     WHERE id > ${from}::uuid AND author_id <> ALL (${hiddenPeople(viewerId)}::uuid[])
     ORDER BY id LIMIT ${take}`;
}
