import { listHomeFeed } from "@/lib/posts/timeline-repository";
import type { Bench } from "./support/bench";
import { openCopy } from "./support/database";
import { compare, send, type Target } from "./support/load";
import { personId } from "./support/readers";
import { cookieOf, startBareNext, startBareNode, startProduct } from "./support/servers";
import { statementOf } from "./support/statements";
import http from "node:http";

const POSTS = 200_000;
/** Follows two hundred. */
const READER = 2;
const LIMIT = 3.8;

const bench: Bench = {
  title: "GET /api/v1/timeline?limit=20, 200 followees: CPU of application and database",
  run: async (context) => {
    const { report } = context;
    const { postgres, url } = await openCopy(context, POSTS);
    const statements = {
      timeline: await statementOf(() =>
        listHomeFeed({ viewerId: personId(READER), after: undefined, take: 21 }),
      ),
    };
    const product = await startProduct(context, url);
    const node = await startBareNode(context, url, statements);
    const next = await startBareNext(context, url, { statements });
    const cookie = await cookieOf(READER);
    const path = "/api/timeline";
    const targets: Target[] = [
      { name: "bare", ...node, call: () => ({ path }) },
      { name: "next", ...next, call: () => ({ path }) },
      {
        name: "product",
        ...product,
        call: () => ({ path: "/api/v1/timeline?limit=20", headers: { cookie } }),
      },
    ].map(({ pid, ...target }) => ({ ...target, pids: [pid, postgres.pid] }));
    await assertSame(targets);
    const measured = await compare(targets, { rounds: 7, perRound: 250 });
    const [bare, bareNext, ours] = measured.map(({ cpuMs }) => cpuMs) as [number, number, number];
    const base = { name: "bare node:http + pg", value: bare };
    report.figure({ what: "a Next route with the bare SQL", value: bareNext, unit: "ms CPU", base });
    report.figure({
      what: "the product, session check included",
      value: ours,
      unit: "ms CPU",
      base,
      limit: LIMIT,
    });
  },
};

/** What is compared must be the same answer. */
async function assertSame(targets: readonly Target[]): Promise<void> {
  const agent = new http.Agent();
  const answers: unknown[] = [];
  for (const { url, call } of targets) answers.push(JSON.parse((await send(url, agent, call(0))).text));
  agent.destroy();
  const [first, ...others] = answers.map(linesOf) as [string[], ...string[][]];
  for (const other of others) {
    const at = first.findIndex((line, index) => line !== other[index]);
    if (at >= 0) throw new Error(`The servers do not answer alike: "${first[at]}", "${other[at]}".`);
    if (other.length > first.length)
      throw new Error(`The product answers with "${other[first.length]}", too.`);
  }
}

/** One line for each value. */
const linesOf = (answer: unknown): string[] => JSON.stringify(sorted(answer), null, 1).split("\n");

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => [key, sorted(each)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

export default bench;
