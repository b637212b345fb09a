import "server-only";
import { PAGE_SIZE } from "@/lib/config/limits";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { peopleInList } from "@/lib/people/list-repository";
import { maySeePostsOf } from "@/lib/people/privacy-repository";
import { isListed } from "@/lib/people/repository";
import { findPostCards, hiddenPeople, itself, type PostCard } from "./card-repository";

/** Larger than every id. */
export const MAX_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";
/** Smaller than every id. */
const MIN_ID = "00000000-0000-0000-0000-000000000000";
/** Up to this many followees, the newest posts of each are read by index and merged. */
const FEW_FOLLOWEES = 100;
/** With more followees, this many of the newest posts of everyone are scanned first. */
const SCAN_POSTS = 1_000;
/** How many of the newest posts are scanned: 10 ms. A word with less than a page of matches among them is rare. */
const SEARCH_SCAN_POSTS = 4_000;

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
 * The home feed: posts and reposts of the viewer and the people they follow, without replies; a post once per page, at
 * its newest position.
 *
 * With few followees, it merges the newest of each. With many, it scans the newest of everyone for followed people and
 * merges only if that finds too few posts, or too many reposts to check. The branch that is not taken costs nothing.
 */
export function listHomeFeed({ viewerId, after, take }: FeedPage): Promise<PostCard[]> {
  const rows = limitOf(take);
  const before = Prisma.sql`${after ?? MAX_ID}::uuid`;
  const scanned = literal(SCAN_POSTS);
  const ctes = Prisma.sql`
    me AS MATERIALIZED (
      SELECT following_count <= ${literal(FEW_FOLLOWEES)} AS few, ${hiddenPeople(viewerId)} AS hidden
        FROM users WHERE id = ${viewerId}::uuid),
    scan AS MATERIALIZED (
      SELECT newest.id FROM (
          SELECT id, author_id FROM posts WHERE parent_id IS NULL AND id < ${before} ORDER BY id DESC LIMIT ${scanned}
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
          SELECT id FROM posts WHERE author_id = author.id AND parent_id IS NULL AND id < ${before}
           ORDER BY id DESC LIMIT ${rows}
        ) own
       WHERE (SELECT few FROM me) OR (SELECT count(*) FROM scan) < ${rows}
       ORDER BY own.id DESC LIMIT ${rows}),
    written AS MATERIALIZED (
      SELECT id FROM merged UNION ALL SELECT id FROM scan WHERE (SELECT count(*) FROM scan) >= ${rows}),
    oldest AS MATERIALIZED (
      SELECT COALESCE((SELECT id FROM written ORDER BY id DESC LIMIT 1 OFFSET ${rows} - 1), ${MIN_ID}::uuid) AS id),
    recent AS MATERIALIZED (
      SELECT r.id, r.post_id, r.user_id FROM reposts r
       WHERE NOT (SELECT few FROM me) AND r.id < ${before} AND r.id > (SELECT id FROM oldest)
       ORDER BY r.id DESC LIMIT ${scanned}),
    reposted AS MATERIALIZED (
      SELECT r.id, r.post_id, r.user_id FROM recent r JOIN posts p ON p.id = r.post_id
       WHERE (SELECT count(*) FROM recent) < ${scanned} AND p.author_id <> ALL ((SELECT hidden FROM me)::uuid[])
         AND ${maySeePostsOf(Prisma.sql`p.author_id`, viewerId)}
         AND r.user_id <> ALL ((SELECT hidden FROM me)::uuid[])
         AND EXISTS (SELECT 1 FROM follows f WHERE f.follower_id = ${viewerId}::uuid AND f.followee_id = r.user_id)
      UNION ALL
      SELECT newest.* FROM follows f
       CROSS JOIN LATERAL (
          SELECT r.id, r.post_id, r.user_id FROM reposts r JOIN posts p ON p.id = r.post_id
           WHERE r.user_id = f.followee_id AND r.id < ${before} AND r.id > (SELECT id FROM oldest)
             AND p.author_id <> ALL ((SELECT hidden FROM me)::uuid[])
             AND ${maySeePostsOf(Prisma.sql`p.author_id`, viewerId)}
           ORDER BY r.id DESC LIMIT ${rows}
        ) newest
       WHERE f.follower_id = ${viewerId}::uuid AND f.followee_id <> ALL ((SELECT hidden FROM me)::uuid[])
         AND ((SELECT few FROM me) OR (SELECT count(*) FROM recent) >= ${scanned}))`;
  const ids = Prisma.sql`
    SELECT id, entry, by FROM (
      SELECT DISTINCT ON (id) id, entry, by FROM (
        SELECT ${itself(Prisma.sql`id`)} FROM written
        UNION ALL SELECT post_id, id, user_id FROM reposted) every
       ORDER BY id, entry DESC) once
     ORDER BY entry DESC LIMIT ${rows}`;
  return findPostCards({ viewerId, ids, ctes });
}

/**
 * The feed of one of the viewer's lists: posts and reposts of its members, without replies; a post once per page, as in
 * the home feed.
 */
export function listPeopleFeed({
  viewerId,
  listId,
  after,
  take,
}: FeedPage & { listId: string }): Promise<PostCard[]> {
  const rows = limitOf(take);
  const before = Prisma.sql`${after ?? MAX_ID}::uuid`;
  const ctes = Prisma.sql`
    hidden AS MATERIALIZED (SELECT ${hiddenPeople(viewerId)} AS people),
    author AS MATERIALIZED (${peopleInList({ viewerId, listId })})`;
  const ids = Prisma.sql`
    SELECT id, entry, by FROM (
      SELECT DISTINCT ON (id) id, entry, by FROM (
        (SELECT own.id, own.id AS entry, NULL::uuid AS by FROM author
          CROSS JOIN LATERAL (
            SELECT id FROM posts WHERE author_id = author.id AND parent_id IS NULL AND id < ${before}
             ORDER BY id DESC LIMIT ${rows}) own
          ORDER BY own.id DESC LIMIT ${rows})
        UNION ALL
        (SELECT newest.post_id, newest.id, newest.user_id FROM author
          CROSS JOIN LATERAL (
            SELECT r.id, r.post_id, r.user_id FROM reposts r JOIN posts p ON p.id = r.post_id
             WHERE r.user_id = author.id AND r.id < ${before}
               AND p.author_id <> ALL ((SELECT people FROM hidden)::uuid[])
               AND ${maySeePostsOf(Prisma.sql`p.author_id`, viewerId)}
             ORDER BY r.id DESC LIMIT ${rows}) newest
          ORDER BY newest.id DESC LIMIT ${rows})) every
       ORDER BY id, entry DESC) once
     ORDER BY entry DESC LIMIT ${rows}`;
  return findPostCards({ viewerId, ids, ctes });
}

/** The global feed, without people hidden from the viewer and without replies. */
export function listAllFeed({ viewerId, after, take }: FeedPage): Promise<PostCard[]> {
  const ids = Prisma.sql`
    SELECT ${itself(Prisma.sql`id`)} FROM posts
     WHERE parent_id IS NULL AND id < ${after ?? MAX_ID}::uuid
       AND author_id <> ALL (${hiddenPeople(viewerId)}::uuid[]) AND ${maySeePostsOf(Prisma.sql`author_id`, viewerId)}
     ORDER BY id DESC LIMIT ${limitOf(take)}`;
  return findPostCards({ viewerId, ids });
}

/**
 * One person's posts and reposts, pinned post first; a post once per page. The caller has checked that the viewer may
 * see that person.
 */
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
  const before = Prisma.sql`${after ?? MAX_ID}::uuid`;
  // Sorts by the largest id to the top, and is left out below.
  const pinned = after
    ? Prisma.empty
    : Prisma.sql`UNION ALL
        (SELECT pinned_post_id, ${MAX_ID}::uuid, NULL::uuid FROM users
          WHERE id = ${authorId}::uuid AND pinned_post_id IS NOT NULL)`;
  const hidden = viewerId ? hiddenPeople(viewerId) : Prisma.sql`'{}'`;
  const ids = Prisma.sql`
    SELECT id, entry, by FROM (
      SELECT DISTINCT ON (id) id, entry, by FROM (
        (SELECT ${itself(Prisma.sql`id`)} FROM posts
          WHERE author_id = ${authorId}::uuid AND parent_id IS NULL AND id < ${before}
          ORDER BY id DESC LIMIT ${skip + take})
        UNION ALL
        (SELECT r.post_id, r.id, r.user_id FROM reposts r JOIN posts p ON p.id = r.post_id
          WHERE r.user_id = ${authorId}::uuid AND r.id < ${before} AND p.author_id <> ALL (${hidden}::uuid[])
            AND ${maySeePostsOf(Prisma.sql`p.author_id`, viewerId)}
          ORDER BY r.id DESC LIMIT ${skip + take})
        ${pinned}) every
       ORDER BY id, entry DESC) once
     ORDER BY entry DESC LIMIT ${take} OFFSET ${skip}`;
  return findPostCards({ viewerId, ids });
}

/** The posts that quote one. */
export function listQuotes({
  viewerId,
  quoteId,
  after,
  take,
}: FeedPage & { quoteId: string }): Promise<PostCard[]> {
  const ids = Prisma.sql`
    SELECT ${itself(Prisma.sql`id`)} FROM posts
     WHERE quote_id = ${quoteId}::uuid AND id < ${after ?? MAX_ID}::uuid
       AND author_id <> ALL (${hiddenPeople(viewerId)}::uuid[]) AND ${maySeePostsOf(Prisma.sql`author_id`, viewerId)}
     ORDER BY id DESC LIMIT ${take}`;
  return findPostCards({ viewerId, ids });
}

/**
 * Posts that match a tsquery from searchQuery (lib/search/terms.ts), newest first.
 *
 * Scans the newest posts first, which finds frequent words. A rarer word has few matches, which the index
 * returns unordered. The planner cannot distinguish the two, especially for a prefix, and would scan all
 * posts for a word that nobody wrote.
 */
export function searchPosts({
  viewerId,
  search,
  after,
  take,
}: FeedPage & { search: string }): Promise<PostCard[]> {
  const rows = limitOf(take);
  const before = Prisma.sql`${after ?? MAX_ID}::uuid`;
  const query = Prisma.sql`${search}::tsquery`;
  const isShown = (post: Prisma.Sql) => Prisma.sql`${post}.author_id <> ALL ((SELECT hidden FROM me)::uuid[])
    AND EXISTS (SELECT 1 FROM users u WHERE u.id = ${post}.author_id AND ${isListed(viewerId)})
    AND ${maySeePostsOf(Prisma.sql`${post}.author_id`, viewerId)}`;
  const ctes = Prisma.sql`
    me AS MATERIALIZED (SELECT ${hiddenPeople(viewerId)} AS hidden),
    recent AS MATERIALIZED (
      SELECT newest.id FROM (
          SELECT id, author_id, search FROM posts WHERE id < ${before} ORDER BY id DESC LIMIT ${literal(SEARCH_SCAN_POSTS)}
        ) newest
       WHERE newest.search @@ ${query} AND ${isShown(Prisma.sql`newest`)}
       ORDER BY newest.id DESC LIMIT ${rows}),
    matches AS MATERIALIZED (
      SELECT id, author_id FROM posts WHERE (SELECT count(*) FROM recent) < ${rows} AND search @@ ${query}),
    rest AS MATERIALIZED (
      SELECT id FROM matches WHERE id < ${before} AND ${isShown(Prisma.sql`matches`)} ORDER BY id DESC LIMIT ${rows})`;
  const ids = Prisma.sql`
    SELECT ${itself(Prisma.sql`id`)} FROM (
      SELECT id FROM recent WHERE (SELECT count(*) FROM recent) >= ${rows} UNION ALL SELECT id FROM rest) found
     ORDER BY id DESC LIMIT ${rows}`;
  return findPostCards({ viewerId, ids, ctes });
}

/** New posts in the home feed after the id `from`, oldest first, for a stream that resumes. */
export function listPostsSince(
  viewerId: string,
  from: string,
  take: number,
): Promise<{ id: string; authorId: string; repostOf: string | null }[]> {
  const hidden = Prisma.sql`${hiddenPeople(viewerId)}::uuid[]`;
  return db().$queryRaw`
    SELECT * FROM (
      (SELECT id, author_id AS "authorId", NULL::uuid AS "repostOf" FROM posts
        WHERE id > ${from}::uuid AND parent_id IS NULL AND author_id <> ALL (${hidden})
          AND (author_id = ${viewerId}::uuid OR EXISTS (
                SELECT 1 FROM follows f WHERE f.follower_id = ${viewerId}::uuid AND f.followee_id = posts.author_id))
        ORDER BY id LIMIT ${take})
      UNION ALL
      (SELECT r.id, r.user_id, r.post_id FROM reposts r JOIN posts p ON p.id = r.post_id
         JOIN follows f ON f.follower_id = ${viewerId}::uuid AND f.followee_id = r.user_id
        WHERE r.id > ${from}::uuid AND r.user_id <> ALL (${hidden}) AND p.author_id <> ALL (${hidden})
          AND ${maySeePostsOf(Prisma.sql`p.author_id`, viewerId)}
        ORDER BY r.id LIMIT ${take})) every
     ORDER BY id LIMIT ${take}`;
}
