import { describe, expect, it } from "vitest";
import { STATISTICS_DAYS } from "@/lib/config/statistics-limits";
import { chartOf, cohortsOf, type CountedDay, dateOfDay, dayNumber, runInDay } from "./statistics-rules";

const at = (iso: string) => new Date(iso);
const day = (iso: string) => dayNumber(at(`${iso}T00:00:00Z`));
const counted = (iso: string, counts: Partial<CountedDay>): CountedDay => ({
  day: day(iso),
  runs: 0,
  people: 0,
  newPeople: 0,
  kept: 0,
  ...counts,
});

describe("a run in its day", () => {
  const first = at("2026-11-02T23:59:59Z");
  const after = (lastRun: string, now: string) =>
    runInDay({ firstRunAt: first, lastRunAt: at(lastRun) }, at(now));

  it("counts a person once a day, by UTC", () => {
    expect(runInDay(null, first)).toEqual({
      day: day("2026-11-02"),
      isNew: true,
      isFirstOfDay: true,
      keptSince: null,
    });
    expect(after("2026-11-02T23:59:59Z", "2026-11-02T23:59:59.9Z").isFirstOfDay).toBe(false);
    expect(after("2026-11-02T23:59:59Z", "2026-11-03T00:00:00Z")).toMatchObject({
      isNew: false,
      isFirstOfDay: true,
    });
  });

  it("keeps a person from the 7th day to the 13th, once", () => {
    const begun = dayNumber(first);
    expect(after("2026-11-02T23:59:59Z", "2026-11-08T23:00:00Z").keptSince).toBeNull();
    expect(after("2026-11-08T23:00:00Z", "2026-11-09T00:00:00Z").keptSince).toBe(begun);
    expect(after("2026-11-02T23:59:59Z", "2026-11-15T23:59:00Z").keptSince).toBe(begun);
    expect(after("2026-11-09T00:00:00Z", "2026-11-10T00:00:00Z").keptSince).toBeNull();
    expect(after("2026-11-02T23:59:59Z", "2026-11-16T00:00:00Z").keptSince).toBeNull();
  });
});

describe("the chart", () => {
  const today = day("2026-11-27");

  it("has each of the last days, without numbers where people were few, and sums those before if all were counted", () => {
    const days = [
      counted("2026-10-28", { runs: 400, people: 300, newPeople: 200 }),
      counted("2026-10-29", { runs: 5, people: 4, newPeople: 1 }),
      counted("2026-11-26", { runs: 9, people: 2, newPeople: 2 }),
      counted("2026-11-27", { runs: 700, people: 300, newPeople: 30 }),
    ];
    const hidden = { runs: null, people: null, newPeople: null };
    const chart = chartOf(days, today, day("2026-09-29"));
    expect(chart.days).toHaveLength(STATISTICS_DAYS);
    expect(chart.days[0]).toEqual({ day: "2026-10-29", runs: 5, people: 4, newPeople: null });
    expect(chart.days[1]).toEqual({ day: "2026-10-30", ...hidden });
    expect(chart.days.at(-2)).toEqual({ day: "2026-11-26", ...hidden });
    expect(chart.days.at(-1)).toEqual({ day: "2026-11-27", runs: 700, people: 300, newPeople: 30 });
    expect(chart.sums).toEqual({ runs: 714, newPeople: 33, peopleADay: null });
    expect(chart.before).toEqual({ runs: 400, newPeople: 200, peopleADay: 10 });
    expect(chartOf(days, today, day("2026-09-30")).before).toBeNull();
  });

  it("begins with the first day that was counted, and averages whole days", () => {
    const days = [
      counted("2026-11-25", { runs: 9, people: 8, newPeople: 8 }),
      counted("2026-11-27", { runs: 90, people: 80, newPeople: 80 }),
    ];
    const chart = chartOf(days, today, day("2026-11-25"));
    expect(chart.days.map((each) => each.day)).toEqual(["2026-11-25", "2026-11-26", "2026-11-27"]);
    expect(chart.sums).toEqual({ runs: 99, newPeople: 88, peopleADay: 4 });
    expect(chartOf([], today, today)).toEqual({
      days: [{ day: "2026-11-27", runs: null, people: null, newPeople: null }],
      sums: { runs: 0, newPeople: null, peopleADay: null },
      before: null,
    });
  });
});

describe("the weeks", () => {
  it("begin on Mondays, and are split once nobody can return any more, if five people or more began", () => {
    const days = [
      // The last week that is final on the 27th: it began on 2 November at the latest.
      counted("2026-11-02", { newPeople: 3, kept: 1 }),
      counted("2026-11-08", { newPeople: 2, kept: 1 }),
      counted("2026-10-27", { newPeople: 4, kept: 3 }),
      counted("2026-11-09", { newPeople: 9, kept: 4 }),
    ];
    expect(cohortsOf(days, day("2026-11-27"))).toEqual([
      { week: "2026-11-09", people: 9, kept: null, finalOn: "2026-11-29" },
      { week: "2026-11-02", people: 5, kept: 2, finalOn: "2026-11-22" },
      { week: "2026-10-26", people: null, kept: null, finalOn: "2026-11-15" },
    ]);
    expect(cohortsOf(days, day("2026-11-21"))[1]).toMatchObject({ week: "2026-11-02", kept: null });
    for (const { week } of cohortsOf(days, day("2026-11-27")))
      expect(dateOfDay(day(week)).getUTCDay()).toBe(1);
  });
});
