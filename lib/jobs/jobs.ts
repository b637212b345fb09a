import "server-only";
import {
  CODE_KEPT_MS,
  DEVICE_KEPT_MS,
  EGRESS_RECORD_KEPT_MS,
  JOB_BATCH,
  JOB_MAX_MS,
  NOTIFICATION_KEPT_MS,
  REFRESH_TOKEN_KEPT_MS,
  SESSION_KEPT_MS,
} from "@/lib/config/limits";
import { APP_DAY_KEPT_MS, PROBLEM_KEPT_MS, PROBLEM_RUN_KEPT_MS } from "@/lib/config/statistics-limits";
import { KEPT_APP_DATA_MS } from "@/lib/config/kept-limits";
import type { JobName, JobResult } from "./contract";
import { POPULARITY_PER_LIKE } from "@/lib/apps/ranking";
import { maintainQueues } from "@/lib/infra/queue";
import { workOffQueues } from "./queues";
import { metrics } from "@/lib/infra/metrics";
import { dropOrphanedFiles } from "./orphaned-files";
import { recountDrifted } from "./counter-repository";
import { deleteOldCalls } from "@/lib/egress/repository";
import { TOTAL_DAYS } from "@/lib/egress/rules";
import { deleteOldTotals } from "@/lib/egress/totals-repository";
import { deleteUnconfirmedFactors } from "@/lib/auth/factor-repository";
import { deleteSpentCodes } from "@/lib/auth/one-time-code-repository";
import { deleteExpiredProofs } from "@/lib/auth/spent-proof-repository";
import { deleteExpiredRefreshTokens } from "@/lib/auth/refresh-token-repository";
import { deleteExpiredChallenges } from "@/lib/auth/passkey-repository";
import { deleteOldDevices } from "@/lib/auth/device-repository";
import { deleteEndedSessions } from "@/lib/auth/session-repository";
import { deleteExpiredTokens } from "@/lib/auth/token-repository";
import { dropOldVersions } from "@/lib/apps/package-file-service";
import { findMadeWith } from "@/lib/apps/made-with-service";
import { deleteOldProblemRuns, deleteOldProblems } from "@/lib/apps/problem-repository";
import { deleteOldDays } from "@/lib/apps/statistics-repository";
import { purgeDeletedApps } from "@/lib/apps/publish-service";
import { deleteOldNotifications } from "@/lib/notifications/repository";
import { indexUnindexedCollections } from "@/lib/collections/index-service";
import { runDigests } from "@/lib/digest/service";
import { dropEndedDevices } from "@/lib/push/delivery-service";
import { queueLeftDeliveries } from "@/lib/push/queue-service";
import { publishDueDrafts } from "@/lib/posts/schedule-service";
import { indexUnindexedPosts } from "@/lib/posts/search-service";
import { dropUnusedMedia } from "@/lib/posts/media-service";
import { dropStaleUploads } from "@/lib/apps/partial-upload-service";
import { purgeRemovals } from "@/lib/moderation/removal-service";
import { runExports } from "@/lib/exports/service";
import { dropUnusedLinks } from "@/lib/links/service";
import { purgeDeletedProjects } from "@/lib/projects/service";
import { deleteOldKeptData } from "@/lib/storage/kept-repository";
import { dropOldScores } from "@/lib/scores/service";

/**
 * Cron jobs. Each runs one bounded batch and returns how many rows or files it handled, 0 when nothing is left. They are jobs
 * of the queue `schedule`: of several processes one runs a job, and what fails is tried again. Jobs are idempotent all the
 * same: a process that was frozen may go on beside the one that took over.
 */
type Batch = (now: Date) => Promise<number>;

const ago = (now: Date, ms: number) => new Date(now.getTime() - ms);

const JOBS: Record<JobName, Batch> = {
  "scheduled-posts": publishDueDrafts,
  digests: (now) => runDigests(now),
  pushes: async () => (await dropEndedDevices()) + (await queueLeftDeliveries(JOB_BATCH)),
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
      (await deleteExpiredChallenges(now, JOB_BATCH)) +
      (await deleteExpiredProofs(now, JOB_BATCH))
    );
  },
  "egress-records": async (now) =>
    (await deleteOldCalls(ago(now, EGRESS_RECORD_KEPT_MS), JOB_BATCH)) +
    (await deleteOldTotals(ago(now, TOTAL_DAYS * 86_400_000), JOB_BATCH)),
  "app-statistics": async (now) =>
    (await deleteOldDays(ago(now, APP_DAY_KEPT_MS), JOB_BATCH)) +
    (await deleteOldProblems(ago(now, PROBLEM_KEPT_MS), JOB_BATCH)) +
    (await deleteOldProblemRuns(ago(now, PROBLEM_RUN_KEPT_MS), JOB_BATCH)),
  "partial-uploads": dropStaleUploads,
  "deleted-apps": async (now) => (await purgeDeletedApps(now)) + (await purgeDeletedProjects(now, JOB_BATCH)),
  "unused-media": dropUnusedMedia,
  removals: (now) => purgeRemovals(now, JOB_BATCH),
  links: dropUnusedLinks,
  scores: (now) => dropOldScores(now, JOB_BATCH),
  notifications: (now) => deleteOldNotifications(ago(now, NOTIFICATION_KEPT_MS), JOB_BATCH),
  "old-versions": async (now) =>
    (await deleteOldKeptData(ago(now, KEPT_APP_DATA_MS), JOB_BATCH)) + (await dropOldVersions(now)),
  exports: runExports,
  "orphaned-files": dropOrphanedFiles,
  "post-search": () => indexUnindexedPosts(JOB_BATCH),
  "collection-search": () => indexUnindexedCollections(JOB_BATCH),
  "made-with": findMadeWith,
  "old-jobs": async () => {
    await maintainQueues();
    return 0;
  },
  counters: () => recountDrifted({ limit: JOB_BATCH, popularityPerLike: POPULARITY_PER_LIKE }),
  queues: () => workOffQueues(),
};

/** Runs a job's batches until nothing is left or JOB_MAX_MS has passed. */
export async function runJob(job: JobName, now = new Date()): Promise<JobResult> {
  const started = performance.now();
  let result: "done" | "failed" = "failed";
  try {
    let done = 0;
    for (;;) {
      const count = await JOBS[job](now);
      done += count;
      if (count === 0 || performance.now() - started > JOB_MAX_MS) break;
    }
    result = "done";
    metrics().jobSuccess.setToCurrentTime({ name: job });
    return { job, done, ms: Math.round(performance.now() - started) };
  } finally {
    metrics().jobs.inc({ name: job, result });
    metrics().jobSeconds.set({ name: job }, (performance.now() - started) / 1_000);
  }
}
