import { setTimeout } from "node:timers/promises";

const DAY_MS = 86_400_000;
/** For a test whose requests belong to one day (UTC): where it is about to end, waits for the next. The default is ample for a few requests. */
export async function withinOneDay(takesMs = 20_000): Promise<void> {
  const left = DAY_MS - (Date.now() % DAY_MS);
  if (left < takesMs) await setTimeout(left);
}
