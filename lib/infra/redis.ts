import "server-only";
import { Redis } from "ioredis";
import { serverEnv } from "@/lib/config/env.server";
import { logger } from "./logger";

/**
 * Trust model. Only the instance's own processes reach its Redis: what comes from there is as good as what this process
 * made itself, and nothing of a person is kept in it but keys of rate limits and ids in passing events.
 */

/** Longest wait before a lost connection is tried again, in ms. */
const RETRY_MAX_MS = 2_000;
/** A command that finds no connection fails at once: who asks goes on without, and the connection comes back by itself. */
const OPTIONS = { enableOfflineQueue: false, maxRetriesPerRequest: 0 } as const;

const holder = globalThis as typeof globalThis & { gumRedis?: Redis };

/** This process's connection for commands; null where the instance is one process (REDIS_URL is not set). */
export function redis(): Redis | null {
  const { REDIS_URL } = serverEnv();
  return REDIS_URL ? (holder.gumRedis ??= connectRedis(REDIS_URL)) : null;
}

/** A connection of its own: one that subscribes can do nothing else. It is made again whenever it is lost. */
export function connectRedis(url: string): Redis {
  const connection = new Redis(url, {
    ...OPTIONS,
    retryStrategy: (attempt) => Math.min(attempt * 100, RETRY_MAX_MS),
  });
  let isTold = false;
  connection.on("error", (error: unknown) => {
    if (!isTold) logger().warn({ err: error }, "Redis cannot be reached");
    isTold = true;
  });
  connection.on("ready", () => (isTold = false));
  return connection;
}
