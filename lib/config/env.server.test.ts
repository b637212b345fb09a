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
