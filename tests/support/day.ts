import { setTimeout } from "node:timers/promises";

const DAY_MS = 86_400_000;
/** Ample for a test of a few requests. */
const MARGIN_MS = 20_000;

/** For a test whose requests belong to one day (UTC): where it is about to end, waits for the next. */
export async function withinOneDay(): Promise<void> {
  const left = DAY_MS - (Date.now() % DAY_MS);
  if (left < MARGIN_MS) await setTimeout(left);
}
