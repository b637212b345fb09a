import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { numberMessages } from "./bus-numbers.server";

const BEAT_MS = 1_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const start = (send: () => Promise<unknown> = () => Promise.resolve()) => {
  const reconnect = vi.fn();
  return { reconnect, numbers: numberMessages({ self: "me", send, reconnect, beatMs: BEAT_MS }) };
};

it("notices messages that were lost, for each sender, and drops those that come twice or late", () => {
  const { numbers } = start();
  const missed = { isNew: true, hasMissed: true };
  const next = { isNew: true, hasMissed: false };
  const again = { isNew: false, hasMissed: false };
  expect([numbers.next(), numbers.next()]).toEqual([1, 2]);
  expect(numbers.receive("a", 7)).toEqual(next);
  expect(numbers.receive("a", 8)).toEqual(next);
  expect(numbers.receive("b", 1)).toEqual(next);
  expect(numbers.receive("a", 8)).toEqual(again);
  expect(numbers.receive("a", 10)).toEqual(missed);
  expect(numbers.receive("a", 9)).toEqual(again);
  expect(numbers.receive("a", 11)).toEqual(next);
});

it("subscribes anew once its own beats do not come back, and not while it cannot send", async () => {
  let isUp = true;
  const { numbers, reconnect } = start(() => (isUp ? Promise.resolve() : Promise.reject(new Error("down"))));
  for (let n = 1; n <= 10; n++) {
    await vi.advanceTimersByTimeAsync(BEAT_MS);
    numbers.receive("me", n);
  }
  isUp = false;
  await vi.advanceTimersByTimeAsync(10 * BEAT_MS);
  expect(reconnect).not.toHaveBeenCalled();
  isUp = true;
  await vi.advanceTimersByTimeAsync(3 * BEAT_MS);
  expect(reconnect).toHaveBeenCalledOnce();
});
