import "server-only";
import { PAGE_SIZE } from "@/lib/config/limits";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { findPostCards, hiddenPeople, type PostCard } from "./card-repository";

/** Reads before the first post: no id is larger. */
const FROM_THE_TOP = "ffffffff-ffff-ffff-ffff-ffffffffffff";
/** Up to so many followees, each one's newest posts are read by index and merged. */
const FEW_FOLLOWEES = 100;
/** With more, so many of the newest posts of all are looked through first. */
const SCAN_POSTS = 1_000;

/**
 * A number of ours in the statement's text. The database plans a prepared statement once for all values only where it
 * does not have to guess how many rows are wanted: planning each time costs more than the feed itself.
 */
function literal(value: number): Prisma.Sql {
  return Prisma.raw(String(Math.trunc(value)));
}

/** The usual page is a statement of its own; others share one, so that nobody can fill the database's memory with plans. */
function rowsLiteral(take: number): Prisma.Sql {
  return take === PAGE_SIZE + 1 ? literal(take) : Prisma.sql`${take}`;
}

export type FeedPage = { viewerId: string; after: string | undefined; take: number };

/**
 * Oneself and those one follows. Few followees: a merge of their newest. Many: the newest posts of all, kept where
 * one follows the author; where too few are found there, the merge after all. All in one statement: the branch that
 * is not taken costs nothing.
 */
export function listHomeFeed({ viewerId, after, take }: FeedPage): Promise<PostCard[]> {
  const rows = rowsLiteral(take);
  const before = Prisma.sql`${after ?? FROM_THE_TOP}::uuid`;
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
    SELECT id FROM merged UNION ALL SELECT id FROM scan WHERE (SELECT count(*) FROM scan) >= ${rows}`;
  return findPostCards({ viewerId, ids, ctes });
}

/** Everyone but those the viewer hides. */
export function listAllFeed({ viewerId, after, take }: FeedPage): Promise<PostCard[]> {
  const ids = Prisma.sql`
    SELECT id FROM posts
     WHERE id < ${after ?? FROM_THE_TOP}::uuid AND author_id <> ALL (${hiddenPeople(viewerId)}::uuid[])
     ORDER BY id DESC LIMIT ${rowsLiteral(take)}`;
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
    SELECT id FROM posts WHERE author_id = ${authorId}::uuid AND id < ${after ?? FROM_THE_TOP}::uuid
     ORDER BY id DESC LIMIT ${take} OFFSET ${skip}`;
  return findPostCards({ viewerId, ids });
}

/** Posts that hold every term of a tsquery (domain/search-terms.ts), newest first. */
export function searchPosts({
  viewerId,
  search,
  after,
  take,
}: FeedPage & { search: string }): Promise<PostCard[]> {
  const ids = Prisma.sql`
    SELECT id FROM posts
     WHERE search @@ ${search}::tsquery AND id < ${after ?? FROM_THE_TOP}::uuid
       AND author_id <> ALL (${hiddenPeople(viewerId)}::uuid[])
     ORDER BY id DESC LIMIT ${take}`;
  return findPostCards({ viewerId, ids });
}

/** Posts that came after `from`, oldest first: for a stream that resumes. */
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
