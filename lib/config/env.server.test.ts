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
