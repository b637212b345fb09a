import { afterEach, expect, it, vi } from "vitest";
import { reconnectDelay, withJitter } from "./wait-to-retry";

afterEach(() => vi.restoreAllMocks());

it("spreads a delay by half of it in both directions", () => {
  const at = (random: number) => {
    vi.spyOn(Math, "random").mockReturnValue(random);
    return withJitter(10_000);
  };
  expect([at(0), at(0.5), at(1)]).toEqual([5_000, 10_000, 15_000]);
});

it("waits 1, 2, 5 and then always 10 seconds for a connection, each spread", () => {
  const at = (random: number) => {
    vi.spyOn(Math, "random").mockReturnValue(random);
    return [0, 1, 2, 3, 9].map(reconnectDelay);
  };
  expect(at(0.5)).toEqual([1_000, 2_000, 5_000, 10_000, 10_000]);
  expect(at(0)).toEqual([500, 1_000, 2_500, 5_000, 5_000]);
});
