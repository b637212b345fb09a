import { AsyncLocalStorage } from "node:async_hooks";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { RATE_LIMITS } from "@/lib/config/limits";
import { consumeLimit, consumeTogether } from "./rate-limiter";

beforeEach(() => {
  vi.stubEnv("DATABASE_URL", "postgresql://nowhere");
  vi.stubEnv("NEXTAUTH_SECRET", "a-secret-of-this-test-only");
});
afterEach(() => vi.unstubAllEnvs());

const done = () => Promise.resolve("done");
const failing = () => Promise.reject(new Error("refused"));

it("counts attempts that succeed or fail together only if they succeed", async () => {
  const key = crypto.randomUUID();
  const { points } = RATE_LIMITS.posts;
  for (let count = 0; count < 3; count++)
    await expect(consumeTogether("posts", key, { points }, failing)).rejects.toThrow("refused");
  await consumeLimit("posts", key);
  // More than is left: none of them count.
  await expect(consumeTogether("posts", key, { points }, done)).rejects.toMatchObject({
    code: "rate_limited",
  });
  expect(await consumeTogether("posts", key, { points: points - 1 }, done)).toBe("done");
  await expect(consumeLimit("posts", key)).rejects.toMatchObject({ code: "rate_limited" });
});

it("gives a new account's attempts back at their own weight", async () => {
  const key = crypto.randomUUID();
  const isNew = true;
  const { firstDay } = RATE_LIMITS.posts;
  await expect(consumeTogether("posts", key, { points: firstDay, isNew }, failing)).rejects.toThrow(
    "refused",
  );
  for (let count = 0; count < firstDay; count++) await consumeLimit("posts", key, { isNew });
  await expect(consumeLimit("posts", key, { isNew })).rejects.toMatchObject({ code: "rate_limited" });
});

it("keeps nothing of the request that began a window", async () => {
  const request = new AsyncLocalStorage<object>();
  const kept: unknown[] = [];
  const begin = globalThis.setTimeout;
  vi.stubGlobal("setTimeout", (...args: Parameters<typeof begin>) => {
    kept.push(request.getStore());
    return begin(...args);
  });
  await request.run({}, () => consumeLimit("posts", crypto.randomUUID()));
  vi.unstubAllGlobals();
  expect(kept).toEqual([undefined]);
});
