import "server-only";
import { codeQueue } from "@/lib/auth/code-request-service";
import { digestQueue } from "@/lib/digest/service";
import { findDueQueues, type Queue, type QueueName, workOffAll } from "@/lib/infra/queue";
import { exportQueue } from "@/lib/exports/service";
import { mailQueue } from "@/lib/mail/queue-service";
import { cardQueue } from "@/lib/posts/link-service";
import { pushQueue } from "@/lib/push/queue-service";

const QUEUES: Record<QueueName, Pick<Queue<object>, "workOff">> = {
  mail: mailQueue,
  codes: codeQueue,
  digests: digestQueue,
  links: cardQueue,
  exports: exportQueue,
  pushes: pushQueue,
};

/** Runs jobs that are due in any queue. @returns how many */
export async function workOffQueues(): Promise<number> {
  const counts = await Promise.all((await findDueQueues()).map((name) => workOffAll(name, QUEUES[name])));
  return counts.reduce((sum, count) => sum + count, 0);
}
