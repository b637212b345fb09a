import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { mergeGaps, numberMessages } from "./bus-numbers.server";

const BEAT_MS = 1_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const start = (send: () => Promise<unknown> = () => Promise.resolve()) => {
  const reconnect = vi.fn();
  return { reconnect, numbers: numberMessages({ self: "me", send, reconnect, beatMs: BEAT_MS }) };
};

type Numbers = ReturnType<typeof numberMessages>;
const missed = { isNew: true, hasMissed: true };
const next = { isNew: true, hasMissed: false };
const again = { isNew: false, hasMissed: false };
const event = (numbers: Numbers, from: string, n: number) => numbers.receive({ from, n, isBeat: false });
const beat = (numbers: Numbers, from: string, n: number) => numbers.receive({ from, n, isBeat: true });

it("notices events that were lost, for each sender, and drops those that come twice or late", () => {
  const { numbers } = start();
  expect([false, false, true, false].map(numbers.number)).toEqual([1, 2, 2, 3]);
  expect(event(numbers, "a", 7)).toEqual(next);
  expect(event(numbers, "a", 8)).toEqual(next);
  expect(event(numbers, "b", 1)).toEqual(next);
  expect(event(numbers, "a", 8)).toEqual(again);
  expect(event(numbers, "a", 10)).toEqual(missed);
  expect(event(numbers, "a", 9)).toEqual(again);
  expect(event(numbers, "a", 11)).toEqual(next);
});

it("notices by a beat that the last event was lost, once", () => {
  const { numbers } = start();
  expect(beat(numbers, "a", 0).hasMissed).toBe(false);
  expect(beat(numbers, "a", 1).hasMissed).toBe(true);
  expect(beat(numbers, "a", 1).hasMissed).toBe(false);
  expect(event(numbers, "a", 1)).toEqual(again);
  expect(event(numbers, "a", 2)).toEqual(next);
  expect(beat(numbers, "b", 5).hasMissed).toBe(false);
});

it("misses nothing when beats alone are lost", async () => {
  let isUp = true;
  const arrived: { n: number; isBeat: boolean }[] = [];
  const deliver = (isBeat: boolean) => {
    const n = numbers.number(isBeat);
    if (isUp) arrived.push({ n, isBeat });
    return isUp ? Promise.resolve() : Promise.reject(new Error("down"));
  };
  const { numbers } = start(() => deliver(true));
  void deliver(false);
  await vi.advanceTimersByTimeAsync(BEAT_MS);
  isUp = false;
  await vi.advanceTimersByTimeAsync(10 * BEAT_MS);
  isUp = true;
  await vi.advanceTimersByTimeAsync(BEAT_MS);
  void deliver(false);

  const { numbers: other } = start();
  const received = arrived.map((message) => other.receive({ from: "a", ...message }));
  expect(received.map(({ hasMissed }) => hasMissed)).toEqual([false, false, false, false]);
  expect(received.at(-1)).toEqual(next);
});

it("misses nothing of its own, which it delivers itself", () => {
  const { numbers } = start();
  expect(event(numbers, "me", 1)).toEqual(next);
  expect(event(numbers, "me", 3)).toEqual(next);
});

it("makes one gap of those of several senders, and another one later", async () => {
  const publish = vi.fn();
  const restart = mergeGaps(publish, 1_000);
  for (let n = 0; n < 4; n++) {
    restart();
    await vi.advanceTimersByTimeAsync(200);
  }
  expect(publish).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(publish).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(5_000);
  restart();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(publish).toHaveBeenCalledTimes(2);
});

it("subscribes anew once its own beats do not come back, and not while it cannot send", async () => {
  let isUp = true;
  const { numbers, reconnect } = start(() => (isUp ? Promise.resolve() : Promise.reject(new Error("down"))));
  for (let n = 0; n < 10; n++) {
    await vi.advanceTimersByTimeAsync(BEAT_MS);
    beat(numbers, "me", 0);
  }
  isUp = false;
  await vi.advanceTimersByTimeAsync(10 * BEAT_MS);
  expect(reconnect).not.toHaveBeenCalled();
  isUp = true;
  await vi.advanceTimersByTimeAsync(3 * BEAT_MS);
  expect(reconnect).toHaveBeenCalledOnce();
});
