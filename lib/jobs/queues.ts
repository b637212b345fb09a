import "server-only";
import { codeQueue } from "@/lib/auth/code-request-service";
import { JOB_MAX_MS } from "@/lib/config/limits";
import { digestQueue } from "@/lib/digest/service";
import { runLater } from "@/lib/infra/late-work";
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

/** Runs the jobs of a queue that are due. @returns how many */
export function workOffQueue(name: QueueName): Promise<number> {
  return workOffAll(name, QUEUES[name]);
}

/** Runs jobs that are due in any queue. One that takes longer than `maxMs` goes on without the caller. @returns how many */
export async function workOffQueues(maxMs = JOB_MAX_MS): Promise<number> {
  let done = 0;
  const work = Promise.all(
    (await findDueQueues()).map(async (name) => {
      done += await workOffQueue(name);
    }),
  );
  let timer: NodeJS.Timeout | undefined;
  const isLate = await Promise.race([
    work.then(() => false),
    new Promise<true>((resolve) => (timer = setTimeout(resolve, maxMs, true))),
  ]).finally(() => clearTimeout(timer));
  if (isLate) runLater(work, "working on a queue failed");
  return done;
}
