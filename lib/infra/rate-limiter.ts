import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import {
  RateLimiterMemory,
  RateLimiterRedis,
  type RateLimiterAbstract,
  RateLimiterRes,
} from "rate-limiter-flexible";
import { serverEnv } from "@/lib/config/env.server";
import { RATE_LIMITS, type RateLimitName } from "@/lib/config/limits";
import { AppError } from "@/lib/shared/errors";
import { metrics } from "./metrics";
import { redis } from "./redis";

const outsideRequests = AsyncLocalStorage.snapshot();

/** Without the context of the request: the timer that ends a key's window would keep the whole request until then. */
class MemoryLimiter extends RateLimiterMemory {
  override consume(...args: Parameters<RateLimiterMemory["consume"]>) {
    return outsideRequests(() => super.consume(...args));
  }
}

const holder = globalThis as typeof globalThis & { gumLimiters?: Map<RateLimitName, RateLimiterAbstract> };

function limiter(name: RateLimitName): RateLimiterAbstract {
  const limiters = (holder.gumLimiters ??= new Map());
  let instance = limiters.get(name);
  if (!instance) {
    const { points, seconds } = RATE_LIMITS[name];
    const scaled = Math.max(1, Math.round(points * serverEnv().RATE_LIMIT_SCALE));
    const limit = { keyPrefix: `gum:${name}`, points: scaled, duration: seconds };
    const memory = new MemoryLimiter(limit);
    const store = redis();
    // While Redis is unreachable, each process counts on its own.
    instance = store
      ? new RateLimiterRedis({ ...limit, storeClient: store, insuranceLimiter: memory })
      : memory;
    limiters.set(name, instance);
  }
  return instance;
}

/** The cost of an attempt for a new account, so that `firstDay` attempts use up the limit. */
function weightOf(name: RateLimitName): number {
  const limit: { points: number; firstDay?: number } = RATE_LIMITS[name];
  return limit.firstDay ? Math.ceil(limit.points / limit.firstDay) : 1;
}

/** How many attempts the whole limit allows: more can never be counted at once. */
export function mostAtOnce(name: RateLimitName, isNew: boolean): number {
  return Math.floor(limiter(name).points / (isNew ? weightOf(name) : 1));
}

/**
 * Counts one attempt, or `points` of them.
 * @param key what is limited: a user id, an account, a network address
 * @param isNew whether the account of whoever does it is in its first day
 * @throws AppError rate_limited with `retryAfter` in seconds
 */
export async function consumeLimit(
  name: RateLimitName,
  key: string,
  { message, points = 1, isNew = false }: { message?: string; points?: number; isNew?: boolean } = {},
): Promise<void> {
  try {
    await limiter(name).consume(key, isNew ? points * weightOf(name) : points);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    metrics().rateLimited.inc({ limit: name });
    throw new AppError("rate_limited", { retryAfter: error.msBeforeNext / 1_000, message });
  }
}

/**
 * Counts `points` attempts that succeed or fail together: they do not count if the limit refuses them, or `work` fails.
 * @throws AppError rate_limited, and what `work` throws
 */
export async function consumeTogether<T>(
  name: RateLimitName,
  key: string,
  { points, isNew = false }: { points: number; isNew?: boolean },
  work: () => Promise<T>,
): Promise<T> {
  if (points === 0) return work();
  try {
    await consumeLimit(name, key, { points, isNew });
    return await work();
  } catch (error) {
    const cost = isNew ? points * weightOf(name) : points;
    // What went wrong first is what matters.
    await limiter(name)
      .reward(key, cost)
      .catch(() => undefined);
    throw error;
  }
}

/** Counts one event that nobody waits for. @returns false beyond the limit */
export async function isWithinLimit(name: RateLimitName, key: string): Promise<boolean> {
  try {
    await limiter(name).consume(key);
    return true;
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    metrics().rateLimited.inc({ limit: name });
    return false;
  }
}

/** Clears the attempts of `key`, such as after a successful sign-in. */
export async function resetLimit(name: RateLimitName, key: string): Promise<void> {
  await limiter(name).delete(key);
}
