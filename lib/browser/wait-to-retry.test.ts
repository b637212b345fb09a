import { afterEach, expect, it, vi } from "vitest";
import { withJitter } from "./wait-to-retry";

afterEach(() => vi.restoreAllMocks());

it("spreads a delay by half of it in both directions", () => {
  const at = (random: number) => {
    vi.spyOn(Math, "random").mockReturnValue(random);
    return withJitter(10_000);
  };
  expect([at(0), at(0.5), at(1)]).toEqual([5_000, 10_000, 15_000]);
});
