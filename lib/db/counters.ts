import "server-only";
import { EMOJIS, REACTIONS } from "@/lib/shared/reactions";
import type { Db } from "./client";
import { Prisma } from "./generated/client";

/**
 * Counters are denormalized into the row they are shown with and change in the transaction of what they count. This is
 * the list of all of them: a cron job corrects those that drifted, and the deletion of an account takes away what goes
 * with it. All names here are constants and go into SQL unescaped; none may come from input.
 */

/** Rows of the table `from`. Each adds to counters of the row that its column `of` names. */
type Source = {
  from: string;
  of: string;
  /** The column with the person with whose account the row is deleted. */
  by: string;
  where?: string;
  /** By counter: what one row adds. */
  adds: Readonly<Record<string, string>>;
};

/** A counter with a number for each value of the column `key` of `from`. */
type Tally = Pick<Source, "from" | "of" | "by"> & {
  counter: string;
  key: string;
  /** SQL: the counter from rows with `key` and their number `n`. */
  value: string;
  none: string;
};

type Counted = {
  table: string;
  /** The column with the person with whose account the row is deleted. */
  owner: string;
  sources: readonly Source[];
  tally?: Tally;
};

/**
 * In the order in which transactions lock the rows: posts before people, apps before their reviews.
 * @param perLike what a like adds to an app's popularity; a person who ran it adds one
 */
const counted = (perLike: number): readonly Counted[] => [
  {
    table: "posts",
    owner: "author_id",
    sources: [
      ...Object.values(REACTIONS).map(({ total }) => ({
        from: total,
        of: "post_id",
        by: "user_id",
        adds: { [`${total}_count`]: "1" },
      })),
      { from: "posts", of: "parent_id", by: "author_id", adds: { comments_count: "1" } },
      { from: "posts", of: "quote_id", by: "author_id", adds: { quotes_count: "1" } },
    ],
    tally: {
      from: EMOJIS.table,
      of: "post_id",
      by: "user_id",
      counter: EMOJIS.counter,
      key: "emoji",
      value: "jsonb_object_agg(key, n)",
      none: "'{}'::jsonb",
    },
  },
  {
    table: "users",
    owner: "id",
    sources: [
      {
        from: "posts",
        of: "author_id",
        by: "author_id",
        where: "parent_id IS NULL",
        adds: { posts_count: "1" },
      },
      { from: "follows", of: "followee_id", by: "follower_id", adds: { followers_count: "1" } },
      { from: "follows", of: "follower_id", by: "followee_id", adds: { following_count: "1" } },
      { from: "apps", of: "owner_id", by: "owner_id", where: "is_public", adds: { apps_count: "1" } },
    ],
  },
  {
    table: "apps",
    owner: "owner_id",
    sources: [
      {
        from: "app_likes",
        of: "app_id",
        by: "user_id",
        adds: { likes_count: "1", popularity: String(perLike) },
      },
      {
        from: "app_runs",
        of: "app_id",
        by: "user_id",
        adds: { users_count: "1", runs_count: "runs", popularity: "1" },
      },
      { from: "comments", of: "app_id", by: "author_id", adds: { comments_count: "1" } },
    ],
    tally: {
      from: "reviews",
      of: "app_id",
      by: "author_id",
      counter: "star_counts",
      key: "stars",
      value: `ARRAY[${[1, 2, 3, 4, 5].map((stars) => `coalesce(sum(n) FILTER (WHERE key = ${stars}), 0)`).join()}]::int[]`,
      none: "ARRAY[0, 0, 0, 0, 0]",
    },
  },
  {
    table: "reviews",
    owner: "author_id",
    sources: [{ from: "review_votes", of: "review_id", by: "user_id", adds: { helpful_count: "1" } }],
  },
  {
    table: "collections",
    owner: "owner_id",
    sources: [{ from: "collection_saves", of: "collection_id", by: "user_id", adds: { saved_count: "1" } }],
  },
];

const countersOf = ({ sources }: Counted): string[] => [
  ...new Set(sources.flatMap(({ adds }) => Object.keys(adds))),
];

/** SQL for the id and the counters of each row that something counts for. With `person`, only what that person added. */
function sums(each: Counted, person?: string): Prisma.Sql {
  const counters = countersOf(each);
  // What a person adds to their own row goes with that row.
  const sources = each.sources.filter(({ of, by }) => !person || of !== by);
  const branches = sources.map(({ from, of, by, where, adds }) => {
    const values = counters.map((name) => `${adds[name] ?? 0} AS ${name}`).join();
    const rows = `SELECT ${of} AS id, ${values} FROM ${from} WHERE ${of} IS NOT NULL AND ${where ?? true}`;
    return person
      ? Prisma.sql`${Prisma.raw(rows)} AND ${Prisma.raw(by)} = ${person}::uuid`
      : Prisma.raw(rows);
  });
  const totals = counters.map((name) => `sum(${name})::int AS ${name}`).join();
  return Prisma.sql`
    SELECT id, ${Prisma.raw(totals)} FROM (${Prisma.join(branches, " UNION ALL ")}) each GROUP BY id`;
}

/** SQL for the id and the counter of each row. `which`: a condition for the rows of `from`. */
function tallied({ from, of, counter, key, value }: Tally, which = Prisma.sql`true`): Prisma.Sql {
  return Prisma.sql`
    SELECT id, ${Prisma.raw(`${value} AS ${counter}`)} FROM (
      SELECT ${Prisma.raw(`${of} AS id, ${key} AS key`)}, count(*) AS n FROM ${Prisma.raw(from)}
       WHERE ${which} GROUP BY 1, 2) each GROUP BY id`;
}

export type Recount = {
  table: Prisma.Sql;
  counters: readonly Prisma.Sql[];
  /** SQL for the id and the counters of each row that has a count. */
  counts: Prisma.Sql;
  /** The count of the other rows. */
  none: Prisma.Sql;
};

/** How the cron job counts them. */
export function recounts(perLike: number): Recount[] {
  return counted(perLike).flatMap((each) => {
    const table = Prisma.raw(each.table);
    const counters = countersOf(each).map((name) => Prisma.raw(name));
    const recount = { table, counters, counts: sums(each), none: Prisma.sql`0` };
    if (!each.tally) return [recount];
    const { counter, none } = each.tally;
    return [
      recount,
      { table, counters: [Prisma.raw(counter)], counts: tallied(each.tally), none: Prisma.raw(none) },
    ];
  });
}

/** Takes what a person added out of the counters of other people's rows, before their account is deleted. */
export async function removeFromCounters(userId: string, perLike: number, tx: Db): Promise<void> {
  for (const each of counted(perLike)) {
    const table = Prisma.raw(each.table);
    const isOthers = Prisma.sql`${Prisma.raw(`t.${each.owner}`)} <> ${userId}::uuid`;
    const rest = countersOf(each).map((name) => `${name} = greatest(0, t.${name} - gone.${name})`);
    await tx.$executeRaw`
      UPDATE ${table} t SET ${Prisma.raw(rest.join())} FROM (${sums(each, userId)}) gone
       WHERE t.id = gone.id AND ${isOthers}`;
    if (!each.tally) continue;
    const [from, of, by, counter] = (["from", "of", "by", "counter"] as const).map((name) =>
      Prisma.raw(each.tally![name]),
    );
    const theirs = Prisma.sql`t.id IN (SELECT ${of} FROM ${from} WHERE ${by} = ${userId}::uuid) AND ${isOthers}`;
    // Whoever adds to a tally has its row locked: the next statement sees all that was added before.
    await tx.$executeRaw`SELECT 1 FROM ${table} t WHERE ${theirs} ORDER BY t.id FOR UPDATE`;
    const others = tallied(each.tally, Prisma.sql`${of} = t.id AND ${by} <> ${userId}::uuid`);
    await tx.$executeRaw`
      UPDATE ${table} t
         SET ${counter} = coalesce((SELECT ${counter} FROM (${others}) rest), ${Prisma.raw(each.tally.none)})
       WHERE ${theirs}`;
  }
}
