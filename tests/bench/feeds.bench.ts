import pg from "pg";
import { uuidv7 } from "uuidv7";
import { listHomeFeed } from "@/lib/posts/timeline-repository";
import { insertReaction } from "@/lib/posts/reaction-repository";
import type { Bench } from "./support/bench";
import { startBenchPostgres } from "./support/database";
import { personId, READERS } from "./support/readers";
import { median, type Report } from "./support/report";
import { statementOf, type Statement } from "./support/statements";

const SIZES = [200_000, 2_000_000];
const LIMIT = 20;
const DEEP_PAGE = 50;
const FLATNESS = 2.5;
const DEPTH = 1.3;
const LIKE_BUFFERS = 1.5;
const WARM_UP = 20;
const TIMES = 200;

type Feed = { what: string; statement: Statement };
type Row = { id: string };

async function homeFeed(reader: number, after?: string): Promise<Statement> {
  return statementOf(() => listHomeFeed({ viewerId: personId(reader), after, take: LIMIT + 1 }));
}

/** The cursor with which page `page` begins, reached as a reader reaches it. */
async function cursorOf(client: pg.Client, reader: number, page: number): Promise<string> {
  let after: string | undefined;
  for (let read = 1; read < page; read++) {
    const { rows } = await client.query<Row>({ name: "feed", ...(await homeFeed(reader, after)) });
    if (rows.length <= LIMIT) throw new Error(`Reader ${reader} has no page ${page}.`);
    after = rows[LIMIT - 1]!.id;
  }
  return after!;
}

/** The middle of many runs over one connection, in milliseconds, as prepared by name: what the server waits for. */
async function timed(client: pg.Client, feeds: readonly Feed[]): Promise<number[]> {
  const times = feeds.map(() => [] as number[]);
  for (let round = -WARM_UP; round < TIMES; round++) {
    for (const [index, { statement }] of feeds.entries()) {
      const since = performance.now();
      await client.query({ name: "feed", ...statement });
      if (round >= 0) times[index]!.push(performance.now() - since);
    }
  }
  return times.map(median);
}

/** Pages of 8 KB that a statement looks at. */
async function buffersOf(client: pg.Client, { text, values }: Statement): Promise<number> {
  const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: Record<string, number> }] }>(
    `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
    values,
  );
  const { Plan: plan } = rows[0]!["QUERY PLAN"][0];
  return plan["Shared Hit Blocks"]! + plan["Shared Read Blocks"]!;
}

async function measureSize(client: pg.Client, posts: number, report: Report): Promise<number[]> {
  const feeds: Feed[] = [];
  for (const { number, follows } of READERS) {
    const cursor = await cursorOf(client, number, DEEP_PAGE);
    feeds.push(
      { what: `${follows}, page 1`, statement: await homeFeed(number) },
      { what: `${follows}, page ${DEEP_PAGE}`, statement: await homeFeed(number, cursor) },
    );
  }
  const medians = await timed(client, feeds);
  for (const [index, { what, statement }] of feeds.entries()) {
    const buffers = await buffersOf(client, statement);
    report.note(
      `${posts.toLocaleString("en")} posts, ${what}`.padEnd(50) +
        `${medians[index]!.toFixed(3)} ms  ${String(buffers).padStart(6)} buffers`,
    );
  }
  for (const [index, { follows }] of READERS.entries()) {
    const [first, deep] = [medians[2 * index]!, medians[2 * index + 1]!];
    report.figure({
      what: `page ${DEEP_PAGE}, ${follows}, ${posts.toLocaleString("en")} posts`,
      value: deep,
      unit: "ms",
      base: { name: "page 1", value: first },
      limit: DEPTH,
    });
  }
  return medians.filter((_, index) => index % 2 === 0);
}

/** A like on a post that many like looks at no more than one on a post that nobody likes. */
async function measureLike(client: pg.Client, report: Report): Promise<void> {
  const { rows } = await client.query<Row>("SELECT id FROM posts ORDER BY id LIMIT 2");
  const [quiet, loved] = rows.map(({ id }) => id) as [string, string];
  await client.query("BEGIN");
  await client.query("INSERT INTO likes (user_id, post_id) SELECT id, $1 FROM users OFFSET 1", [loved]);
  await client.query("DELETE FROM likes WHERE user_id = $1 AND post_id = $2", [personId(1), loved]);
  const buffers = async (post: string) =>
    buffersOf(
      client,
      await statementOf(() =>
        insertReaction("like", { userId: personId(1), postId: post, id: uuidv7(), createdAt: new Date() }),
      ),
    );
  // The first one brings what both need into memory.
  await client.query("SAVEPOINT before");
  await buffers(quiet);
  await client.query("ROLLBACK TO before");
  const alone = await buffers(quiet);
  await client.query("ROLLBACK TO before");
  const crowded = await buffers(loved);
  await client.query("ROLLBACK");
  report.figure({
    what: "a like on a post with 1,999 likes: nothing is counted again",
    value: crowded,
    unit: "buffers",
    base: { name: "with none", value: alone },
    limit: LIKE_BUFFERS,
  });
}

const bench: Bench = {
  title: "Home feeds in the database: the product's statement, prepared, over one connection",
  run: async ({ report, dir, closing }) => {
    const postgres = await startBenchPostgres(dir);
    closing(postgres.stop);
    const firsts: number[] = [];
    for (const posts of SIZES) {
      const client = new pg.Client({ connectionString: (await postgres.seeded(posts)).url });
      await client.connect();
      try {
        firsts.push(...(await measureSize(client, posts, report)));
        if (posts === SIZES[0]) await measureLike(client, report);
      } finally {
        await client.end();
      }
    }
    report.figure({
      what: "flatness: slowest reader and size, page 1",
      value: Math.max(...firsts),
      unit: "ms",
      base: { name: "the fastest", value: Math.min(...firsts) },
      limit: FLATNESS,
    });
  },
};

export default bench;
