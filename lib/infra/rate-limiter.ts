import "server-only";
import {
  RateLimiterMemory,
  RateLimiterRedis,
  type RateLimiterAbstract,
  RateLimiterRes,
} from "rate-limiter-flexible";
import { serverEnv } from "@/lib/config/env.server";
import { RATE_LIMITS, type RateLimitName } from "@/lib/config/limits";
import { AppError } from "@/lib/shared/errors";
import { redis } from "./redis";

const holder = globalThis as typeof globalThis & { gumLimiters?: Map<RateLimitName, RateLimiterAbstract> };

function limiter(name: RateLimitName): RateLimiterAbstract {
  const limiters = (holder.gumLimiters ??= new Map());
  let instance = limiters.get(name);
  if (!instance) {
    const { points, seconds } = RATE_LIMITS[name];
    const scaled = Math.max(1, Math.round(points * serverEnv().RATE_LIMIT_SCALE));
    const limit = { keyPrefix: `gum:${name}`, points: scaled, duration: seconds };
    const memory = new RateLimiterMemory(limit);
    const store = redis();
    // While Redis is unreachable, each process counts on its own.
    instance = store
      ? new RateLimiterRedis({ ...limit, storeClient: store, insuranceLimiter: memory })
      : memory;
    limiters.set(name, instance);
  }
  return instance;
}

/**
 * Counts one attempt, or `points` of them.
 * @param key what is limited: a user id, an account, a network address
 * @throws AppError rate_limited with `retryAfter` in seconds
 */
export async function consumeLimit(
  name: RateLimitName,
  key: string,
  { message, points = 1 }: { message?: string; points?: number } = {},
): Promise<void> {
  try {
    await limiter(name).consume(key, points);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    throw new AppError("rate_limited", { retryAfter: error.msBeforeNext / 1_000, message });
  }
}

/** Clears the attempts of `key`, such as after a successful sign-in. */
export async function resetLimit(name: RateLimitName, key: string): Promise<void> {
  await limiter(name).delete(key);
}
