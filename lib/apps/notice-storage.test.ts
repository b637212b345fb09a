import { beforeEach, expect, it, vi } from "vitest";
import { NOTICE_TIMES_KEY } from "@/lib/config/storage-keys";
import { takeNotice } from "./notice-storage";

const MINUTE = 60_000;
const take = (minutes: number, appId = "tea", userId: string | null = "ren") =>
  takeNotice({ userId, appId, now: minutes * MINUTE });

const stored = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
});
beforeEach(() => {
  // What the browser holds counts, and not what an earlier test has left.
  localStorage.setItem(NOTICE_TIMES_KEY, JSON.stringify({ version: 1, state: {} }));
});

it("takes three an hour of each app and person", () => {
  expect([0, 10, 20, 30, 59].map((minutes) => take(minutes))).toEqual([true, true, true, false, false]);
  expect(take(30, "egg")).toBe(true);
  expect(take(30, "tea", null)).toBe(true);
  expect([61, 62].map((minutes) => take(minutes))).toEqual([true, false]);
});

it("forgets what is older than an hour, or of a clock that was ahead", () => {
  take(0, "tea");
  take(500, "egg");
  take(70, "rice");
  const { state } = JSON.parse(localStorage.getItem(NOTICE_TIMES_KEY)!) as { state: object };
  expect(state).toEqual({ "ren/rice": [70 * MINUTE] });
});

it("counts where the browser stores nothing, and starts again from what nobody could have written", () => {
  expect([100, 101].map((minutes) => take(minutes))).toEqual([true, true]);
  stored.clear();
  expect([102, 103].map((minutes) => take(minutes))).toEqual([true, false]);
  for (const [hours, state] of [null, [1], { "ren/tea": 1 }, { "ren/tea": ["x"] }].entries()) {
    localStorage.setItem(NOTICE_TIMES_KEY, JSON.stringify({ version: 1, state }));
    expect(take(200 + hours * 60)).toBe(true);
  }
});
