import "server-only";
import { db } from "@/lib/db/client";
import { openedReplicaPool, pool } from "@/lib/db/pool";
import { replicaLagMs } from "@/lib/db/replica";
import { FILE_AREAS } from "@/lib/files/file-key";
import { diskSpace } from "@/lib/files/service";
import { metrics } from "./metrics";
import { countJobs } from "./queue";
import { recentErrors } from "./recent-errors";
import { redisConnections } from "./redis";

/**
 * The metrics in Prometheus' text format.
 * @param jobs the names of all cron jobs
 */
export async function writeMetrics(jobs: readonly string[] = []): Promise<{ text: string; type: string }> {
  const all = metrics();
  // Prometheus sees no increase in a series that begins at 1: the first failure would alert nobody.
  for (const name of jobs) for (const result of ["done", "failed"]) all.jobs.inc({ name, result }, 0);
  for (const area of FILE_AREAS)
    for (const outcome of ["found", "deleted"]) all.orphans.inc({ area, outcome }, 0);
  for (const result of ["sent", "failed"]) all.mails.inc({ result }, 0);
  for (const answer of ["replica", "own_write", "behind", "failed"]) all.replicaReads.inc({ answer }, 0);
  measurePool(all.connections, pool());
  const replica = openedReplicaPool();
  if (replica) measurePool(all.replicaConnections, replica);
  for (const { use, isUp } of redisConnections()) all.redisUp.set({ use }, isUp ? 1 : 0);
  const lagMs = replicaLagMs();
  if (lagMs !== null) all.replicaLag.set({ server: "replica" }, lagMs / 1_000);
  await Promise.all([measureQueues(), measureDisk(), measureBackups()]);
  return { text: await all.registry.metrics(), type: all.registry.contentType };
}

function measurePool(
  gauge: ReturnType<typeof metrics>["connections"],
  { totalCount, idleCount, waitingCount }: ReturnType<typeof pool>,
): void {
  gauge.set({ state: "busy" }, totalCount - idleCount);
  gauge.set({ state: "idle" }, idleCount);
  gauge.set({ state: "waiting" }, waitingCount);
}

async function measureDisk(): Promise<void> {
  const { diskFree } = metrics();
  const disk = await diskSpace().catch(() => null);
  diskFree.reset();
  if (disk) diskFree.set({ store: "local" }, disk.free);
}

/** What `gum backup` notes, by the steps that the metrics name. */
const BACKUP_STEPS = { backup: "backup", "backup-check": "check" } as const;

/** The same from each process; absent until the first attempt. */
async function measureBackups(): Promise<void> {
  const { backupSuccess, backupFailure } = metrics();
  const operations = await db()
    .operation.findMany({ where: { name: { in: Object.keys(BACKUP_STEPS) } } })
    .catch(() => []);
  backupSuccess.reset();
  backupFailure.reset();
  for (const { name, succeededAt, failedAt } of operations) {
    const step = BACKUP_STEPS[name as keyof typeof BACKUP_STEPS];
    backupSuccess.set({ step }, (succeededAt?.getTime() ?? 0) / 1_000);
    backupFailure.set({ step }, (failedAt?.getTime() ?? 0) / 1_000);
  }
}

async function measureQueues(): Promise<void> {
  const { queueJobs, queueLate } = metrics();
  // Without a database the last figures would look like the current ones.
  const counts = await countJobs().catch(() => []);
  queueJobs.reset();
  queueLate.reset();
  for (const { queue, queued, running, dead, lateSeconds } of counts) {
    queueJobs.set({ queue, state: "queued" }, queued);
    queueJobs.set({ queue, state: "running" }, running);
    queueJobs.set({ queue, state: "dead" }, dead);
    queueLate.set({ queue }, lateSeconds);
  }
}

/** What this process has counted since its start, the most important first. */
export async function processFacts() {
  const all = metrics();
  const [errors, rateLimited, runs, successes] = await Promise.all([
    all.errors.get(),
    all.rateLimited.get(),
    all.jobs.get(),
    all.jobSuccess.get(),
  ]);
  const failuresOf = (job: unknown) =>
    runs.values.find(({ labels }) => labels.name === job && labels.result === "failed")?.value ?? 0;
  const succeededAt = new Map(successes.values.map(({ labels, value }) => [labels.name, value * 1_000]));
  const ran = runs.values.filter(({ value }) => value > 0);
  const jobs = [...new Set(ran.map(({ labels }) => String(labels.name)))].map((job) => {
    const at = succeededAt.get(job);
    return { job, failures: failuresOf(job), succeededAt: at ? new Date(at).toISOString() : null };
  });
  return {
    errors: errors.values.reduce((total, { value }) => total + value, 0),
    recentErrors: recentErrors(),
    rateLimits: rateLimited.values
      .map(({ labels, value }) => ({ limit: String(labels.limit), count: value }))
      .sort((a, b) => b.count - a.count),
    jobs: jobs.sort((a, b) => b.failures - a.failures),
  };
}
