import "server-only";
import { type Db, inLongTransaction } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";

/**
 * Counters are denormalized into the row they are shown with and change in the transaction of what they count. These
 * queries correct those that drifted.
 */
type Counted = {
  table: Prisma.Sql;
  /** Selects the id and one column per counter of each row with a count. */
  counts: Prisma.Sql;
  counters: readonly string[];
  /** The count of a row without related rows; 0 by default. */
  none?: Prisma.Sql;
};

const POSTS: Counted = {
  table: Prisma.sql`posts`,
  counters: ["likes_count", "comments_count", "reposts_count", "quotes_count"],
  counts: Prisma.sql`
    SELECT id, sum(likes) AS likes_count, sum(comments) AS comments_count, sum(reposts) AS reposts_count,
           sum(quotes) AS quotes_count FROM (
      SELECT post_id AS id, 1 AS likes, 0 AS comments, 0 AS reposts, 0 AS quotes FROM likes
      UNION ALL SELECT parent_id, 0, 1, 0, 0 FROM posts WHERE parent_id IS NOT NULL
      UNION ALL SELECT post_id, 0, 0, 1, 0 FROM reposts
      UNION ALL SELECT quote_id, 0, 0, 0, 1 FROM posts WHERE quote_id IS NOT NULL) each GROUP BY id`,
};

const REACTIONS: Counted = {
  table: Prisma.sql`posts`,
  counters: ["emojis"],
  none: Prisma.sql`'{}'::jsonb`,
  counts: Prisma.sql`
    SELECT id, jsonb_object_agg(emoji, people) AS emojis FROM (
      SELECT post_id AS id, emoji, count(*) AS people FROM post_emojis GROUP BY post_id, emoji) each GROUP BY id`,
};

const USERS: Counted = {
  table: Prisma.sql`users`,
  counters: ["posts_count", "followers_count", "following_count", "apps_count"],
  counts: Prisma.sql`
    SELECT id, sum(posts) AS posts_count, sum(followers) AS followers_count, sum(following) AS following_count,
           sum(apps) AS apps_count FROM (
      SELECT author_id AS id, 1 AS posts, 0 AS followers, 0 AS following, 0 AS apps FROM posts
       WHERE parent_id IS NULL
      UNION ALL SELECT followee_id, 0, 1, 0, 0 FROM follows
      UNION ALL SELECT follower_id, 0, 0, 1, 0 FROM follows
      UNION ALL SELECT owner_id, 0, 0, 0, 1 FROM apps WHERE is_public) each GROUP BY id`,
};

/** @param popularityPerLike what a like adds to an app's popularity; a person who ran it adds one */
function apps(popularityPerLike: number): Counted {
  return {
    table: Prisma.sql`apps`,
    counters: ["likes_count", "users_count", "runs_count", "comments_count", "popularity"],
    counts: Prisma.sql`
      SELECT id, sum(likes) AS likes_count, sum(users) AS users_count, sum(runs) AS runs_count,
             sum(comments) AS comments_count, sum(likes) * ${popularityPerLike}::int + sum(users) AS popularity FROM (
        SELECT app_id AS id, 1 AS likes, 0 AS users, 0 AS runs, 0 AS comments FROM app_likes
        UNION ALL SELECT app_id, 0, 1, runs, 0 FROM app_runs
        UNION ALL SELECT app_id, 0, 0, 0, 1 FROM comments) each GROUP BY id`,
  };
}

const STARS: Counted = {
  table: Prisma.sql`apps`,
  counters: ["star_counts"],
  none: Prisma.sql`ARRAY[0, 0, 0, 0, 0]`,
  counts: Prisma.sql`
    SELECT app_id AS id, ARRAY[
      count(*) FILTER (WHERE stars = 1), count(*) FILTER (WHERE stars = 2), count(*) FILTER (WHERE stars = 3),
      count(*) FILTER (WHERE stars = 4), count(*) FILTER (WHERE stars = 5)]::int[] AS star_counts
      FROM reviews GROUP BY app_id`,
};

const REVIEWS: Counted = {
  table: Prisma.sql`reviews`,
  counters: ["helpful_count"],
  counts: Prisma.sql`SELECT review_id AS id, count(*) AS helpful_count FROM review_votes GROUP BY review_id`,
};

const COLLECTIONS: Counted = {
  table: Prisma.sql`collections`,
  counters: ["saved_count"],
  counts: Prisma.sql`SELECT collection_id AS id, count(*) AS saved_count FROM collection_saves GROUP BY collection_id`,
};

/**
 * Corrects the counters of up to `limit` rows that drifted.
 * @returns how many were corrected
 */
export async function recountDrifted({
  limit,
  popularityPerLike,
}: {
  limit: number;
  popularityPerLike: number;
}): Promise<number> {
  let corrected = 0;
  for (const counted of [POSTS, REACTIONS, USERS, apps(popularityPerLike), STARS, REVIEWS, COLLECTIONS])
    corrected += await inLongTransaction((tx) => recount(counted, limit, tx));
  return corrected;
}

async function recount(
  { table, counts, counters, none = Prisma.sql`0` }: Counted,
  limit: number,
  tx: Db,
): Promise<number> {
  const columns = counters.map((name) => Prisma.raw(name));
  const differs = Prisma.join(
    columns.map((name) => Prisma.sql`t.${name} <> coalesce(c.${name}, ${none})`),
    " OR ",
  );
  const drifted = await tx.$queryRaw<{ id: string }[]>`
    SELECT t.id FROM ${table} t LEFT JOIN (${counts}) c ON c.id = t.id WHERE ${differs} LIMIT ${limit}`;
  if (drifted.length === 0) return 0;
  const ids = drifted.map(({ id }) => id);
  const assignments = Prisma.join(columns.map((name) => Prisma.sql`${name} = coalesce(c.${name}, ${none})`));
  // Writers lock the row when they update a counter. With these rows locked, the next query's snapshot has each like
  // together with its count or not at all.
  await tx.$queryRaw`SELECT id FROM ${table} WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR UPDATE`;
  return tx.$executeRaw`
    UPDATE ${table} t SET ${assignments}
    FROM ${table} same LEFT JOIN (SELECT * FROM (${counts}) counted WHERE id = ANY (${ids}::uuid[])) c ON c.id = same.id
    WHERE same.id = t.id AND t.id = ANY (${ids}::uuid[]) AND (${differs})`;
}
