import "server-only";
import { Worker } from "node:worker_threads";
import {
  SCORE_CHECK_END_MS,
  SCORE_CHECK_MS,
  SCORE_CHECKS_AT_ONCE,
  SCORE_CHECKS_WAITING,
} from "@/lib/config/limits";
import { logger } from "@/lib/infra/logger";
import { REPLAY_CODE } from "@/lib/sandbox/generated/replay-code";
import { readLog, type RecordedRun } from "@/lib/sandbox/protocol/recording";
import type { ReplayOrder, ReplayOutcome } from "@/lib/sandbox/protocol/replay";
import { AppError } from "@/lib/shared/errors";

/**
 * Runs recorded runs again, each in a thread of its own.
 *
 * Trust model. Untrusted: the script and its inputs. The engine interrupts the script at its time; a thread that is late all the
 * same, or that wants more memory than it may have, is ended. Few run at once, few wait, and the others are refused.
 */
const THREAD_MEMORY_MB = 128;
const RETRY_SECONDS = 5;

let running = 0;
const waiting: (() => void)[] = [];

/** @returns null for a log that no run has written */
export function readRunLog(log: string): RecordedRun | null {
  return readLog(log);
}

/** @throws AppError score_checks_busy */
export async function runAgain(order: Omit<ReplayOrder, "ms">): Promise<ReplayOutcome> {
  if (running >= SCORE_CHECKS_AT_ONCE) {
    if (waiting.length >= SCORE_CHECKS_WAITING)
      throw new AppError("score_checks_busy", { retryAfter: RETRY_SECONDS });
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running += 1;
  try {
    return await inThread({ ...order, ms: SCORE_CHECK_MS });
  } finally {
    // Who waits gets the place itself: nobody comes between.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

async function inThread(order: ReplayOrder): Promise<ReplayOutcome> {
  const thread = new Worker(REPLAY_CODE, {
    eval: true,
    workerData: order,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: THREAD_MEMORY_MB },
  });
  try {
    return await new Promise<ReplayOutcome>((resolve) => {
      const fail = (problem: string): void => resolve({ scores: [], problem });
      const late = setTimeout(() => fail("The run took too long."), SCORE_CHECK_END_MS);
      thread.once("message", (outcome: ReplayOutcome) => {
        clearTimeout(late);
        resolve(outcome);
      });
      thread.once("error", (error) => {
        clearTimeout(late);
        logger().warn({ err: error }, "a recorded run ended its thread");
        fail("The run has failed.");
      });
    });
  } finally {
    void thread.terminate();
  }
}
