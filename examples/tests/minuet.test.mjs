import { describe, expect, it } from "vitest";
import { clock, dayKey, fine, fresh, isPaused, isRunning, pause, remaining, start } from "../minuet/time.js";

const NOW = 1_700_000_000_000;

describe("a countdown", () => {
  it("knows what is left from the wall clock alone", () => {
    const running = start(fresh(60_000), NOW);
    expect(isRunning(running)).toBe(true);
    expect(remaining(running, NOW + 15_000)).toBe(45_000);
    expect(remaining(running, NOW + 3_600_000)).toBe(0);
  });

  it("stands still while it is paused, and goes on from there", () => {
    const paused = pause(start(fresh(60_000), NOW), NOW + 20_000);
    expect(isPaused(paused)).toBe(true);
    expect(remaining(paused, NOW + 500_000)).toBe(40_000);
    expect(start(paused, NOW + 500_000).endsAt).toBe(NOW + 540_000);
  });
});

describe("what is shown", () => {
  it("counts a begun second down as a whole one", () => {
    expect(clock(300_000)).toBe("5:00");
    expect(clock(299_200)).toBe("5:00");
    expect(clock(299_000)).toBe("4:59");
    expect(clock(3_905_000)).toBe("1:05:05");
    expect(clock(0)).toBe("0:00");
  });

  it("cuts hundredths", () => {
    expect(fine(0)).toBe("00:00.00");
    expect(fine(5_329)).toBe("00:05.32");
    expect(fine(3_725_990)).toBe("1:02:05.99");
  });

  it("names days in local time", () => {
    expect(dayKey(new Date(2026, 2, 4, 23, 59).getTime())).toBe("2026-03-04");
  });
});
