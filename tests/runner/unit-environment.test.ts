import { expect, it, vi } from "vitest";

it("what one test file has stubbed is not the next one's", async () => {
  const { fetch, setTimeout, Date } = globalThis;
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  vi.stubEnv("GUM_TEST_STUB", "1");
  vi.useFakeTimers();
  vi.spyOn(console, "log").mockImplementation(() => {});
  expect(globalThis.setTimeout).not.toBe(setTimeout);

  vi.resetModules();
  await import("../support/unit-environment");

  expect(globalThis.fetch).toBe(fetch);
  expect(globalThis.setTimeout).toBe(setTimeout);
  expect(globalThis.Date).toBe(Date);
  expect(process.env.GUM_TEST_STUB).toBeUndefined();
  expect(vi.isMockFunction(console.log)).toBe(false);
});
