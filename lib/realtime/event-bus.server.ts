import "server-only";
import { serverEnv } from "@/lib/config/env.server";
import { connectRedis, redis } from "@/lib/infra/redis";
import { localBus, type EventBus } from "./bus.server";
import { redisBus } from "./redis-bus.server";

// One bus a process, also when the development server reloads this module or bundles it twice.
const holder = globalThis as typeof globalThis & { gumBus?: EventBus };

/** The instance's event bus: within this process, or between all of them where REDIS_URL is set. */
export function eventBus(): EventBus {
  return (holder.gumBus ??= openBus());
}

function openBus(): EventBus {
  const { REDIS_URL } = serverEnv();
  const publisher = redis();
  return REDIS_URL && publisher ? redisBus({ publisher, subscriber: connectRedis(REDIS_URL) }) : localBus();
}
