import "server-only";
import { type Db, inTransaction } from "@/lib/db/client";
import { defineQueue } from "@/lib/infra/queue";
import { deleteLeftDeliveries, listTargets, type PushJob } from "./repository";
import { vapid } from "./vapid.server";

/** Push messages: one job for each notification and device. */
export const pushQueue = defineQueue<PushJob>("pushes", async (job, run) => {
  // Only here: the texts of messages need Next, which scripts that write posts do not have.
  const { deliver } = await import("./delivery-service");
  await deliver(job, run);
});

/** Queues push messages about stored notifications, in the caller's transaction. */
export async function queuePushes(notificationIds: string[], tx?: Db): Promise<void> {
  if (notificationIds.length > 0 && vapid())
    await pushQueue.sendAll(await listTargets(notificationIds, tx), tx);
}

/**
 * Cron job: moves into the queue what a version before it left in its own table. Such a version may still run during an
 * upgrade, and has the rows that it works on.
 * @returns how many
 */
export function queueLeftDeliveries(limit: number): Promise<number> {
  return inTransaction(async (tx) => {
    const left = await deleteLeftDeliveries(limit, tx);
    await pushQueue.sendAll(
      left.flatMap(({ isNews, ...job }) => (isNews ? [job] : [])),
      tx,
    );
    return left.length;
  });
}
