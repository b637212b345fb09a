import { describe, expect, it } from "vitest";
import { isTimeZone, nextDigestAt } from "./rules";

const next = (every: "daily" | "weekly", timeZone: string, now: string) =>
  nextDigestAt({ every, timeZone, now: new Date(now) }).toISOString();

describe("the next digest", () => {
  it.each([
    // The same day before the hour, else the next one.
    ["daily", "UTC", "2026-11-25T07:59:59Z", "2026-11-25T08:00:00.000Z"],
    ["daily", "UTC", "2026-11-25T08:00:00Z", "2026-11-26T08:00:00.000Z"],
    // In Tokyo it is the 26th already.
    ["daily", "Asia/Tokyo", "2026-11-25T16:00:00Z", "2026-11-25T23:00:00.000Z"],
    ["daily", "America/Los_Angeles", "2026-11-25T17:00:00Z", "2026-11-26T16:00:00.000Z"],
    // The clock changes in the night before.
    ["daily", "Europe/Berlin", "2026-03-28T12:00:00Z", "2026-03-29T06:00:00.000Z"],
    ["daily", "Europe/Berlin", "2026-10-24T12:00:00Z", "2026-10-25T07:00:00.000Z"],
    ["daily", "Asia/Kathmandu", "2026-11-25T00:00:00Z", "2026-11-25T02:15:00.000Z"],
    // The 30th is a Monday.
    ["weekly", "UTC", "2026-11-25T12:00:00Z", "2026-11-30T08:00:00.000Z"],
    ["weekly", "UTC", "2026-11-30T08:00:00Z", "2026-12-07T08:00:00.000Z"],
    ["weekly", "Pacific/Auckland", "2026-11-29T18:00:00Z", "2026-11-29T19:00:00.000Z"],
  ] as const)("%s in %s after %s", (every, timeZone, now, expected) => {
    expect(next(every, timeZone, now)).toBe(expected);
  });

  it("is at eight o'clock, whatever the time zone and the season", () => {
    for (const timeZone of Intl.supportedValuesOf("timeZone")) {
      for (const now of ["2026-01-15T10:30:00Z", "2026-07-15T22:10:00Z"]) {
        const at = next("daily", timeZone, now);
        const hour = new Date(at).toLocaleTimeString("en-GB", { timeZone, timeStyle: "short" });
        expect(hour, timeZone).toBe("08:00");
        expect(Date.parse(at) - Date.parse(now), timeZone).toBeLessThanOrEqual(25 * 3_600_000);
      }
    }
  });
});

it("knows time zones", () => {
  expect(["UTC", "Asia/Tokyo"].every(isTimeZone)).toBe(true);
  expect(["", "Mars/Olympus", "../etc/passwd"].some(isTimeZone)).toBe(false);
});
