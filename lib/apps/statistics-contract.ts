import { z } from "zod";

const counts = z.object({
  runs: z.number(),
  /** Distinct people of each day. */
  people: z.number(),
  /** Those who had never run it before. */
  newPeople: z.number(),
});

/** Response of `GET /apps/{id}/statistics`. Days are UTC; runs of the maker and of guests are not counted. */
export const appStatisticsSchema = z.object({
  /** The last 30 days with today, the oldest first. */
  days: z.array(counts.extend({ day: z.string() })),
  /** The sums of the 30 days before them; null if not all of them were counted. */
  before: counts.nullable(),
  /** Runs of the last 30 days by version, the most used first. */
  versions: z.array(z.object({ version: z.string(), runs: z.number() })),
  /** The people who first ran it in a week that begins on that Monday. */
  weeks: z.array(
    z.object({
      week: z.string(),
      people: z.number(),
      /** How many of them ran it again 7 to 13 days after their first day; null until `finalOn`, or for fewer than 5. */
      kept: z.number().nullable(),
      finalOn: z.string(),
    }),
  ),
});
export type AppStatistics = z.infer<typeof appStatisticsSchema>;
