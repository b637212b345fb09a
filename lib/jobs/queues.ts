import "server-only";
import { JOB_MAX_MS } from "@/lib/config/limits";
import { runLater } from "@/lib/infra/late-work";
import { findDueQueues, workOffAll } from "@/lib/infra/queue";
// Each defines its queue.
import "@/lib/auth/code-request-service";
import "@/lib/digest/service";
import "@/lib/exports/service";
import "@/lib/mail/queue-service";
import "@/lib/posts/link-service";
import "@/lib/push/queue-service";

/** Runs jobs that are due in any queue. One that takes longer than `maxMs` goes on without the caller. @returns how many */
export async function workOffQueues(maxMs = JOB_MAX_MS): Promise<number> {
  let done = 0;
  const work = Promise.all(
    (await findDueQueues()).map(async (name) => {
      done += await workOffAll(name);
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
