import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as blockRoute from "@/app/api/users/[id]/block/route";
import * as appsRoute from "@/app/api/apps/public/route";
import * as postsRoute from "@/app/api/v1/posts/route";
import * as searchRoute from "@/app/api/v1/search/route";
import * as timelineRoute from "@/app/api/v1/timeline/route";
import * as userPostsRoute from "@/app/api/users/[id]/posts/route";
import { LAG_MAX_MS } from "@/lib/db/replay";
import { metrics } from "@/lib/infra/metrics";
import { writeMetrics } from "@/lib/infra/metrics-page";
import { checkReadiness } from "@/lib/infra/readiness";
import type { Post } from "@/lib/posts/contract";
import { eventBus } from "@/lib/realtime/event-bus.server";
import type { Page } from "@/lib/shared/contract";
import { notHere } from "../support/not-here";
import { call, makePerson, type TestPerson } from "../support/people";
import { hasRedis, startRedis, type TestRedis } from "../support/redis";
import { type Replicated, startReplicated } from "../support/replicated";
import { type FeedProcess, startFeedProcess } from "../support/feed-process";
import { within } from "../support/within";

type Ends = { gumReplicaPool?: { end: () => Promise<void> } };

/** An answer that took longer waited for the replica more than once. */
const ANSWER_MS = 5_000;

let servers: Replicated;
let mika: TestPerson;
let ren: TestPerson;
let serial = 0;

beforeAll(async () => {
  servers = await startReplicated();
  Object.assign(process.env, {
    DATABASE_URL: servers.primary.url,
    DATABASE_REPLICA_URL: servers.replica.url,
    RATE_LIMIT_SCALE: "1000",
  });
  [mika, ren] = await Promise.all([makePerson("mika"), makePerson("ren")]);
});
afterAll(async () => {
  await (globalThis as Ends).gumReplicaPool?.end();
  await servers?.stop();
});

const post = async (as: TestPerson, body = `word${++serial}`) => {
  const { status } = await call<Post>(postsRoute.POST, { as, json: { kind: "text", body } });
  expect(status).toBe(201);
  return body;
};

/** Who answered while `work` ran. */
async function answerOf<T>(work: () => Promise<T>): Promise<{ found: T; from: string[] }> {
  const counts = async () => {
    const { values } = await metrics().replicaReads.get();
    return new Map(values.map(({ labels, value }) => [String(labels.answer), value]));
  };
  const before = await counts();
  const found = await work();
  const from = [...(await counts())].filter(([answer, count]) => count > (before.get(answer) ?? 0));
  return { found, from: from.map(([answer]) => answer) };
}

async function readFeed(as: TestPerson): Promise<{ found: string[]; from: string[] }> {
  return answerOf(async () => {
    const { status, body } = await call<Page<Post>>(timelineRoute.GET, { as, query: { feed: "all" } });
    expect(status).toBe(200);
    return body.items.map((item) => item.body);
  });
}

/** The replica has caught up and answers everybody. */
async function caughtUp(): Promise<void> {
  for (const person of [mika, ren])
    await expect.poll(async () => (await readFeed(person)).from).toEqual(["replica"]);
}

describe("a replica", () => {
  beforeEach(caughtUp);
  afterEach(() => servers.replica.resume());

  it("answers others, while one's own writes are seen at once", async () => {
    await servers.replica.pause();
    const word = await post(mika);
    expect(await readFeed(ren)).toEqual({
      found: expect.not.arrayContaining([word]) as unknown,
      from: ["replica"],
    });
    const own = await readFeed(mika);
    expect(own.from).toEqual(["own_write"]);
    expect(own.found).toContain(word);
    await servers.replica.resume();
    await caughtUp();
    expect(await readFeed(mika)).toEqual({
      found: expect.arrayContaining([word]) as unknown,
      from: ["replica"],
    });
  });

  it("answers searches, profiles and the store", async () => {
    await servers.replica.pause();
    const word = await post(mika);
    const search = async (as: TestPerson) => {
      const query = { q: word, type: "posts" };
      return (await call<Page<Post>>(searchRoute.GET, { as, query })).body.items.length;
    };
    const profile = async () =>
      (await call<Page<Post>>(userPostsRoute.GET, { as: ren, params: { id: mika.id } })).body.items.length;
    expect(await answerOf(() => search(ren))).toEqual({ found: 0, from: ["replica"] });
    expect(await answerOf(() => search(mika))).toEqual({ found: 1, from: ["own_write"] });
    expect((await answerOf(profile)).from).toEqual(["replica"]);
    expect((await answerOf(() => call(appsRoute.GET, { as: ren }))).from).toEqual(["replica"]);
  });

  it("shows nothing of somebody after they are blocked", async () => {
    const word = await post(mika);
    await caughtUp();
    expect((await readFeed(ren)).found).toContain(word);
    await servers.replica.pause();
    const params = { id: mika.id };
    expect((await call(blockRoute.POST, { as: ren, params, method: "POST" })).status).toBeLessThan(300);
    expect((await readFeed(ren)).found).not.toContain(word);
    await call(blockRoute.DELETE, { as: ren, params, method: "DELETE" });
    expect((await readFeed(ren)).found).toContain(word);
  });

  it("has what a live event announces", async () => {
    const announced: string[] = [];
    const leave = eventBus().subscribe((event) => event.type === "post" && announced.push(event.id));
    await servers.replica.pause();
    const word = await post(mika);
    expect((await readFeed(ren)).found).not.toContain(word);
    expect(announced).toEqual([]);
    await servers.replica.resume();
    await expect.poll(() => announced).toHaveLength(1);
    expect((await readFeed(ren)).found).toContain(word);
    leave();
  });

  it("that lags too much answers nothing, and live events no longer wait for it", async () => {
    const announced: string[] = [];
    const leave = eventBus().subscribe((event) => event.type === "post" && announced.push(event.id));
    await servers.replica.pause();
    const began = performance.now();
    const word = await post(mika);
    await expect.poll(async () => (await readFeed(ren)).from).toEqual(["behind"]);
    expect(performance.now() - began).toBeLessThan(2 * LAG_MAX_MS);
    expect((await readFeed(ren)).found).toContain(word);
    await expect.poll(() => announced).toHaveLength(1);
    expect((await writeMetrics()).text).toMatch(
      /^gum_replica_lag_seconds\{server="replica"\} (?:[5-9]|1\d)\./m,
    );
    leave();
  });

  it("that is killed makes no error, and is used again", async () => {
    servers.replica.kill();
    try {
      const word = await post(mika);
      expect((await readFeed(ren)).found).toContain(word);
      expect(await checkReadiness()).toMatchObject({ database: "ok" });
    } finally {
      await servers.replica.start();
    }
  });

  it("that hangs delays what asks it once, and is used again", async () => {
    servers.replica.freeze();
    try {
      const { from } = await within(ANSWER_MS, () => readFeed(ren));
      expect(from).not.toContain("replica");
      // It is not asked again, so nobody waits for it.
      expect((await within(ANSWER_MS, () => readFeed(ren))).from).toEqual(["behind"]);
      const word = await post(mika);
      expect((await readFeed(ren)).found).toContain(word);
    } finally {
      servers.replica.thaw();
    }
  });
});

const TITLE = notHere("two processes with a replica", hasRedis, "redis-server is not installed");

describe.skipIf(!hasRedis)(TITLE, () => {
  let redis: TestRedis;
  let first: FeedProcess;
  let second: FeedProcess;

  beforeAll(async () => {
    redis = await startRedis();
    first = startFeedProcess({ REDIS_URL: redis.url });
    second = startFeedProcess({ REDIS_URL: redis.url });
  });
  afterEach(() => servers.replica.resume());
  afterAll(async () => {
    await Promise.all([first?.stop(), second?.stop()]);
    await redis?.stop();
  });

  const postIn = async (where: FeedProcess) => {
    const body = `word${++serial}`;
    await where.post(mika.id, body);
    return body;
  };
  /** Pauses the replica once what is written is not seen by others. */
  const paused = async () => {
    await expect
      .poll(async () => {
        await servers.replica.pause();
        const word = await postIn(first);
        const isReplica = !(await second.read(ren.id)).includes(word);
        if (!isReplica) await servers.replica.resume();
        return isReplica;
      })
      .toBe(true);
  };

  it("see one's own writes in each of them", async () => {
    await paused();
    const word = await postIn(first);
    expect(await second.read(ren.id)).not.toContain(word);
    expect(await second.read(mika.id)).toContain(word);
  });

  it("see them while Redis hangs, and after it was restarted", async () => {
    await paused();
    redis.freeze();
    const [word] = await Promise.all([postIn(first), servers.replica.resume()]);
    expect(await second.read(mika.id)).toContain(word);
    redis.thaw();
    await paused();
    const next = await postIn(first);
    await redis.stop();
    await redis.start();
    expect(await second.read(mika.id)).toContain(next);
  });
});

describe("a replica that became a primary", () => {
  it("is not read", async () => {
    await caughtUp();
    await servers.replica.query("SELECT pg_promote()");
    const word = await post(mika);
    await expect.poll(async () => (await readFeed(ren)).from).toEqual(["behind"]);
    expect((await readFeed(ren)).found).toContain(word);
  });
});
