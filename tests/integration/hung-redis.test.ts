import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Redis } from "ioredis";
import { consumeLimit } from "@/lib/infra/rate-limiter";
import { redis } from "@/lib/infra/redis";
import { notHere } from "../support/not-here";
import { hasRedis, startRedis, type TestRedis } from "../support/redis";

const TITLE = notHere("a Redis that hangs", hasRedis, "redis-server is not installed");
const LIMITS = 20;

describe.skipIf(!hasRedis)(TITLE, () => {
  let server: TestRedis;
  let connection: Redis;

  beforeAll(async () => {
    server = await startRedis();
    Object.assign(process.env, { REDIS_URL: server.url, RATE_LIMIT_SCALE: "1000" });
    connection = redis() as Redis;
    await vi.waitFor(() => expect(connection.status).toBe("ready"), 60_000);
  });
  afterAll(async () => {
    connection?.disconnect();
    await server?.stop();
  });

  const consume = async (count: number) => {
    for (let done = 0; done < count; done++) await consumeLimit("posts", "somebody");
  };
  const counted = () => connection.get("gum:posts:somebody").then(Number, () => null);

  it("is asked once, not by each limit, until it answers", async () => {
    await consume(1);
    await expect.poll(counted).toBe(1);
    server.freeze();
    const written = vi.spyOn(connection.stream, "write");
    await consume(LIMITS);
    // One finds out; where the machine is slow, another asks again meanwhile.
    expect(written.mock.calls.length).toBeGreaterThan(0);
    expect(written.mock.calls.length).toBeLessThan(LIMITS / 4);
    server.thaw();
    const newlyCounted = async () => {
      const before = await counted();
      await consume(LIMITS);
      const after = await counted();
      return before === null || after === null ? null : after - before;
    };
    // Where Redis takes more than 250 ms, this process counts on its own for a while.
    await expect.poll(newlyCounted).toBe(LIMITS);
  });

  it("is not blamed for a blocked event loop of this process", async () => {
    const counting = connection.incr("still");
    const until = performance.now() + 400;
    while (performance.now() < until);
    await expect(counting).resolves.toBe(1);
    await expect(connection.get("still")).resolves.toBe("1");
  });

  it("still gets events, which nobody waits for", async () => {
    const subscriber = connection.duplicate({ enableOfflineQueue: true });
    const heard: string[] = [];
    subscriber.on("message", (_channel: string, text: string) => heard.push(text));
    await subscriber.subscribe("events");
    server.freeze();
    await expect(connection.get("nothing")).rejects.toThrow("timed out");
    await expect(connection.get("nothing")).rejects.toThrow("did not answer");
    await expect(connection.publish("events", "late")).rejects.toThrow("timed out");
    server.thaw();
    await expect.poll(() => heard).toEqual(["late"]);
    subscriber.disconnect();
  });
});
