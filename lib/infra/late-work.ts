import "server-only";
import { after } from "next/server";
import { logger } from "./logger";

/**
 * Work that an answer does not wait for. A host may freeze the process after the answer; `after()` tells it to wait
 * for this. A function starts once the answer has gone out, a promise is under way already. Failures are logged as
 * `failure`. Outside a request (scripts, tests of a service) there is no answer, so the work starts with the next turn.
 */
export function runLater(work: Promise<unknown> | (() => Promise<unknown>), failure: string): void {
  const run = async () => {
    try {
      await (typeof work === "function" ? work() : work);
    } catch (error) {
      logger().error({ err: error }, failure);
    }
  };
  const task = typeof work === "function" ? run : run();
  try {
    after(task);
  } catch {
    if (typeof task === "function") setImmediate(() => void task());
  }
}
