import "server-only";
import { QUEUE_POLL_MS } from "@/lib/config/queue-limits";
import { findDueQueues } from "./queue";
import { isDraining } from "./shutdown";

/**
 * Looks for jobs that are due, all queues at once, for as long as the process lives. Jobs are usually run by the process
 * that stored them; this is for retries, and for what another process left. A serverless host has cron calls instead.
 */
export function startQueuePoll(workOff: () => Promise<unknown>): void {
  let isBusy = false;
  const poll = async () => {
    if (isBusy || isDraining()) return;
    isBusy = true;
    try {
      if ((await findDueQueues()).length > 0) await workOff();
    } catch {
      // Requests report a database that is away.
    } finally {
      isBusy = false;
    }
  };
  setInterval(() => void poll(), QUEUE_POLL_MS).unref();
}
