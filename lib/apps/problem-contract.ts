import { z } from "zod";
import { PROBLEM_FILE_CHARS, PROBLEM_SENT_CHARS, PROBLEMS_PER_RUN } from "@/lib/config/statistics-limits";
import { idParams, idSchema, listOf } from "@/lib/shared/contract";
import { PROBLEM_ENDINGS, PROBLEM_KINDS } from "./problem-rules";

const sentProblem = z.union([
  z.strictObject({
    kind: z.enum(["error", "rejection", "start"]),
    message: z.string().max(PROBLEM_SENT_CHARS),
    /** A file of the package, or empty. */
    file: z.string().max(PROBLEM_FILE_CHARS),
    line: z.int().min(0).max(1e9),
  }),
  z.strictObject({ kind: z.literal("ended"), message: z.enum(PROBLEM_ENDINGS) }),
]);
export type SentProblem = z.infer<typeof sentProblem>;

/** Body of `POST /apps/{id}/problems`: what went wrong in a run. */
export const reportProblemsBody = z.strictObject({
  runToken: z.string().max(2_000),
  problems: z.array(sentProblem).min(1).max(PROBLEMS_PER_RUN),
});
export type ReportProblems = z.infer<typeof reportProblemsBody>;

/** A problem of an app for its maker, in all versions that had it. At least three people have reported it. */
const appProblemSchema = z.object({
  id: z.string(),
  kind: z.enum(PROBLEM_KINDS),
  /** Without the values in it; empty if it is not that of an error. Of the kind `ended` why the run has ended. */
  message: z.string(),
  /** file:line, or empty. */
  place: z.string(),
  /** Runs that it was reported in. */
  runs: z.number(),
  firstAt: z.string(),
  lastAt: z.string(),
  /** The lowest version that had it, and the highest. */
  since: z.string(),
  version: z.string(),
  /** Until a higher version has it. */
  resolved: z.boolean(),
});
export type AppProblem = z.infer<typeof appProblemSchema>;

export const appProblemsSchema = listOf(appProblemSchema).extend({
  /** How many others there are, which fewer people have reported. */
  rare: z.number(),
});
export type AppProblems = z.infer<typeof appProblemsSchema>;

export const problemParams = idParams.extend({ problemId: idSchema });

/** Body of `PATCH /apps/{id}/problems/{problemId}`. */
export const resolveProblemBody = z.strictObject({ resolved: z.boolean() });
