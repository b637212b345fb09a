import "server-only";
import PgBoss from "pg-boss";
import {
  QUEUE_ALIVE_MS,
  QUEUE_ALONE_MS,
  QUEUE_ARCHIVE_KEPT_DAYS,
  QUEUE_FAILED_KEPT_SECONDS,
  QUEUE_RUN_MS,
  QUEUES,
} from "@/lib/config/queue-limits";
import { afterCommit, type Db } from "@/lib/db/client";
import { pool } from "@/lib/db/pool";
import { describeError } from "./error-description";
import { runLater } from "./late-work";
import { logger } from "./logger";
import { metrics } from "./metrics";
import { isDraining } from "./shutdown";
import { noticeShortage } from "./space";

/**
 * Late work, in pg-boss: a job is stored in the transaction of what causes it, and run at least once. The
 * process that stored it runs it after the response; a job that failed, or whose process ended, is run again
 * by whichever process or cron call finds it due. Of several processes one has a job (FOR UPDATE SKIP
 * LOCKED).
 *
 * pg-boss is used for its schema and statements only. Its own workers poll each queue, migrate at the start and need a
 * process that lives on; a serverless host has none. Nothing here needs a session of the database.
 */
export type QueueName = keyof typeof QUEUES;
const NAMES = Object.keys(QUEUES) as QueueName[];

export type Queue<T extends object> = {
  /** Stores a job, within a transaction if one is given, and runs it after the commit and the response. */
  send: (data: T, tx?: Db) => Promise<void>;
  /** The same for several jobs, in one statement. */
  sendAll: (data: T[], tx?: Db) => Promise<void>;
  /**
   * Runs `work` as the first attempt of a job, in this process and at once, unless a job with that key is running anywhere: then
   * it returns undefined. For queues with the policy `singleton`. @throws what `work` throws; the job is then tried again
   */
  runAlone: <R>(key: string, data: T, work: () => Promise<R>) => Promise<R | undefined>;
  /** Runs jobs that are due until none is left, or QUEUE_RUN_MS have passed. @returns how many */
  workOff: () => Promise<number>;
};

type Run = {
  /** 1 for the first. */
  attempt: number;
  /** Whether a failure of this attempt makes the job dead. */
  isLast: boolean;
};

/** Thrown by a job that is to run again, not before `ms` have passed. Unless that `counts` as an attempt, it may do so for ever. */
export class RunAgain extends Error {
  override name = "RunAgain";
  constructor(
    readonly ms: number,
    readonly counts: boolean,
  ) {
    super("to be run again");
  }
}

/** Next bundles this module more than once, so a class is not the same everywhere. */
const isRunAgain = (error: unknown): error is RunAgain => (error as Error | undefined)?.name === "RunAgain";

// On globalThis: Next bundles this module more than once.
const holder = globalThis as typeof globalThis & {
  gumBoss?: PgBoss;
  gumLanes?: Map<QueueName, { running: number; again: boolean }>;
  gumQueueHandlers?: Map<QueueName, Handle>;
};

function boss(): PgBoss {
  return (holder.gumBoss ??= new PgBoss({
    db: { executeSql: (text: string, values?: unknown[]) => pool().query(text, values) },
    schema: "gum_queue",
    migrate: false,
    supervise: false,
    schedule: false,
    archiveFailedAfterSeconds: QUEUE_FAILED_KEPT_SECONDS,
    deleteAfterDays: QUEUE_ARCHIVE_KEPT_DAYS,
  }));
}

const within = (tx: Db): PgBoss.Db => ({
  executeSql: async (text, values) => ({ rows: await tx.$queryRawUnsafe(text, ...values) }),
});

/** pg-boss joins a job with the row of its queue, and stores nothing where that is missing. */
const notStored = (name: QueueName) => new Error(`The queue "${name}" is missing in the database.`);

type Handle = (data: object, run: Run) => Promise<void>;

/**
 * A queue with what its jobs do. `handle` may run twice for a job, and throws if it should be tried again. The definition that
 * was evaluated last counts.
 */
export function defineQueue<T extends object>(
  name: QueueName,
  handle: (data: T, run: Run) => Promise<void>,
): Queue<T> {
  (holder.gumQueueHandlers ??= new Map<QueueName, Handle>()).set(name, (data, run) => handle(data as T, run));
  const workOff = () => drain(name);
  const start = () => runLater(workOff, "working on a queue failed");
  const startAfter = (tx: Db | undefined) => (tx ? afterCommit(tx, start) : start());
  return {
    async send(data, tx) {
      const id = await boss().send(name, data, tx ? { db: within(tx) } : {});
      if (id === null) throw notStored(name);
      startAfter(tx);
    },
    async sendAll(data, tx) {
      if (data.length === 0) return;
      const jobs = data.map((each) => ({ name, data: each }));
      let stored: number | null = 0;
      const executeSql = async (text: string, values: unknown[]) => {
        stored = tx
          ? await tx.$executeRawUnsafe(text, ...values)
          : (await pool().query(text, values)).rowCount;
        return { rows: [] };
      };
      await boss().insert(jobs, { db: { executeSql } });
      if (stored !== data.length) throw notStored(name);
      for (let lane = 0; lane < Math.min(data.length, QUEUES[name]); lane++) startAfter(tx);
    },
    async runAlone<R>(key: string, data: T, work: () => Promise<R>) {
      const job = await begin(name, key, data);
      if (!job) return undefined;
      let result: R | undefined;
      await run(job, async () => void (result = await work()), { rethrow: true, ms: QUEUE_ALONE_MS });
      return result;
    },
    workOff,
  };
}

/** Stores a job as taken, in place of one with its key that waits for another attempt. The schema allows one running job of a key. */
async function begin(name: QueueName, key: string, data: object): Promise<Job | undefined> {
  await pool().query("DELETE FROM gum_queue.job WHERE name = $1 AND singleton_key = $2 AND state = 'retry'", [
    name,
    key,
  ]);
  const { rows } = await pool().query<{ id: string | null; retryLimit: number }>(
    `WITH stored AS (
       INSERT INTO gum_queue.job (name, data, state, started_on, singleton_key, policy, retry_limit, retry_delay, retry_backoff,
                                  expire_in, keep_until, dead_letter)
       SELECT name, $3::jsonb, 'active', now(), $2, policy, retry_limit, retry_delay, retry_backoff,
              expire_seconds * interval '1 second', now() + retention_minutes * interval '1 minute', dead_letter
         FROM gum_queue.queue WHERE name = $1
       ON CONFLICT DO NOTHING RETURNING id)
     SELECT (SELECT id FROM stored) AS id, retry_limit AS "retryLimit" FROM gum_queue.queue WHERE name = $1`,
    [name, key, JSON.stringify(data)],
  );
  const [found] = rows;
  if (!found) throw notStored(name);
  return found.id === null
    ? undefined
    : { id: found.id, retryLimit: found.retryLimit, name, data, retryCount: 0 };
}

/** One of at most QUEUES[name] lanes of this process. */
async function drain(name: QueueName): Promise<number> {
  const handle = holder.gumQueueHandlers?.get(name);
  if (!handle) throw new Error(`The module that defines the queue "${name}" is not loaded.`);
  const all = (holder.gumLanes ??= new Map());
  if (!all.has(name)) all.set(name, { running: 0, again: false });
  const lanes = all.get(name)!;
  if (lanes.running >= QUEUES[name]) {
    // Jobs that a lane did not see when it looked for the last time.
    lanes.again = true;
    return 0;
  }
  lanes.running++;
  const until = performance.now() + QUEUE_RUN_MS;
  let done = 0;
  try {
    do {
      lanes.again = false;
      // While the process shuts down, jobs are left to others.
      while (!isDraining()) {
        const job = await take(name);
        if (!job) break;
        await run(job, handle);
        done++;
        if (performance.now() > until) return done;
      }
    } while (lanes.again);
    return done;
  } finally {
    lanes.running--;
  }
}

type Job = Pick<PgBoss.JobWithMetadata, "id" | "retryCount" | "retryLimit"> & {
  name: QueueName;
  data: object;
};
/** Another job with its key is running. */
const isHeldBack = (error: unknown) => (error as { code?: string }).code === "23505";

async function take(name: QueueName): Promise<Job | undefined> {
  let failure: unknown;
  // pg-boss takes every error for a lost race.
  const executeSql = (text: string, values: unknown[]) =>
    pool()
      .query(text, values)
      .catch((error: unknown) => {
        failure = error;
        throw error;
      });
  const [job] = await boss().fetch(name, { includeMetadata: true, db: { executeSql } });
  if (failure && !isHeldBack(failure)) throw failure;
  return job as Job | undefined;
}

async function run(job: Job, handle: Handle, { rethrow = false, ms = Infinity } = {}): Promise<void> {
  const { id, name, retryCount, retryLimit } = job;
  const isLast = retryCount >= retryLimit;
  const until = performance.now() + ms;
  const alive = setInterval(() => performance.now() < until && void keep(job), QUEUE_ALIVE_MS);
  try {
    await handle(job.data, { attempt: retryCount + 1, isLast });
  } catch (error) {
    noticeShortage(error);
    if (isRunAgain(error) && !error.counts) return await postpone(job, error.ms);
    const result = isLast ? "dead" : "failed";
    metrics().queueRuns.inc({ queue: name, result });
    const line = { err: error, queue: name, jobId: id, attempt: retryCount + 1 };
    if (isLast) logger().error(line, "a job is dead");
    else if (!isRunAgain(error)) logger().warn(line, "a job failed and is tried again");
    await boss().fail(name, id, { type: describeError(error).type });
    if (isRunAgain(error)) await delay(job, error.ms);
    if (rethrow) throw error;
    return;
  } finally {
    clearInterval(alive);
  }
  metrics().queueRuns.inc({ queue: name, result: "done" });
  // Deleted, not kept as completed: its data is personal.
  await boss().deleteJob(name, id);
}

/** As if it had not been taken. */
async function postpone({ id, name }: Job, ms: number): Promise<void> {
  await pool().query(
    `UPDATE gum_queue.job SET state = 'created', started_on = NULL, start_after = now() + $3 * interval '1 ms'
      WHERE name = $1 AND id = $2 AND state = 'active'`,
    [name, id, ms],
  );
}

async function delay({ id, name }: Job, ms: number): Promise<void> {
  await pool().query(
    `UPDATE gum_queue.job SET start_after = greatest(start_after, now() + $3 * interval '1 ms')
      WHERE name = $1 AND id = $2 AND state = 'retry'`,
    [name, id, ms],
  );
}

/** A job without this counts as abandoned. */
async function keep({ id, name }: Job): Promise<void> {
  await pool()
    .query("UPDATE gum_queue.job SET started_on = now() WHERE name = $1 AND id = $2 AND state = 'active'", [
      name,
      id,
    ])
    .catch((error: unknown) => logger().warn({ err: error, jobId: id }, "could not keep a job"));
}

/** The queues with jobs that are due or abandoned; the latter become due, or dead. */
export async function findDueQueues(): Promise<QueueName[]> {
  const { rows } = await pool().query<{ name: QueueName; isAbandoned: boolean }>(
    `SELECT name, bool_or(state = 'active') AS "isAbandoned" FROM gum_queue.job
      WHERE name = ANY ($1) AND (state < 'active' AND start_after <= now()
         OR state = 'active' AND started_on + expire_in < now()) GROUP BY name`,
    [NAMES],
  );
  if (rows.some(({ isAbandoned }) => isAbandoned)) await endAbandoned();
  return rows.map(({ name }) => name);
}

async function endAbandoned(): Promise<void> {
  const { rows } = await pool().query<Pick<Job, "id" | "name">>(
    `SELECT id, name FROM gum_queue.job WHERE name = ANY ($1) AND state = 'active'
        AND started_on + expire_in < now() AND retry_count >= retry_limit`,
    [NAMES],
  );
  for (const { id, name } of rows) {
    // One of several processes that found it gets 1.
    const { affected } = (await boss().fail(name, id, { type: "Abandoned" })) as unknown as {
      affected: number;
    };
    if (affected === 0) continue;
    metrics().queueRuns.inc({ queue: name, result: "dead" });
    logger().error({ queue: name, jobId: id, isAbandoned: true }, "a job is dead");
  }
  await boss().expire();
}

/** Runs the due jobs of a queue on all lanes. @returns how many jobs */
export async function workOffAll(name: QueueName): Promise<number> {
  const lanes = await Promise.all(Array.from({ length: QUEUES[name] }, () => drain(name)));
  return lanes.reduce((sum, count) => sum + count, 0);
}

/** Archives failed jobs and deletes old ones. */
export async function maintainQueues(): Promise<void> {
  await boss().maintain();
}

export type QueueCounts = {
  queue: QueueName;
  queued: number;
  running: number;
  dead: number;
  /** How long the oldest job that is due has waited. */
  lateSeconds: number;
};

export async function countJobs(): Promise<QueueCounts[]> {
  const { rows } = await pool().query<QueueCounts>(
    `SELECT q.queue, count(j.id) FILTER (WHERE j.name = q.queue AND j.state < 'active')::int AS queued,
            count(j.id) FILTER (WHERE j.name = q.queue AND j.state = 'active')::int AS running,
            count(j.id) FILTER (WHERE j.name <> q.queue AND j.state < 'active')::int AS dead,
            coalesce(extract(epoch FROM now() - min(j.start_after)
              FILTER (WHERE j.name = q.queue AND j.state < 'active' AND j.start_after <= now())), 0)::float8 AS "lateSeconds"
       FROM unnest($1::text[]) AS q (queue) LEFT JOIN gum_queue.job j ON j.name IN (q.queue, q.queue || '-dead')
      GROUP BY q.queue`,
    [NAMES],
  );
  return rows;
}
