import { afterEach, expect, test, vi } from "vitest";
import { fetchLate, soon } from "./lazy-part";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("what is asked for soon is done in turn, a task each, also after one that failed", () => {
  vi.useFakeTimers();
  const done: number[] = [];
  soon(() => done.push(1));
  soon(() => {
    throw new Error("of this work");
  });
  soon(() => done.push(3));
  expect(done).toEqual([]);
  vi.advanceTimersToNextTimer();
  expect(done).toEqual([1]);
  expect(() => vi.advanceTimersToNextTimer()).toThrow("of this work");
  vi.advanceTimersToNextTimer();
  expect(done).toEqual([1, 3]);
  soon(() => done.push(4));
  vi.advanceTimersToNextTimer();
  expect(done).toEqual([1, 3, 4]);
});

test("code that cannot be fetched is asked for again, less and less often, and not forever", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("navigator", { onLine: true });
  const load = vi.fn(() => Promise.reject(new Error("offline")));
  const failing = fetchLate(load).catch((error: Error) => error.message);
  const asked = [];
  for (const wait of [0, 999, 1, 2_000, 4_000, 8_000]) {
    await vi.advanceTimersByTimeAsync(wait);
    asked.push(load.mock.calls.length);
  }
  expect(asked).toEqual([1, 1, 2, 3, 4, 5]);
  expect(await failing).toBe("offline");
  load.mockClear();
  load.mockImplementationOnce(() => Promise.reject(new Error("once")));
  load.mockImplementationOnce(() => Promise.resolve("code" as never));
  const coming = fetchLate(load);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await coming).toBe("code");
});
