/**
 * How the store orders apps.
 *
 * **Trending.** Each signal has a weight that halves every three days:
 *
 *     score(app, now) = Σ weight(signal) · 2^(−(now − signal.time) / 3 days)
 *
 * The signals: the app's creation, a run (at most one per user and day), a like, an install (while they last). The
 * owner's own signals count nothing, so nobody can push their own app.
 *
 * All scores decay at the same rate, so time alone never changes their order. The stored score is therefore
 *
 *     stored = log2 Σ weight · 2^((signal.time − EPOCH) / 3 days)
 *
 * which changes only with a signal, needs no cron job, and has an index.
 */
export const TRENDING_HALF_LIFE_SECONDS = 3 * 24 * 60 * 60;
const TRENDING_EPOCH_MS = Date.UTC(2026, 0, 1);
const TRENDING_WEIGHTS = { made: 1, run: 1, like: 3, add: 2 } as const;
export type TrendingSignal = keyof typeof TRENDING_WEIGHTS;

/** The runs of one user count once per interval. */
export const TRENDING_RUN_EVERY_MS = 24 * 60 * 60 * 1000;

/** What a like adds to the order "popular"; each user who ran the app adds 1. */
export const POPULARITY_PER_LIKE = 3;

/** log2 of the weight of a signal at that time. */
function exponentOf(signal: TrendingSignal, at: Date): number {
  const halfLives = (at.getTime() - TRENDING_EPOCH_MS) / 1000 / TRENDING_HALF_LIFE_SECONDS;
  return halfLives + Math.log2(TRENDING_WEIGHTS[signal]);
}

/** The stored score of a new app. */
export function initialTrending(at: Date): number {
  return exponentOf("made", at);
}

/** The stored score after a signal. */
export function addTrending(stored: number, signal: TrendingSignal, at: Date): number {
  const added = exponentOf(signal, at);
  const [high, low] = stored > added ? [stored, added] : [added, stored];
  return high + Math.log2(1 + 2 ** (low - high));
}

/** The stored score after a signal was taken back; never below that of an app without signals. */
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

export const APP_ORDERS = ["newest", "popular", "trending", "name"] as const;
export type AppOrder = (typeof APP_ORDERS)[number];
