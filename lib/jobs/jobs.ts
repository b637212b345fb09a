import "server-only";
import {
  CODE_KEPT_MS,
  DEVICE_KEPT_MS,
  EGRESS_RECORD_KEPT_MS,
  JOB_BATCH,
  JOB_MAX_MS,
  REFRESH_TOKEN_KEPT_MS,
  SESSION_KEPT_MS,
} from "@/lib/config/limits";
import type { JobName, JobResult } from "./contract";
import { POPULARITY_PER_LIKE } from "@/lib/apps/ranking";
import { logger } from "@/lib/infra/logger";
import { recountDrifted } from "./counter-repository";
import { deleteOldCalls } from "@/lib/egress/repository";
import { deleteUnconfirmedFactors } from "@/lib/auth/factor-repository";
import { deleteSpentCodes } from "@/lib/auth/one-time-code-repository";
import { deleteExpiredRefreshTokens } from "@/lib/auth/refresh-token-repository";
import { deleteExpiredChallenges } from "@/lib/auth/passkey-repository";
import { deleteOldDevices } from "@/lib/auth/device-repository";
import { deleteEndedSessions } from "@/lib/auth/session-repository";
import { deleteExpiredTokens } from "@/lib/auth/token-repository";
import { purgeDeletedApps } from "@/lib/apps/publish-service";
import { dropUnusedMedia } from "@/lib/posts/media-service";
import { dropStaleUploads } from "@/lib/apps/partial-upload-service";
import { purgeRemovals } from "@/lib/moderation/removal-service";
import { dropOldScores } from "@/lib/scores/service";

/**
 * Cron jobs. Each runs one bounded batch and returns how many rows or files it handled, 0 when nothing is left. Jobs are
 * idempotent and may run concurrently in several processes.
 */
type Batch = (now: Date) => Promise<number>;

const ago = (now: Date, ms: number) => new Date(now.getTime() - ms);

const JOBS: Record<JobName, Batch> = {
  sessions: async (now) => {
    const before = ago(now, SESSION_KEPT_MS);
    return (
      (await deleteEndedSessions(before, JOB_BATCH)) +
      (await deleteExpiredTokens(before, JOB_BATCH)) +
      (await deleteOldDevices(ago(now, DEVICE_KEPT_MS), JOB_BATCH))
    );
  },
  "refresh-tokens": (now) => deleteExpiredRefreshTokens(ago(now, REFRESH_TOKEN_KEPT_MS), JOB_BATCH),
  codes: async (now) => {
    const before = ago(now, CODE_KEPT_MS);
    return (
      (await deleteSpentCodes(before, JOB_BATCH)) +
      (await deleteUnconfirmedFactors(before, JOB_BATCH)) +
      (await deleteExpiredChallenges(now, JOB_BATCH))
    );
  },
  "egress-records": (now) => deleteOldCalls(ago(now, EGRESS_RECORD_KEPT_MS), JOB_BATCH),
  "partial-uploads": dropStaleUploads,
  "deleted-apps": purgeDeletedApps,
  "unused-media": dropUnusedMedia,
  removals: (now) => purgeRemovals(now, JOB_BATCH),
  scores: (now) => dropOldScores(now, JOB_BATCH),
  counters: () => recountDrifted({ limit: JOB_BATCH, popularityPerLike: POPULARITY_PER_LIKE }),
};

/** Runs a job's batches until nothing is left or JOB_MAX_MS has passed. */
export async function runJob(job: JobName, now = new Date()): Promise<JobResult> {
  const started = performance.now();
  let done = 0;
  for (;;) {
    const count = await JOBS[job](now);
    done += count;
    if (count === 0 || performance.now() - started > JOB_MAX_MS) break;
  }
  return { job, done, ms: Math.round(performance.now() - started) };
}

/** Runs all jobs in sequence. @throws AggregateError after the last one if any failed */
export async function runAllJobs(): Promise<JobResult> {
  const results: JobResult[] = [];
  const failures: unknown[] = [];
  for (const job of Object.keys(JOBS) as JobName[]) {
    try {
      results.push(await runJob(job));
    } catch (error) {
      logger().error({ err: error, job }, "a job failed");
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, "some jobs failed");
  const sum = (key: "done" | "ms") => results.reduce((total, result) => total + result[key], 0);
  return { job: "all", done: sum("done"), ms: sum("ms") };
}
