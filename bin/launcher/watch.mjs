import { Fault } from "./fault.mjs";

const EVERY_MS = 2_000;
/** Consecutive failed checks before it counts as down: a single one may be a load spike. */
const MISSES = 3;
const RESTARTS = 5;
const RESTART_WINDOW_MS = 60_000;

/**
 * Polls whether something responds.
 * @param {{ check: () => Promise<boolean>, isGone?: () => boolean, onDown: () => unknown, everyMs?: number }} options `check` has its own
 * timeout; `onDown` is called after three consecutive failures, or at once if `isGone`, and polling resumes when it is
 * done
 * @returns {{ stop: () => Promise<void> }} resolves when nothing is in flight any more
 */
export function watch({ check, isGone = () => false, onDown, everyMs = EVERY_MS }) {
  let isStopped = false;
  let timer;
  let misses = 0;
  let running = Promise.resolve();
  const look = async () => {
    const answers = !isGone() && (await check().catch(() => false));
    if (isStopped) return;
    misses = answers ? 0 : misses + 1;
    if (misses >= MISSES || isGone()) {
      misses = 0;
      await onDown();
    }
    if (!isStopped) wait();
  };
  const wait = () => (timer = setTimeout(() => (running = look()), everyMs));
  wait();
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
      return running;
    },
  };
}

/**
 * Limits restarts: what crashes repeatedly is not fixed by another restart.
 * @param {string} what "The server"
 * @returns {(why: string) => number} counts a restart and returns the number within the last minute
 */
export function restartLimit(what) {
  let restarts = [];
  return (why) => {
    restarts = [...restarts.filter((at) => Date.now() - at < RESTART_WINDOW_MS), Date.now()];
    if (restarts.length > RESTARTS)
      throw new Fault(
        `${what} ended ${restarts.length} times within a minute (${why}). Its output is above.`,
      );
    return restarts.length;
  };
}
