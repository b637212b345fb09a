import { z } from "zod";

/** Null: fewer than 3, or none. */
const people = z.number().nullable();

const sums = z.object({
  runs: z.number(),
  /** Those who had never run it before. */
  newPeople: people,
  /** Distinct people of each whole day, on average; null also before the first whole day. */
  peopleADay: people,
});

/** Response of `GET /apps/{id}/statistics`. Days are UTC; runs of the maker and of guests are not counted. */
export const appStatisticsSchema = z.object({
  /** The first day that was counted. */
  countedFrom: z.string(),
  /** Whether there was a run since then. */
  hasRuns: z.boolean(),
  /** The last 30 days that were counted, the oldest first; the last is today, so far. */
  days: z.array(
    z.object({
      day: z.string(),
      /** Null for a day of fewer than 3 people, which has no numbers. */
      runs: z.number().nullable(),
      people,
      newPeople: people,
    }),
  ),
  sums,
  /** Those of the 30 days before; null if not all of them were counted. */
  before: sums.nullable(),
  /** Runs of the last 30 days by version, the most used first. */
  versions: z.array(z.object({ version: z.string(), runs: z.number() })),
  /** The people who first ran it in a week that begins on that Monday. */
  weeks: z.array(
    z.object({
      week: z.string(),
      /** Null for fewer than 5. */
      people: z.number().nullable(),
      /** How many of them ran it again 7 to 13 days after their first day; null until `finalOn`, or for fewer than 5. */
      kept: z.number().nullable(),
      finalOn: z.string(),
    }),
  ),
});
export type AppStatistics = z.infer<typeof appStatisticsSchema>;
