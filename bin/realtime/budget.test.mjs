import { expect, it } from "vitest";
import { Budget } from "./budget.mjs";
import { LIMITS } from "./limits.mjs";

it("has a number of messages for each room, and of bytes for all, a second", () => {
  const budget = new Budget();
  const spend = (room, bytes, now = 1_000) => budget.spend(room, bytes, now);
  for (let n = 0; n < LIMITS.roomMessagesPerSecond; n++) expect(spend("a", 10)).toBe(true);
  expect(spend("a", 10)).toBe(false);
  expect(spend("b", LIMITS.roomBytesPerSecond)).toBe(false);
  expect(spend("b", LIMITS.roomBytesPerSecond / 2)).toBe(true);
  expect(spend("b", 10, 1_999)).toBe(true);
  expect(spend("a", 10, 2_000)).toBe(true);
  expect(spend("b", LIMITS.roomBytesPerSecond - 10, 2_000)).toBe(true);
});

it("has a number of requests a second", () => {
  const budget = new Budget();
  for (let n = 0; n < LIMITS.requestsPerSecond; n++) expect(budget.spendRequest(1_000)).toBe(true);
  expect(budget.spendRequest(1_999)).toBe(false);
  expect(budget.spend("a", 10, 1_999)).toBe(true);
  expect(budget.spendRequest(2_000)).toBe(true);
});
