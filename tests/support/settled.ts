import { expect } from "vitest";
import type { QueueName } from "@/lib/infra/queue";
import { db } from "@/lib/db/client";

/**
 * Waits until no job of a queue runs or is due: each is deleted, or waits for another attempt. What a job does is seen a moment
 * before it has ended, and a call that works on the queue then leaves due jobs to the lane that is still there.
 */
export const settled = (name: QueueName) =>
  expect
    .poll(
      () => db().$queryRaw`
        SELECT id FROM gum_queue.job
         WHERE name = ${name} AND (state = 'active' OR state < 'active' AND start_after <= now())`,
    )
    .toEqual([]);
