import { expect, it } from "vitest";
import { isCheckDue, isDue, readPlan } from "./backup-plan.mjs";
import { timeName } from "./s3-place.mjs";

const at = (text) => new Date(`${text}Z`);
const due = (newest, now) => isDue({ newest: newest && timeName(at(newest)), hour: 3, now: at(now) });

it("is due once a day, after the hour, also when that was missed", () => {
  expect(due(undefined, "2026-01-31T12:00")).toBe(true);
  expect(due("2026-01-30T03:05", "2026-01-31T02:59")).toBe(false);
  expect(due("2026-01-30T03:05", "2026-01-31T03:00")).toBe(true);
  expect(due("2026-01-31T03:00", "2026-01-31T03:10")).toBe(false);
  expect(due("2026-01-31T03:00", "2026-01-31T23:50")).toBe(false);
  expect(due("2026-01-28T03:00", "2026-01-31T01:00")).toBe(true);
  // Somebody made one by hand in the evening.
  expect(due("2026-01-30T22:00", "2026-01-31T03:00")).toBe(true);
});

it("names the setting that is missing or wrong", () => {
  expect(readPlan({ BACKUP_URL: "s3://safe/gum" })).toEqual({ url: "s3://safe/gum", hour: 3, keep: "30" });
  expect(() => readPlan({})).toThrow("BACKUP_URL");
  expect(() => readPlan({ BACKUP_URL: "s3://safe", BACKUP_HOUR: "24" })).toThrow("BACKUP_HOUR");
  expect(() => readPlan({ BACKUP_URL: "s3://safe", BACKUP_KEEP: "0" })).toThrow("BACKUP_KEEP");
});

it("has a restore due every week, and a day after one that failed", () => {
  const now = at("2026-01-31T12:00");
  const days = (count) => new Date(now.getTime() - count * 86_400_000);
  const check = (succeededAt, failedAt) => isCheckDue({ succeededAt, failedAt, now });
  expect(check(null, null)).toBe(true);
  expect(check(days(6.9), null)).toBe(false);
  expect(check(days(7), null)).toBe(true);
  expect(check(days(8), days(0.5))).toBe(false);
  expect(check(null, days(1))).toBe(true);
  expect(check(days(1), days(3))).toBe(false);
});
