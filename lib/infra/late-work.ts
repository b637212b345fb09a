import "server-only";
import { after } from "next/server";
import { logger } from "./logger";

/**
 * Runs work after the response; a function starts then, a promise is already in flight. `after()` keeps a serverless host
 * from freezing the process before it is done. Failures are logged as `failure`. Outside a request (scripts, service
 * tests) the work starts in the next event loop iteration.
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
