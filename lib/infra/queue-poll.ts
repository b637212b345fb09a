import "server-only";
import { QUEUE_POLL_MS } from "@/lib/config/queue-limits";
import { findDueQueues, type QueueName } from "./queue";
import { logger } from "./logger";
import { isDraining } from "./shutdown";

/**
 * Looks for jobs that are due, all queues at once, for as long as the process lives. Jobs are usually run by the process
 * that stored them; this is for retries, and for what another process left. A serverless host has cron calls instead.
 */
export function startQueuePoll(workOff: (name: QueueName) => Promise<unknown>): void {
  // By queue: an export takes long, and retries of mail do not wait for it.
  const busy = new Set<QueueName>();
  const failing = new Set<QueueName | "all">();
  /** Logs the first of a row: a database may be away for long, and a role without rights on the queues never works. */
  const noteFailure = (queue: QueueName | "all", error: unknown) => {
    if (!failing.has(queue)) logger().warn({ err: error, queue }, "could not look for jobs");
    failing.add(queue);
  };
  const work = async (name: QueueName) => {
    busy.add(name);
    try {
      await workOff(name);
      failing.delete(name);
    } catch (error) {
      noteFailure(name, error);
    } finally {
      busy.delete(name);
    }
  };
  const poll = async () => {
    if (isDraining()) return;
    try {
      for (const name of await findDueQueues()) if (!busy.has(name)) void work(name);
      failing.delete("all");
    } catch (error) {
      noteFailure("all", error);
    }
  };
  setInterval(() => void poll(), QUEUE_POLL_MS).unref();
}
