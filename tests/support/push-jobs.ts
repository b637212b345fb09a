import { expect, vi } from "vitest";
import { db } from "@/lib/db/client";
import { countJobs } from "@/lib/infra/queue";
import { pushQueue } from "@/lib/push/queue-service";
import { lanesOf } from "./lanes";

/** Waits until each push message has been sent, or waits for its next attempt. */
export const settled = () =>
  vi.waitFor(async () => {
    const { running, lateSeconds } = (await countJobs()).find(({ queue }) => queue === "pushes")!;
    // When the next attempt is due is written after the failure of this one.
    expect([running, lateSeconds, lanesOf("pushes")]).toEqual([0, 0, 0]);
  }, 30_000);

/** Push messages that wait for a person's devices. */
export const deliveriesTo = (userId: string) =>
  db().$queryRaw<{ attempts: number; dueAt: Date }[]>`
    SELECT retry_count + (started_on IS NOT NULL)::int AS attempts, start_after AS "dueAt" FROM gum_queue.job
     WHERE name = 'pushes' AND state < 'completed' AND data->>'subscriptionId' IN (
       SELECT id::text FROM push_subscriptions WHERE user_id = ${userId}::uuid)`;

/** Works on those that wait, whenever they are due. */
export async function lookAgain(): Promise<void> {
  await db()
    .$executeRaw`UPDATE gum_queue.job SET start_after = now() WHERE name = 'pushes' AND state < 'active'`;
  await pushQueue.workOff();
}

/** Lets the time of the next attempts come. */
export async function becomeDue(): Promise<void> {
  await lookAgain();
  await settled();
}

/** As if a person's notifications were so old. */
export const age = (userId: string, seconds: number) =>
  db().notification.updateMany({
    where: { userId },
    data: { createdAt: new Date(Date.now() - seconds * 1_000) },
  });
