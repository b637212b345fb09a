import { afterEach, expect, test, vi } from "vitest";
import { soon } from "./lazy-part";

afterEach(() => vi.useRealTimers());

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
