import "server-only";
import { type Command, Redis } from "ioredis";
import { serverEnv } from "@/lib/config/env.server";
import { logger } from "./logger";
import { beginSpan, tracing } from "./tracing";

/**
 * Trust model. Only the instance's own processes reach its Redis, so its data is as trustworthy as this process's own.
 * The only personal data in it are rate-limit keys and ids in events.
 */

/** The longest delay between reconnects, in ms. */
const RETRY_MAX_MS = 2_000;
/** How long a request waits for a Redis that hangs; callers have a fallback. */
const COMMAND_MS = 250;
/** Commands fail at once while disconnected: callers have a fallback, and ioredis reconnects on its own. */
const OPTIONS = { enableOfflineQueue: false, maxRetriesPerRequest: 0 } as const;

const holder = globalThis as typeof globalThis & { gumRedis?: Redis };

/** This process's connection for commands; null without REDIS_URL (a single process). */
export function redis(): Redis | null {
  const { REDIS_URL } = serverEnv();
  return REDIS_URL ? (holder.gumRedis ??= connectRedis(REDIS_URL, { commandTimeout: COMMAND_MS })) : null;
}

/** A connection whose commands have spans, without their keys and values. */
class TracedRedis extends Redis {
  override sendCommand(...sent: Parameters<Redis["sendCommand"]>): unknown {
    const { name, promise } = sent[0] as Command & { promise: Promise<unknown> };
    const end = beginSpan(name.toUpperCase(), { "db.system.name": "redis", "db.operation.name": name });
    promise.then(
      () => end(),
      (error: unknown) => end({ error }),
    );
    return super.sendCommand(...sent);
  }
}

/** Opens a separate connection, which reconnects by itself: a subscribed one cannot send other commands. */
export function connectRedis(url: string, options: { commandTimeout?: number } = {}): Redis {
  const connection = new (tracing() ? TracedRedis : Redis)(url, {
    ...OPTIONS,
    ...options,
    retryStrategy: (attempt) => Math.min(attempt * 100, RETRY_MAX_MS),
  });
  let hasWarned = false;
  connection.on("error", (error: unknown) => {
    if (!hasWarned) logger().warn({ err: error }, "Redis cannot be reached");
    hasWarned = true;
  });
  connection.on("ready", () => (hasWarned = false));
  return connection;
}
