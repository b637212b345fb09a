import http from "node:http";
import pg from "pg";
import { uuidv7 } from "uuidv7";
import type { Bench } from "./support/bench";
import { cpuMsOf } from "./support/cpu";
import { openCopy } from "./support/database";
import { type Call, send } from "./support/load";
import { personId } from "./support/readers";
import { median } from "./support/report";
import { cookieOf, startProduct } from "./support/servers";

/** What one of each costs the application and the database: the figures of tests/bench/scale.mjs. */

const POSTS = 200_000;
const READER = 2;
const ROUNDS = 5;
const PER_ROUND = 60;
const AT_ONCE = 4;
/** Tables that grow with use, and their secondary indexes. */
const TABLES = ["users", "posts", "likes", "follows", "media"];

const bench: Bench = {
  title: "What one of each costs: CPU of application and database, room on disk",
  run: async (context) => {
    const { report } = context;
    const { postgres, url } = await openCopy(context, POSTS);
    const product = await startProduct(context, url);
    const headers = {
      "content-type": "application/json",
      cookie: await cookieOf(READER),
      origin: product.url,
    };
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    context.closing(() => client.end());
    const { rows: posts } = await client.query<{ id: string }>(
      `SELECT id FROM posts WHERE parent_id IS NULL
          AND author_id NOT IN (SELECT blocked_id FROM blocks WHERE blocker_id = $2)
        ORDER BY md5(id::text) LIMIT $1`,
      [(ROUNDS + 1) * PER_ROUND, personId(READER)],
    );
    const write = (path: string, body: object): Call => ({
      path,
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    const kinds: [string, (number: number) => Call][] = [
      ["page /timeline", () => ({ path: "/timeline", headers })],
      ["page of a feed", () => ({ path: "/api/v1/timeline?feed=home", headers })],
      ["a post with its thread", (n) => ({ path: `/api/posts/${posts[n]!.id}`, headers })],
      ["notifications", () => ({ path: "/api/v1/notifications", headers })],
      ["search", (n) => ({ path: `/api/v1/search?q=person_${1 + (n % 1_900)}&type=users`, headers })],
      [
        "publishing",
        (n) => write("/api/v1/posts", { kind: "text", body: `${n} river`, clientKey: uuidv7() }),
      ],
      ["liking", (n) => write("/api/v1/reactions", { postId: posts[n]!.id, action: "like" })],
    ];
    const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE });
    context.closing(() => agent.destroy());
    for (const [what, call] of kinds) {
      const costs: { app: number; database: number }[] = [];
      let next = 0;
      for (let round = 0; round <= ROUNDS; round++) {
        const [app, database] = [cpuMsOf([product.pid]), cpuMsOf([postgres.pid])];
        const end = next + PER_ROUND;
        const worker = async () => {
          while (next < end) {
            const { status, text } = await send(product.url, agent, call(next++));
            if (status > 299) throw new Error(`${what}: ${status} ${text.slice(0, 200)}`);
          }
        };
        await Promise.all(Array.from({ length: AT_ONCE }, worker));
        // The first round warms up.
        if (round > 0)
          costs.push({
            app: (cpuMsOf([product.pid]) - app) / PER_ROUND,
            database: (cpuMsOf([postgres.pid]) - database) / PER_ROUND,
          });
      }
      for (const where of ["app", "database"] as const)
        report.figure({
          what: `${what}, ${where}`,
          value: median(costs.map((cost) => cost[where])),
          unit: "ms CPU",
        });
    }
    for (const table of TABLES) {
      const { rows } = await client.query<{ bytes: number }>(
        `SELECT pg_total_relation_size($1)::float8 / greatest(count(*), 1) AS bytes FROM ${table}`,
        [table],
      );
      report.figure({ what: `a row of ${table}, with its indexes`, value: rows[0]!.bytes, unit: "bytes" });
    }
  },
};

export default bench;
