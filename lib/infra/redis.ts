import "server-only";
import { type Command, Redis, type RedisOptions } from "ioredis";
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
const OPTIONS = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  retryStrategy: (attempt) => Math.min(attempt * 100, RETRY_MAX_MS),
} satisfies RedisOptions;
/** How long a Sentinel, or the master that it named, may take until the next Sentinel is asked. */
const SENTINEL_MS = 1_000;

/** What a connection is for: commands, or the events of other processes. */
type Use = "commands" | "events";

const holder = globalThis as typeof globalThis & { gumRedis?: Redis; gumRedisByUse?: Map<Use, Redis> };

/** This process's connection for commands; null without a Redis (a single process). */
export function redis(): Redis | null {
  if (!serverEnv().hasRedis) return null;
  return (holder.gumRedis ??= connectRedis("commands", { commandTimeout: COMMAND_MS }));
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

/** The settings of a connection to the master that Sentinels name. */
function sentinelOptions() {
  const env = serverEnv();
  return {
    sentinels: env.REDIS_SENTINELS,
    name: env.REDIS_SENTINEL_NAME,
    sentinelUsername: env.REDIS_SENTINEL_USERNAME,
    sentinelPassword: env.REDIS_SENTINEL_PASSWORD,
    username: env.REDIS_USERNAME,
    password: env.REDIS_PASSWORD,
    connectTimeout: SENTINEL_MS,
    sentinelCommandTimeout: SENTINEL_MS,
    // Also for the handshake: a master that hangs accepts connections until the Sentinels replace it.
    commandTimeout: SENTINEL_MS,
    // The Sentinels announce a failover. Without that, a connection to a master that hangs or was cut off would stay.
    failoverDetector: true,
    disconnectTimeout: COMMAND_MS,
    reconnectOnError: ({ message }) => message.startsWith("READONLY"),
  } satisfies RedisOptions;
}

/** Opens a separate connection, which reconnects by itself: a subscribed one cannot send other commands. */
export function connectRedis(use: Use, options: { commandTimeout?: number } = {}): Redis {
  const { REDIS_URL } = serverEnv();
  const Connection = tracing() ? TracedRedis : Redis;
  const connection = REDIS_URL
    ? new Connection(REDIS_URL, { ...OPTIONS, ...options })
    : new Connection({ ...OPTIONS, ...sentinelOptions(), ...options });
  (holder.gumRedisByUse ??= new Map()).set(use, connection);
  let hasWarned = false;
  connection.on("error", (error: unknown) => {
    if (!hasWarned) logger().warn({ err: error }, "Redis cannot be reached");
    hasWarned = true;
  });
  connection.on("ready", () => (hasWarned = false));
  return connection;
}

/** The connections of this process, and whether each takes commands now. */
export function redisConnections(): { use: Use; isUp: boolean }[] {
  return [...(holder.gumRedisByUse ?? [])].map(([use, { status }]) => ({ use, isUp: status === "ready" }));
}
