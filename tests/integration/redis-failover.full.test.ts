import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Post } from "@/lib/posts/contract";
import { ApiClient, signUpOnboarded } from "../support/api";
import { readEvents } from "../support/event-reader";
import { notHere } from "../support/not-here";
import { hasRedis } from "../support/redis";
import { RedisCluster } from "../support/redis-cluster";
import { RedisSentinels } from "../support/redis-sentinels";
import { type TestServer, startServer } from "../support/server";

/** Two processes of one instance, and a Redis whose master is replaced: the only one, or that of the live events in a cluster. */
const title = (name: string) => notHere(name, hasRedis, "redis-server is not installed");
const KINDS = [
  [title("a failover of Redis by its Sentinels"), () => RedisSentinels.start()],
  [title("a failover in a Redis Cluster"), () => RedisCluster.start()],
] as const;
/** A request waits 250 ms for a command; this is that, for each of a few, with room for a busy machine. */
const ANSWER_MS = 10_000;
/** An event that has not come by then was lost; the next one is waited for anew. */
const ATTEMPT_MS = 10_000;
const LIMIT = 5;

describe.skipIf(!hasRedis).each(KINDS)("%s", (_, start) => {
  let servers: RedisSentinels | RedisCluster;
  let first: TestServer;
  let second: TestServer;
  let writer: ApiClient;
  let reader: ApiClient;

  beforeAll(async () => {
    servers = await start();
    // Everyone who tries comes from an address of their own, so only the limit of an account is reached.
    const env = { ...servers.env, RATE_LIMIT_SCALE: "1", TRUST_PROXY: "1" };
    first = await startServer({ env });
    second = await startServer({ env: { ...env, DATABASE_URL: first.database.url } });
    writer = await signUpOnboarded(first);
    reader = new ApiClient(second.url, (await signUpOnboarded(first)).accessToken);
    const { id } = await writer.must<{ id: string }>("GET", "/v2/users/me");
    await reader.must("POST", `/users/${id}/follow`);
  });
  afterAll(async () => {
    await second?.dispose();
    await first?.dispose();
    await servers?.stop();
  });

  const post = async (body: string) =>
    (await writer.must<Post>("POST", "/v1/posts", { kind: "text", body })).id;
  const listen = async (lastEventId?: string) => {
    const answer = await fetch(`${second.url}/api/realtime/v1/stream`, {
      headers: {
        authorization: `Bearer ${reader.accessToken}`,
        ...(lastEventId && { "last-event-id": lastEventId }),
      },
    });
    const stream = readEvents(answer.body!);
    await stream.until((event) => event.type === "hello");
    return stream;
  };

  type Person = { email: string; address: string };
  let people = 0;
  const someone = (): Person => {
    const n = ++people;
    return { email: `${randomUUID()}@gum.test`, address: `198.18.${n >> 8}.${n & 255}` };
  };
  const attempt = async ({ url }: TestServer, { email, address }: Person) => {
    const answer = await fetch(`${url}/api/v2/auth/login`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-forwarded-for": address,
      },
      body: JSON.stringify({ email, password: "some words" }),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    return answer.status;
  };
  /** Alternating between the processes. */
  const attempts = async (person: Person, count: number) => {
    const statuses: number[] = [];
    for (let n = 0; n < count; n++) statuses.push(await attempt(n % 2 ? second : first, person));
    return statuses;
  };
  const refusedLast = [...Array<number>(LIMIT).fill(401), 429];

  /** Reads and counts in both processes until another server is the master. */
  const serveUntilReplaced = async (former: number) => {
    let isReplaced = false;
    const replaced = servers.untilReplaced(former).finally(() => (isReplaced = true));
    // Awaited below, unless a request fails first.
    replaced.catch(() => undefined);
    const answers = new Set<number>();
    do {
      for (const server of [first, second]) {
        const client = new ApiClient(server.url, reader.accessToken);
        answers.add((await client.call("GET", "/v1/timeline?feed=all")).status);
        answers.add(await attempt(server, someone()));
      }
    } while (!isReplaced);
    expect([...answers].sort()).toEqual([200, 401]);
    return replaced;
  };

  /** Both processes count in the new master: what one counts, the other refuses. */
  const untilCountedIn = async (master: number) => {
    await vi.waitFor(async () => expect(await attempts(someone(), LIMIT + 1)).toEqual(refusedLast), {
      timeout: 60_000,
    });
    const newlyCounted = async () => {
      const before = await servers.counted(master, "loginAccount");
      await attempts(someone(), 2);
      return (await servers.counted(master, "loginAccount")) - before;
    };
    // Where Redis takes more than 250 ms, a process counts on its own for a while.
    await expect.poll(newlyCounted).toBe(2);
  };

  /** A stream that begins where `lastEventId` ended has what was posted meanwhile; those after it are live. */
  const untilLiveAgain = async (lastEventId: string, missed: string[]) => {
    let from: string | undefined = lastEventId;
    const seen = new Set<string>();
    await vi.waitFor(
      async () => {
        const stream = await listen(from);
        try {
          const next = await post("after the failover");
          await stream.until((event) => event.type === "post" && event.id === next, ATTEMPT_MS);
        } finally {
          await stream.close();
          for (const { id, event } of stream.events) {
            if (event.type === "post") seen.add(event.id);
            from = id || from;
          }
        }
      },
      { timeout: 60_000 },
    );
    expect([...seen]).toEqual(expect.arrayContaining(missed));
  };

  const failOver = async (how: (master: number) => unknown) => {
    const former = await servers.master();
    const stream = await listen();
    const heard = await post("before the failover");
    const { id } = await stream.until((event) => event.type === "post" && event.id === heard);
    await how(former);
    const missed = [await post("without a master")];
    const master = await serveUntilReplaced(former);
    missed.push(await post("with the new master"));
    // Something may have passed it by: it ends, and its client opens the next one where it left off.
    await expect.poll(() => stream.ended(), { timeout: 60_000 }).toBe(true);
    await untilLiveAgain(id, missed);
    await untilCountedIn(master);
    return { former, master };
  };

  it("counts attempts together, with the passwords of both", async () => {
    await untilCountedIn(await servers.master());
  });

  it("goes on while the master is killed, then streams and counts through the new one", async () => {
    const { former, master } = await failOver((port) => servers.kill(port));
    servers.startServer(former);
    await servers.untilComplete();
    expect(await servers.master()).toBe(master);
  });

  it("leaves a master that hangs, and stays with the new one when it answers again", async () => {
    const { former, master } = await failOver((port) => servers.freeze(port));
    servers.thaw(former);
    await servers.untilComplete();
    expect(await servers.master()).toBe(master);
    await untilCountedIn(master);
  });
});
