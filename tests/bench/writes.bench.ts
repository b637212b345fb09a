import pg from "pg";
import { uuidv7 } from "uuidv7";
import type { Bench } from "./support/bench";
import { openCopy } from "./support/database";
import { compare, type Target } from "./support/load";
import { personId } from "./support/readers";
import { cookieOf, startBareNext, startProduct } from "./support/servers";

const POSTS = 200_000;
const WRITER = 2;
const LIMIT = 2;
const AMOUNT = { rounds: 7, perRound: 200 };
const TEXT =
  "今日は写真を一枚。 A walk by the river, and a note about what stood there in the evening light.";

const bench: Bench = {
  title: "Publishing and liking: CPU of application and database",
  run: async (context) => {
    const { report } = context;
    const { postgres, url } = await openCopy(context, POSTS);
    const product = await startProduct(context, url);
    const next = await startBareNext(context, url);
    const headers = { "content-type": "application/json" };
    const signedIn = { ...headers, cookie: await cookieOf(WRITER), origin: product.url };
    const author = personId(WRITER);

    const publishing: Target[] = [
      {
        name: "bare",
        ...next,
        pids: [next.pid, postgres.pid],
        call: (number) => ({
          path: "/api/posts",
          method: "POST",
          headers,
          body: JSON.stringify({ author, body: `${number} ${TEXT}` }),
        }),
      },
      {
        name: "product",
        ...product,
        pids: [product.pid, postgres.pid],
        call: (number) => ({
          path: "/api/v1/posts",
          method: "POST",
          headers: signedIn,
          // As the product's own pages send it.
          body: JSON.stringify({ kind: "text", body: `${number} ${TEXT}`, clientKey: uuidv7() }),
        }),
      },
    ];
    // Each server likes posts that nobody of the other likes, by other people, that the writer does not like yet.
    const each = (1 + AMOUNT.rounds) * AMOUNT.perRound;
    const posts = await likable(url, author, 2 * each);
    const liking: Target[] = [
      {
        ...publishing[0]!,
        call: (number) => ({
          path: "/api/reactions",
          method: "POST",
          headers,
          body: JSON.stringify({ user: author, postId: posts[number] }),
        }),
      },
      {
        ...publishing[1]!,
        call: (number) => ({
          path: "/api/v1/reactions",
          method: "POST",
          headers: signedIn,
          body: JSON.stringify({ postId: posts[each + number], action: "like" }),
        }),
      },
    ];
    for (const [what, targets] of [
      ["publishing a post", publishing],
      ["liking a post", liking],
    ] as const) {
      const [bare, ours] = (await compare(targets, AMOUNT)).map(({ cpuMs }) => cpuMs) as [number, number];
      report.figure({
        what,
        value: ours,
        unit: "ms CPU",
        base: { name: "Next route + bare insert", value: bare },
        limit: LIMIT,
      });
    }
  },
};

async function likable(url: string, user: string, count: number): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>(
      `SELECT id FROM posts p WHERE author_id <> $1
          AND author_id NOT IN (SELECT blocked_id FROM blocks WHERE blocker_id = $1) AND NOT EXISTS (
         SELECT 1 FROM likes l WHERE l.user_id = $1 AND l.post_id = p.id) ORDER BY md5(id::text) LIMIT $2`,
      [user, count],
    );
    return rows.map(({ id }) => id);
  } finally {
    await client.end();
  }
}

export default bench;
