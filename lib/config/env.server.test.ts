import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type * as env from "./env.server";

let serverEnv: typeof env.serverEnv;

beforeEach(async () => {
  vi.resetModules();
  vi.stubEnv("DATABASE_URL", "postgres://localhost/gum");
  ({ serverEnv } = await import("./env.server"));
});
afterEach(() => vi.unstubAllEnvs());

it("has limits of packages, of which the unpacked one is the largest", () => {
  vi.stubEnv("PACKAGE_MAX_MB", "400");
  expect(() => serverEnv()).toThrow("PACKAGE_UNPACKED_MAX_MB: must not be less than PACKAGE_MAX_MB");
  vi.stubEnv("PACKAGE_UNPACKED_MAX_MB", "400");
  expect(serverEnv()).toMatchObject({
    PACKAGE_MAX_MB: 400,
    PACKAGE_FILE_MAX_MB: 100,
    PACKAGE_MAX_ENTRIES: 2000,
  });
});

it("has no replica unless its address is one of a PostgreSQL", () => {
  vi.stubEnv("DATABASE_REPLICA_URL", "replica.internal:5432");
  expect(() => serverEnv()).toThrow("DATABASE_REPLICA_URL must be the address of a PostgreSQL");
  vi.stubEnv("DATABASE_REPLICA_URL", "");
  expect(serverEnv()).toMatchObject({ DATABASE_REPLICA_URL: undefined, hasTransactionPooler: false });
});

it("sends no named statements to either server if a pooler stands before the replica", () => {
  vi.stubEnv("DATABASE_REPLICA_URL", "postgresql://replica.internal/gum?pgbouncer=true");
  expect(serverEnv().hasTransactionPooler).toBe(true);
});

it("has no Redis unless one is set", () => {
  expect(serverEnv()).toMatchObject({ hasRedis: false, REDIS_SENTINELS: [] });
});

it("takes Sentinels with their name, and the port of Sentinel where none is given", () => {
  vi.stubEnv("REDIS_SENTINELS", "redis-1.internal:26380, redis-2.internal,[::1]:26381");
  expect(() => serverEnv()).toThrow("REDIS_SENTINEL_NAME: must be set together with REDIS_SENTINELS");
  vi.stubEnv("REDIS_SENTINEL_NAME", "gum");
  expect(serverEnv()).toMatchObject({
    hasRedis: true,
    REDIS_SENTINELS: [
      { host: "redis-1.internal", port: 26380 },
      { host: "redis-2.internal", port: 26379 },
      { host: "::1", port: 26381 },
    ],
  });
});

it("takes servers of a cluster instead", () => {
  vi.stubEnv("REDIS_CLUSTER", "redis-1.internal,redis-2.internal:7001");
  expect(serverEnv()).toMatchObject({
    hasRedis: true,
    REDIS_CLUSTER: [
      { host: "redis-1.internal", port: 6379 },
      { host: "redis-2.internal", port: 7001 },
    ],
  });
});

it("refuses a cluster beside another Redis", () => {
  vi.stubEnv("REDIS_CLUSTER", "localhost");
  vi.stubEnv("REDIS_URL", "redis://localhost");
  expect(() => serverEnv()).toThrow(
    "REDIS_CLUSTER: cannot be set together with REDIS_URL or REDIS_SENTINELS",
  );
});

it("refuses a name without Sentinels, Sentinels beside an address, and a list that is none", () => {
  vi.stubEnv("REDIS_SENTINEL_NAME", "gum");
  expect(() => serverEnv()).toThrow("REDIS_SENTINELS: must be set together with REDIS_SENTINEL_NAME");
  vi.stubEnv("REDIS_SENTINELS", "localhost:26379");
  vi.stubEnv("REDIS_URL", "redis://localhost");
  expect(() => serverEnv()).toThrow("REDIS_SENTINELS: cannot be set together with REDIS_URL");
  for (const wrong of ["redis://localhost:26379", "localhost:0", "localhost:70000", "a:b"]) {
    vi.stubEnv("REDIS_SENTINELS", wrong);
    expect(() => serverEnv(), wrong).toThrow("REDIS_SENTINELS: must be a list such as");
  }
});
