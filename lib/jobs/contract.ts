import "server-only";
import { z } from "zod";

export const JOB_NAMES = [
  "scheduled-posts",
  "pushes",
  "digests",
  "sessions",
  "refresh-tokens",
  "codes",
  "egress-records",
  "app-statistics",
  "partial-uploads",
  "deleted-apps",
  "unused-media",
  "removals",
  "links",
  "scores",
  "notifications",
  "old-versions",
  "exports",
  "orphaned-files",
  "post-search",
  "collection-search",
  "made-with",
  "old-jobs",
  "counters",
  // Last: a host that ends a request after a while cuts nothing else off.
  "queues",
] as const;
export type JobName = (typeof JOB_NAMES)[number];

export const jobParams = z.object({ job: z.enum([...JOB_NAMES, "all"]) });

/** `done` counts the rows and files removed or corrected; `isElsewhere` is true where another process runs the job now. */
export const jobResult = z.object({
  job: z.enum([...JOB_NAMES, "all"]),
  done: z.number(),
  ms: z.number(),
  isElsewhere: z.boolean().optional(),
});
export type JobResult = z.infer<typeof jobResult>;
