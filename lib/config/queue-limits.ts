/**
 * The queues of lib/infra/queue.ts, with how many jobs of each a process works on at once. Attempts and waiting times are
 * rows of gum_queue.queue, made by migrations. Each has a queue `…-dead` for jobs that failed for good.
 */
export const QUEUES = {
  mail: 4,
  codes: 4,
  digests: 2,
  links: 4,
  exports: 1,
  pushes: 16,
  schedule: 1,
} as const;
/** Heartbeat interval of a running job; gum_queue.queue has the time after which it counts as abandoned. */
export const QUEUE_ALIVE_MS = 20_000;
/** A job that holds its key for longer counts as abandoned, whatever its process says: it would never run again. */
export const QUEUE_ALONE_MS = 15 * 60 * 1_000;
/** How often a process looks for jobs that are due and that nobody works on: retries, and what another process left. */
export const QUEUE_POLL_MS = 10_000;
/** A request works on for this long after its response; the next one or the poll continues. */
export const QUEUE_RUN_MS = 20_000;
/** Failed jobs stay in gum_queue.job and then in gum_queue.archive for this long, in seconds. */
export const QUEUE_FAILED_KEPT_SECONDS = 12 * 60 * 60;
export const QUEUE_ARCHIVE_KEPT_DAYS = 7;
/** What the delivery of a mail may take; servers that defer spam greet late. */
export const MAIL_MS = 120_000;
/** Idle timeout of a mail server. */
export const MAIL_SILENCE_MS = 60_000;
