import fs from "node:fs";
import http from "node:http";
import { Redis } from "ioredis";
import pg from "pg";
import { uuidv7 } from "uuidv7";
import type { LiveEvent } from "@/lib/realtime/event-bus.server";
import { hasRedis, startRedis } from "../support/redis";
import { PERSON } from "./scale.mjs";
import type { Bench, BenchContext } from "./support/bench";
import { cpuMsOf } from "./support/cpu";
import { openCopy } from "./support/database";
import { send } from "./support/load";
import { personId, sessionId } from "./support/readers";
import { cookieOf, startProduct, type BenchServer } from "./support/servers";

const POSTS = 200_000;
/** Who follows the author, each with an open stream. */
const FIRST = 10;
const FOLLOWERS = 1_000;
const AUTHOR = 5;
/** Only the first of those follows them. */
const STRANGER = 6;
const POSTS_ELSEWHERE = 400;
/** Of the live events, in Redis. */
const CHANNEL = "gum:live";
const SHOWN = 20;
/** The newest posts, each shown by a part of the streams, and liked. */
const HOT = 200;
const LIKE_SECONDS = 8;
/** The speed of a shared machine changes within a minute: the middle round counts. */
const ROUNDS = 3;
const AT_ONCE = 8;
const NEW_POSTS = 30;
const IDLE = 5_000;
const IDLE_KB = 60;
const WAIT_MS = 60_000;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const quantile = (values: readonly number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))]!;

/** Sessions for the streams' people, who all follow the author. @returns the newest posts */
async function prepare(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const numbers = Array.from({ length: FOLLOWERS }, (_, index) => FIRST + index);
    await client.query(
      `INSERT INTO sessions (id, user_id, kind, expires_at)
       SELECT s, u, 'web', now() + interval '1 day' FROM unnest($1::uuid[], $2::uuid[]) AS made (s, u)
       ON CONFLICT DO NOTHING`,
      [[AUTHOR, ...numbers].map(sessionId), [AUTHOR, ...numbers].map(personId)],
    );
    await client.query(
      "INSERT INTO follows (follower_id, followee_id) SELECT unnest($1::uuid[]), $2 ON CONFLICT DO NOTHING",
      [numbers.map(personId), personId(AUTHOR)],
    );
    await client.query("DELETE FROM follows WHERE followee_id = $1 AND follower_id <> $2", [
      personId(STRANGER),
      personId(FIRST),
    ]);
    await client.query(
      "INSERT INTO follows (follower_id, followee_id) VALUES ($1, $2) ON CONFLICT DO NOTHING",
      [personId(FIRST), personId(STRANGER)],
    );
    const { rows } = await client.query<{ id: string }>(
      "SELECT id FROM posts WHERE parent_id IS NULL ORDER BY id DESC LIMIT $1",
      [HOT],
    );
    return rows.map(({ id }) => id);
  } finally {
    await client.end();
  }
}

/** Opens streams, declares what they show, and records when each receives a post. */
class Crowd {
  readonly #heard = new Map<string, number[]>();
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE });
  readonly #streams = new Set<http.ClientRequest>();
  events = 0;
  size = 0;

  constructor(
    readonly context: BenchContext,
    readonly product: BenchServer,
  ) {
    context.closing(() => this.#agent.destroy());
    context.closing(() => this.leave());
  }

  /** Closes every stream. */
  leave(): void {
    for (const stream of this.#streams) stream.destroy();
    this.#streams.clear();
    this.size = 0;
  }

  /** When each stream received a post. */
  heardOf(post: string): number[] {
    const times = this.#heard.get(post) ?? [];
    this.#heard.set(post, times);
    return times;
  }

  /** Waits until so many streams have received it. */
  async allHeardOf(post: string, streams: number): Promise<number[]> {
    const heard = this.heardOf(post);
    for (const end = Date.now() + WAIT_MS; heard.length < streams; await sleep(5))
      if (Date.now() > end) throw new Error(`${heard.length} of ${streams} received a post.`);
    return heard;
  }

  async open(cookie: string, posts: string[]): Promise<void> {
    const id = await new Promise<string>((resolve, reject) => {
      const request = http.get(
        `${this.product.url}/api/realtime/v1/stream`,
        { headers: { cookie }, agent: false },
        (response) => {
          if (response.statusCode !== 200)
            return reject(new Error(`The stream answers ${response.statusCode}.`));
          response.on("data", (chunk: Buffer) => {
            const text = chunk.toString("latin1");
            const hello = /"type":"hello","stream":"([^"]+)"/.exec(text);
            if (hello) resolve(hello[1]!);
            for (const [, post] of text.matchAll(/"type":"post","id":"([^"]+)"/g))
              this.heardOf(post!).push(performance.now());
            this.events += text.split("\nevent: ").length - 1;
          });
        },
      );
      request.on("error", reject);
      this.#streams.add(request);
    });
    this.size++;
    const body = JSON.stringify({ stream: id, serial: 0, posts, apps: [], everyone: false, fresh: [] });
    await this.call("PUT", "/api/realtime/v1/watch", cookie, body);
  }

  async openUpTo(size: number, cookies: string[], posts: string[]): Promise<void> {
    for (let n = this.size; n < size; n++) {
      const shown = Array.from({ length: SHOWN }, (_, index) => posts[(n * 3 + index) % HOT]!);
      await this.open(cookies[n % cookies.length]!, shown);
    }
  }

  async call(method: string, path: string, cookie: string, body: string): Promise<string> {
    const headers = { cookie, origin: this.product.url, "content-type": "application/json" };
    const { status, text } = await send(this.product.url, this.#agent, { method, path, headers, body });
    if (status > 299) throw new Error(`${path}: ${status} ${text.slice(0, 200)}`);
    return text;
  }
}

/** Likes and unlikes for some seconds. @returns how many a second, and the product's processor time for each */
async function like(
  crowd: Crowd,
  cookies: string[],
  posts: string[],
): Promise<{ rate: number; cpuMs: number }> {
  let done = 0;
  const cpu = cpuMsOf([crowd.product.pid]);
  const began = performance.now();
  const worker = async (_: unknown, number: number) => {
    for (let n = number; performance.now() - began < LIKE_SECONDS * 1_000; n += AT_ONCE) {
      const postId = posts[(n * 7) % posts.length]!;
      const action = Math.floor(n / posts.length) % 2 === 0 ? "like" : "unlike";
      await crowd.call(
        "POST",
        "/api/v1/reactions",
        cookies[n % cookies.length]!,
        JSON.stringify({ postId, action }),
      );
      done++;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return {
    rate: done / ((performance.now() - began) / 1_000),
    cpuMs: (cpuMsOf([crowd.product.pid]) - cpu) / done,
  };
}

/** New posts, one after the other. @returns when each stream had each, and the product's processor time for a post */
async function publish(crowd: Crowd, author: string, streams: number) {
  const delays: number[] = [];
  const cpu = cpuMsOf([crowd.product.pid]);
  for (let n = 0; n < NEW_POSTS; n++) {
    const since = performance.now();
    const { id } = JSON.parse(
      await crowd.call("POST", "/api/v1/posts", author, JSON.stringify({ body: `fan-out ${n}` })),
    ) as { id: string };
    delays.push(...(await crowd.allHeardOf(id, streams)).map((at) => at - since));
    await sleep(300);
  }
  return { delays, cpuMs: (cpuMsOf([crowd.product.pid]) - cpu) / NEW_POSTS };
}

/** What likes and posts in another process make: for each post, as many likes as people give, each with two events. */
function* eventsElsewhere(): Generator<LiveEvent> {
  const authorId = personId(STRANGER);
  const totals = { likes: 1, comments: 0, reposts: 0, quotes: 0, emojis: {} };
  for (let n = 0; n < POSTS_ELSEWHERE; n++) {
    for (let like = 0; like < PERSON.like / PERSON.post; like++) {
      yield { type: "counts", postId: uuidv7(), authorId, countedAt: n, ...totals };
      yield { type: "notification", userId: authorId, id: uuidv7(), kind: "like" };
    }
    yield { type: "post", id: uuidv7(), authorId };
  }
}

/** A process with as many streams, which hears through Redis what happens in others. */
async function measureBus(context: BenchContext, url: string, cookies: string[], posts: string[]) {
  const { report, closing } = context;
  if (!hasRedis) return report.note("events of other processes: not here, redis-server is not installed");
  const redis = await startRedis();
  closing(redis.stop);
  const env = { REDIS_URL: redis.url };
  const crowd = new Crowd(context, await startProduct(context, url, { name: "hears-others", env }));
  await crowd.openUpTo(FOLLOWERS, cookies, posts);
  const publisher = new Redis(redis.url);
  closing(() => publisher.disconnect());
  const events = [...eventsElsewhere()];
  const last = events.at(-1) as LiveEvent & { type: "post" };
  const cpu = cpuMsOf([crowd.product.pid]);
  for (const event of events)
    void publisher.publish(CHANNEL, JSON.stringify({ from: "another process", event }));
  await crowd.allHeardOf(last.id, 1);
  await sleep(500);
  report.figure({
    what: `an event of another process, with ${FOLLOWERS} streams open`,
    value: ((cpuMsOf([crowd.product.pid]) - cpu) / events.length) * 1_000,
    unit: "µs CPU",
  });
}

const residentKb = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, "utf8"))![1]);

const bench: Bench = {
  title: "A thousand open streams: likes, new posts, memory",
  run: async (context) => {
    const { report } = context;
    const { url } = await openCopy(context, POSTS);
    const posts = await prepare(url);
    const product = await startProduct(context, url);
    const cookies = await Promise.all(
      Array.from({ length: FOLLOWERS }, (_, index) => cookieOf(FIRST + index)),
    );
    const crowd = new Crowd(context, product);

    await like(crowd, cookies, posts);
    const author = await cookieOf(AUTHOR);
    const alone = await publish(crowd, author, 0);
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++) {
      crowd.leave();
      const none = await like(crowd, cookies, posts);
      await crowd.openUpTo(FOLLOWERS, cookies, posts);
      const before = crowd.events;
      const many = await like(crowd, cookies, posts);
      const events = (crowd.events - before) / LIKE_SECONDS;
      report.note(
        `likes a second: ${none.rate.toFixed(0)} without streams, ${many.rate.toFixed(0)} with ${FOLLOWERS}; ${events.toFixed(0)} events a second arrived`,
      );
      rounds.push({ none, many });
    }
    rounds.sort((a, b) => a.many.rate / a.none.rate - b.many.rate / b.none.rate);
    const { none, many } = rounds[Math.floor(ROUNDS / 2)]!;
    report.figure({
      what: `a like with ${FOLLOWERS} streams`,
      value: 1_000 / many.rate,
      unit: "ms",
      base: { name: "without", value: 1_000 / none.rate },
      limit: 1.25,
    });
    report.figure({
      what: "the product's processor time for it",
      value: many.cpuMs,
      unit: "ms CPU",
      base: { name: "without", value: none.cpuMs },
    });

    const { delays, cpuMs } = await publish(crowd, author, FOLLOWERS);
    report.figure({
      what: `a post to ${FOLLOWERS} followers, p95`,
      value: quantile(delays, 0.95),
      unit: "ms",
      limit: 150,
    });
    report.figure({
      what: "each stream that a post is written to",
      value: ((cpuMs - alone.cpuMs) / FOLLOWERS) * 1_000,
      unit: "µs CPU",
    });

    const kb = residentKb(product.pid);
    const opened = crowd.size;
    await crowd.openUpTo(opened + IDLE, cookies, posts);
    await sleep(3_000);
    report.figure({
      what: `one of ${IDLE} idle streams, resident`,
      value: (residentKb(product.pid) - kb) / IDLE,
      unit: "KB",
      limit: IDLE_KB,
    });
    await measureBus(context, url, cookies, posts);
  },
};

export default bench;
