import pg from "pg";
import { listHomeFeed, searchPosts } from "@/lib/posts/timeline-repository";
import { searchQuery } from "@/lib/search/terms";
import type { Bench } from "./support/bench";
import { startBenchPostgres } from "./support/database";
import { personId, READERS } from "./support/readers";
import { type Statement, statementOf } from "./support/statements";

const POSTS = 2_000_000;
const VIEWER = personId(READERS[1].number);
const LIMIT_MS = 50;
const WARM_UP = 10;
const TIMES = 100;
/** A feed beside searches without a pause, which are more than a million people type. */
const FEED_ROUNDS = 5;
const FEED_LIMIT = 2;

/** What is typed, and how many posts of the seed have it; see seed.sql. Words together have no limit. */
const WORDS = [
  ["写真", "Japanese, in every post"],
  ["蛍石", "Japanese, in one of two thousand"],
  ["w12", "English, the beginning of a frequent word"],
  ["w1234 ", "English, in one of two thousand"],
  ["zzzunknown", "English, unknown"],
  ["鬱々", "Japanese, unknown"],
  ["写真を w1234", "words together, two of them in every post"],
  ["w1234 写真 zzz", "the beginning of an unknown word after two known ones"],
] as const;

const p95 = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)]!;

/** The home feed alone and while somebody searches, in turns, so that other work on the machine slows both alike. */
async function feedBesideSearches(client: pg.Client, searcher: pg.Client, searches: Statement[]) {
  const feed = await statementOf(() => listHomeFeed({ viewerId: VIEWER, after: undefined, take: 21 }));
  const read = async (times: number[]) => {
    for (let n = 0; n < TIMES; n++) {
      const since = performance.now();
      await client.query({ name: "feed", ...feed });
      times.push(performance.now() - since);
    }
  };
  const [alone, beside]: [number[], number[]] = [[], []];
  await read([]);
  for (let round = 0; round < FEED_ROUNDS; round++) {
    await read(alone);
    let isOver = false;
    const searching = (async () => {
      for (let n = 0; !isOver; n++)
        await searcher.query({ name: "search", ...searches[n % searches.length]! });
    })();
    await read(beside).finally(() => (isOver = true));
    await searching;
  }
  return { alone: p95(alone), beside: p95(beside) };
}

const bench: Bench = {
  title: "Search in two million posts: p95 of the statement, as prepared by name",
  run: async ({ report, dir, closing }) => {
    const postgres = await startBenchPostgres(dir);
    closing(postgres.stop);
    const { url } = await postgres.seeded(POSTS);
    const connect = async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      closing(() => client.end());
      return client;
    };
    const client = await connect();
    const searches: Statement[] = [];
    for (const [text, what] of WORDS) {
      const search = searchQuery(text)!;
      const times: number[] = [];
      let found = 0;
      const statement = await statementOf(() =>
        searchPosts({ viewerId: VIEWER, search, after: undefined, take: 21 }),
      );
      searches.push(statement);
      for (let n = -WARM_UP; n < TIMES; n++) {
        const since = performance.now();
        const { rowCount } = await client.query({ name: "search", ...statement });
        if (n >= 0) times.push(performance.now() - since);
        found = rowCount ?? 0;
      }
      report.figure({
        what: `${what} (${found} on the first page)`,
        value: p95(times),
        unit: "ms",
        ...(!what.startsWith("words") && { limit: LIMIT_MS }),
      });
    }
    const { alone, beside } = await feedBesideSearches(client, await connect(), searches);
    report.figure({
      what: `home feed, ${READERS[1].follows}, while somebody searches`,
      value: beside,
      unit: "ms",
      base: { name: "alone", value: alone },
      limit: FEED_LIMIT,
    });
  },
};

export default bench;
