import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

async function isForeign(host: string | null, env: Record<string, string> = {}): Promise<boolean> {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  vi.resetModules();
  return (await import("./host-check")).isForeignHost(host);
}

beforeEach(() => {
  vi.stubEnv("DATABASE_URL", "postgresql://nowhere");
  vi.stubEnv("NEXTAUTH_SECRET", "a-secret-of-this-test-only");
});
afterEach(() => vi.unstubAllEnvs());

const DEPLOYED = {
  APP_URL: "https://gum.example",
  SANDBOX_ORIGIN: "https://gum-apps.example",
  TURNSTILE_DISABLED: "1",
};

describe("a host", () => {
  it.each([
    "localhost:3000",
    "127.0.0.1:3000",
    "[::1]:3000",
    "192.168.0.7",
    "gum:3000",
    "dev.localhost",
    "localhost.",
  ])("%s is nobody's to register", async (host) => expect(await isForeign(host)).toBe(false));
  it.each(["evil.example", "127.0.0.1.evil.example:3000", "localhost.evil.example", "a b", "evil.example."])(
    "%s is foreign to a local instance",
    async (host) => expect(await isForeign(host)).toBe(true),
  );
  it("is the instance's own where it is deployed", async () => {
    expect(await isForeign("gum.example", DEPLOYED)).toBe(false);
    expect(await isForeign("GUM.example:443", DEPLOYED)).toBe(false);
    expect(await isForeign("gum.example.", DEPLOYED)).toBe(false);
    expect(await isForeign("gum-apps.example", DEPLOYED)).toBe(false);
    expect(await isForeign("evil.example", DEPLOYED)).toBe(true);
  });
  it("is the proxy's word where one is trusted", async () => {
    expect(await isForeign("upstream.internal", { ...DEPLOYED, TRUST_PROXY: "1" })).toBe(false);
  });
});
