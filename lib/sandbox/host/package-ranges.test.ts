import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hashOf, noise } from "@/tests/support/large-package";
import { serveRanges } from "@/tests/support/range-server";
import { readRange } from "./package-ranges";

const MB = 1024 * 1024;
const FILE = noise(9 * MB);
const sha256 = hashOf(FILE);

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

/** Skips the pauses before further tries. */
async function withoutPauses<T>(work: Promise<T>): Promise<T> {
  let isSettled = false;
  const settled = work.finally(() => (isSettled = true));
  settled.catch(() => {});
  while (!isSettled) {
    await vi.advanceTimersByTimeAsync(20);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return settled;
}

test("a connection that is lost again and again resumes as long as something arrives in between", async () => {
  const { url, starts } = await serveRanges(FILE, { sha256, perAnswer: 2 * MB, then: "lose" });
  const bytes = await withoutPauses(readRange({ url, sha256, bytes: FILE.length }, [0, FILE.length]));
  expect(hashOf(bytes)).toBe(sha256);
  expect(starts.length).toBeGreaterThan(3);
  expect(starts).toEqual([...new Set(starts)].sort((a, b) => a - b));
});

test("a server that loses the connection after each byte is given up", async () => {
  const { url, starts } = await serveRanges(FILE, { sha256, perAnswer: 1, then: "lose" });
  const reading = withoutPauses(readRange({ url, sha256, bytes: FILE.length }, [0, FILE.length]));
  await expect(reading).rejects.toMatchObject({ code: "fetch_failed" });
  expect(starts).toHaveLength(3);
});
