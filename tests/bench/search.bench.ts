import pg from "pg";
import { searchPosts } from "@/lib/posts/timeline-repository";
import { searchQuery } from "@/lib/search/terms";
import type { Bench } from "./support/bench";
import { startBenchPostgres } from "./support/database";
import { personId, READERS } from "./support/readers";
import { statementOf } from "./support/statements";

const POSTS = 2_000_000;
const LIMIT_MS = 50;
const WARM_UP = 10;
const TIMES = 100;

/** What is typed, and how many posts of the seed have it; see seed.sql. Words together have no limit. */
const WORDS = [
  ["写真", "Japanese, in every post"],
  ["w12", "English, the beginning of a frequent word"],
  ["w1234 ", "English, in one of two thousand"],
  ["zzzunknown", "English, unknown"],
  ["鬱々", "Japanese, unknown"],
  ["写真を w1234", "words together, two of them in every post"],
  ["w1234 写真 zzz", "the beginning of an unknown word after two known ones"],
] as const;

const bench: Bench = {
  title: "Search in two million posts: p95 of the statement, as prepared by name",
  run: async ({ report, dir, closing }) => {
    const postgres = await startBenchPostgres(dir);
    closing(postgres.stop);
    const { url } = await postgres.seeded(POSTS);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    closing(() => client.end());
    const viewerId = personId(READERS[1].number);
    for (const [text, what] of WORDS) {
      const search = searchQuery(text)!;
      const times: number[] = [];
      let found = 0;
      for (let n = -WARM_UP; n < TIMES; n++) {
        const { text: sql, values } = await statementOf(() =>
          searchPosts({ viewerId, search, after: undefined, take: 21 }),
        );
        const since = performance.now();
        const { rowCount } = await client.query({ name: "search", text: sql, values });
        if (n >= 0) times.push(performance.now() - since);
        found = rowCount ?? 0;
      }
      times.sort((a, b) => a - b);
      report.figure({
        what: `${what} (${found} on the first page)`,
        value: times[Math.floor(TIMES * 0.95)]!,
        unit: "ms",
        ...(!what.startsWith("words") && { limit: LIMIT_MS }),
      });
    }
  },
};

export default bench;
