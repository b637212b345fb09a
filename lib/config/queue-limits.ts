/**
 * The queues of lib/infra/queue.ts, with how many jobs of each a process works on at once. Attempts and waiting times are
 * rows of pgboss.queue, made by migrations. Each has a queue `…-dead` for jobs that failed for good.
 */
export const QUEUES = { mail: 4, codes: 4, digests: 2, links: 4, exports: 1, pushes: 16 } as const;
/** A running job says so this often; pgboss.queue has the time after which it counts as abandoned. */
export const QUEUE_ALIVE_MS = 20_000;
/** How often a process looks for jobs that are due and that nobody works on: retries, and what another process left. */
export const QUEUE_POLL_MS = 10_000;
/** A request works on for this long after its response; the next one or the poll continues. */
export const QUEUE_RUN_MS = 20_000;
/** Failed jobs stay in pgboss.job and then in pgboss.archive for this long, in seconds. */
export const QUEUE_FAILED_KEPT_SECONDS = 12 * 60 * 60;
export const QUEUE_ARCHIVE_KEPT_DAYS = 7;
