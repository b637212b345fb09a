import {
  COHORT_MIN_PEOPLE,
  DAY_MIN_PEOPLE,
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

type DayCounts = { runs: number; people: number; newPeople: number };
export type CountedDay = DayCounts & { day: number; kept: number };

const NOTHING: DayCounts = { runs: 0, people: 0, newPeople: 0 };

/** A day of few people says no more than a day of none: else it would be the diary of somebody whom the maker may know. */
const orFew = (people: number): number | null => (people < DAY_MIN_PEOPLE ? null : people);

type ShownDay = { day: string; runs: number | null; people: number | null; newPeople: number | null };
const HIDDEN_DAY = { runs: null, people: null, newPeople: null };

function shownDay(day: number, counts: DayCounts | undefined): ShownDay {
  if (!counts || orFew(counts.people) === null) return { day: nameOfDay(day), ...HIDDEN_DAY };
  const { runs, people, newPeople } = counts;
  return { day: nameOfDay(day), runs, people, newPeople: orFew(newPeople) };
}

type Sums = { runs: number; newPeople: number | null; peopleADay: number | null };

/** The days of the chart, the oldest first, with their sums and those of the days before; null if not all were counted. */
export function chartOf(
  counted: readonly CountedDay[],
  today: number,
  countedFrom: number,
): { days: ShownDay[]; sums: Sums; before: Sums | null } {
  const byDay = new Map(counted.map((each) => [each.day, each]));
  const fullFrom = today - STATISTICS_DAYS + 1;
  const from = Math.max(fullFrom, countedFrom);
  const days = Array.from({ length: today - from + 1 }, (_, index) =>
    shownDay(from + index, byDay.get(from + index)),
  );
  const sums = (first: number, last: number): Sums => {
    const those = counted.filter(({ day }) => day >= first && day <= last);
    // Today is not over.
    const whole = Math.min(last, today - 1) - first + 1;
    const { people } = sumOf(those.filter(({ day }) => day < today));
    const { runs, newPeople } = sumOf(those);
    return { runs, newPeople: orFew(newPeople), peopleADay: whole > 0 ? orFew(people / whole) : null };
  };
  const beforeFrom = fullFrom - STATISTICS_DAYS;
  return {
    days,
    sums: sums(from, today),
    before: countedFrom <= beforeFrom ? sums(beforeFrom, fullFrom - 1) : null,
  };
}

function sumOf(days: readonly DayCounts[]): DayCounts {
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
  /** Null where they are too few to be split. */
  people: number | null;
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
    const isSplit = people >= COHORT_MIN_PEOPLE;
    return [
      {
        week: nameOfDay(monday),
        people: isSplit ? people : null,
        kept: isSplit && today >= finalDay ? kept : null,
        finalOn: nameOfDay(finalDay),
      },
    ];
  });
}
