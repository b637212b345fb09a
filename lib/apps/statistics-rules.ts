import {
  COHORT_MIN_PEOPLE,
  KEPT_FROM_DAYS,
  KEPT_UNTIL_DAYS,
  STATISTICS_DAYS,
  STATISTICS_WEEKS,
} from "@/lib/config/statistics-limits";

const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;
/** 1970-01-05, the first Monday. */
const FIRST_MONDAY = 4;

/** The UTC day, counted from 1970-01-01. */
export const dayNumber = (at: Date): number => Math.floor(at.getTime() / DAY_MS);
export const dateOfDay = (day: number): Date => new Date(day * DAY_MS);
/** YYYY-MM-DD */
export const nameOfDay = (day: number): string => dateOfDay(day).toISOString().slice(0, 10);

const mondayOf = (day: number): number => day - ((day - FIRST_MONDAY) % WEEK_DAYS);

type Before = { firstRunAt: Date; lastRunAt: Date };

/**
 * What a run adds to its day, and the first day of a person who is kept from now on: who returns a week later is counted
 * with those who began on the same day.
 * @param before the person's earlier runs
 */
export function runInDay(
  before: Before | null,
  at: Date,
): { day: number; isNew: boolean; isFirstOfDay: boolean; keptSince: number | null } {
  const day = dayNumber(at);
  if (!before) return { day, isNew: true, isFirstOfDay: true, keptSince: null };
  const first = dayNumber(before.firstRunAt);
  const last = dayNumber(before.lastRunAt);
  const isBack = day - first >= KEPT_FROM_DAYS && day - first <= KEPT_UNTIL_DAYS;
  const wasBack = last - first >= KEPT_FROM_DAYS;
  return { day, isNew: false, isFirstOfDay: last < day, keptSince: isBack && !wasBack ? first : null };
}

export type DayCounts = { runs: number; people: number; newPeople: number };
export type CountedDay = DayCounts & { day: number; kept: number };

const NOTHING: DayCounts = { runs: 0, people: 0, newPeople: 0 };

/** The days of the chart, the oldest first, and the sum of those before; null if not all of them were counted. */
export function chartOf(
  counted: readonly CountedDay[],
  today: number,
  since: number | null,
): { days: (DayCounts & { day: string })[]; before: DayCounts | null } {
  const byDay = new Map(counted.map((each) => [each.day, each]));
  const from = today - STATISTICS_DAYS + 1;
  const days = Array.from({ length: STATISTICS_DAYS }, (_, index) => {
    const { runs, people, newPeople } = byDay.get(from + index) ?? NOTHING;
    return { day: nameOfDay(from + index), runs, people, newPeople };
  });
  if (since === null || since > from - STATISTICS_DAYS) return { days, before: null };
  return { days, before: sumOf(counted.filter(({ day }) => day >= from - STATISTICS_DAYS && day < from)) };
}

export function sumOf(days: readonly DayCounts[]): DayCounts {
  return days.reduce(
    (sum, { runs, people, newPeople }) => ({
      runs: sum.runs + runs,
      people: sum.people + people,
      newPeople: sum.newPeople + newPeople,
    }),
    NOTHING,
  );
}

/** The people who first ran an app in a week that begins on a Monday. */
export type Cohort = {
  week: string;
  people: number;
  /** Null while some of them may still return, and where they are too few to be split. */
  kept: number | null;
  /** The day from which on `kept` is final. */
  finalOn: string;
};

/** The first day that the weeks of `cohortsOf` need. */
export const firstCohortDay = (today: number): number => mondayOf(today) - (STATISTICS_WEEKS - 1) * WEEK_DAYS;

/** The last weeks, the newest first, without those that nobody began in. */
export function cohortsOf(counted: readonly CountedDay[], today: number): Cohort[] {
  const weeks = Array.from({ length: STATISTICS_WEEKS }, (_, ago) => mondayOf(today) - ago * WEEK_DAYS);
  return weeks.flatMap((monday) => {
    const days = counted.filter(({ day }) => day >= monday && day < monday + WEEK_DAYS);
    const { newPeople: people } = sumOf(days);
    if (people === 0) return [];
    const kept = days.reduce((sum, day) => sum + day.kept, 0);
    const finalDay = monday + WEEK_DAYS + KEPT_UNTIL_DAYS;
    const isShown = today >= finalDay && people >= COHORT_MIN_PEOPLE;
    return [{ week: nameOfDay(monday), people, kept: isShown ? kept : null, finalOn: nameOfDay(finalDay) }];
  });
}
