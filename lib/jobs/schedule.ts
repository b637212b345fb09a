import "server-only";
import { logger } from "@/lib/infra/logger";
import { defineQueue } from "@/lib/infra/queue";
import { JOB_NAMES, type JobName, type JobResult } from "./contract";
import { runJob } from "./jobs";

export { workOffAll } from "@/lib/infra/queue";

/** Several processes work off queues together. */
const SHARED: readonly JobName[] = ["queues", "old-jobs"];

export const scheduleQueue = defineQueue<{ job: JobName }>("schedule", async ({ job }) => {
  await runJob(job);
});

/** Runs a job, unless another process is running it. */
export async function runScheduled(job: JobName): Promise<JobResult> {
  const run = () => runJob(job);
  if (SHARED.includes(job)) return run();
  return (await scheduleQueue.runAlone(job, { job }, run)) ?? { job, done: 0, ms: 0, isElsewhere: true };
}

/** Runs all jobs in sequence. @throws AggregateError after the last one if any failed */
export async function runAllJobs(): Promise<JobResult> {
  const results: JobResult[] = [];
  const failures: unknown[] = [];
  for (const job of JOB_NAMES) {
    try {
      results.push(await runScheduled(job));
    } catch (error) {
      logger().error({ err: error, job }, "a job failed");
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, "some jobs failed");
  const sum = (key: "done" | "ms") => results.reduce((total, result) => total + result[key], 0);
  return { job: "all", done: sum("done"), ms: sum("ms") };
}
