import { expect, it } from "vitest";
import { everyDay, samplePercent, SIGNUP_DAYS } from "./facts";

it("reads small tables as a whole and a bounded part of large ones", () => {
  expect([samplePercent(-1), samplePercent(0), samplePercent(20_000)]).toEqual([100, 100, 100]);
  expect(samplePercent(2_000_000)).toBe(1);
});

it("has a figure for each day, today last", () => {
  const days = everyDay([{ day: "2026-11-24", count: 3 }], new Date("2026-11-25T00:00:01Z"));
  expect(days).toHaveLength(SIGNUP_DAYS);
  expect(days.at(-1)).toEqual({ day: "2026-11-25", count: 0 });
  expect(days.at(-2)).toEqual({ day: "2026-11-24", count: 3 });
  expect(days[0]?.day).toBe("2026-10-27");
});
