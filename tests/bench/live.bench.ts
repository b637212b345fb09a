import { readEvents } from "../support/event-reader";
import type { Bench } from "./support/bench";
import { openCopy } from "./support/database";
import { median } from "./support/report";
import { cookieOf, startProduct } from "./support/servers";

const POSTS = 200_000;
/** Whoever writes, and whoever follows them. */
const [WRITER, FOLLOWER] = [2, 3];
const TIMES = 40;
const LIMIT_MS = 2_000;

const bench: Bench = {
  title: "Live: from the sending of POST /api/v1/posts to the event in a follower's stream",
  run: async (context) => {
    const { report, closing } = context;
    const { url } = await openCopy(context, POSTS);
    const product = await startProduct(context, url);
    const [writer, follower] = [await cookieOf(WRITER), await cookieOf(FOLLOWER)];
    const stream = await fetch(`${product.url}/api/realtime/v1/stream`, { headers: { cookie: follower } });
    const events = readEvents(stream.body!);
    closing(events.close);
    await events.until((event) => event.type === "hello", LIMIT_MS);

    const delays: number[] = [];
    for (let time = 0; time < TIMES; time++) {
      const since = performance.now();
      const answer = await fetch(`${product.url}/api/v1/posts`, {
        method: "POST",
        headers: { cookie: writer, origin: product.url, "content-type": "application/json" },
        body: JSON.stringify({ body: `live ${time}` }),
      });
      const { id } = (await answer.json()) as { id: string };
      await events.until((event) => event.type === "post" && event.id === id, 2 * LIMIT_MS);
      delays.push(performance.now() - since);
    }
    report.note(`median ${median(delays).toFixed(1)} ms`);
    report.figure({ what: "the slowest of forty", value: Math.max(...delays), unit: "ms", limit: LIMIT_MS });
  },
};

export default bench;
