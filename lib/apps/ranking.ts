/**
 * How the store orders apps. Pure; the numbers stand here and nowhere else.
 *
 * **Trending.** Each signal of a person counts a weight that halves every three days:
 *
 *     score(app, now) = Σ weight(signal) · 2^(−(now − signal.time) / 3 days)
 *
 * A signal is: that the app exists (once, when it is made), a person's run (at most one a day and person), a like, an
 * add to a shelf (while they last). The owner's own signals count nothing, so nobody pushes their own app, and one
 * person can never count more than a like, an add and one run a day.
 *
 * All scores shrink at the same pace, so their order never changes by time alone. What is stored is therefore
 *
 *     stored = log2 Σ weight · 2^((signal.time − EPOCH) / 3 days)
 *
 * which changes only when a signal arrives or is taken back, needs no sweep over the table, and has an index.
 */
export const TRENDING_HALF_LIFE_SECONDS = 3 * 24 * 60 * 60;
const TRENDING_EPOCH_MS = Date.UTC(2026, 0, 1);
const TRENDING_WEIGHTS = { made: 1, run: 1, like: 3, add: 2 } as const;
export type TrendingSignal = keyof typeof TRENDING_WEIGHTS;

/** A person's runs count once in this long. */
export const TRENDING_RUN_EVERY_MS = 24 * 60 * 60 * 1000;

/** What one like adds to the order "popular"; a person who ran the app counts 1. */
export const POPULARITY_PER_LIKE = 3;

/** log2 of what a signal of that time counts. */
function exponentOf(signal: TrendingSignal, at: Date): number {
  const halfLives = (at.getTime() - TRENDING_EPOCH_MS) / 1000 / TRENDING_HALF_LIFE_SECONDS;
  return halfLives + Math.log2(TRENDING_WEIGHTS[signal]);
}

/** The stored score of an app that was just made. */
export function initialTrending(at: Date): number {
  return exponentOf("made", at);
}

/** The stored score after a signal. */
export function addTrending(stored: number, signal: TrendingSignal, at: Date): number {
  const added = exponentOf(signal, at);
  const [high, low] = stored > added ? [stored, added] : [added, stored];
  return high + Math.log2(1 + 2 ** (low - high));
}

/** The stored score after a signal of the past was taken back; never below that of an app without signals. */
export function removeTrending(
  stored: number,
  signal: TrendingSignal,
  { signalAt, madeAt }: { signalAt: Date; madeAt: Date },
): number {
  const share = 2 ** (exponentOf(signal, signalAt) - stored);
  const floor = initialTrending(madeAt);
  if (share >= 1) return floor;
  return Math.max(floor, stored + Math.log2(1 - share));
}

/** The orders that the store can be asked for. */
export const APP_ORDERS = ["newest", "popular", "trending", "name"] as const;
export type AppOrder = (typeof APP_ORDERS)[number];
