import "server-only";
import { Cluster, type ClusterOptions, type Command, Redis, type RedisOptions } from "ioredis";
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
/** Circuit breaker: after a command without an answer, the others fail at once, and one is tried every `PAUSE_MS`. */
const PAUSE_MS = 2_000;
const retryAfter = (attempt: number) => Math.min(attempt * 100, RETRY_MAX_MS);
/** Commands fail at once while disconnected: callers have a fallback, and ioredis reconnects on its own. */
const OPTIONS = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  retryStrategy: retryAfter,
} satisfies RedisOptions;
/** How long a Sentinel, or a server that it or the cluster named, may take until the next one is asked. */
const SENTINEL_MS = 1_000;
/** How often a cluster is asked which master has which slots: no command says so for one that hangs. */
const SLOTS_MS = 2_000;
const RESUBSCRIBE_MS = 100;

/** What a connection is for: commands, or the events of other processes. */
type Use = "commands" | "events";

/** A server, or a cluster. Every command and script has one key, so it has one slot. */
export type RedisConnection = Redis | Cluster;

const holder = globalThis as typeof globalThis & {
  gumRedis?: RedisConnection;
  gumRedisByUse?: Map<Use, RedisConnection>;
};

/** This process's connection for commands; null without a Redis (a single process). */
export function redis(): RedisConnection | null {
  if (!serverEnv().hasRedis) return null;
  return (holder.gumRedis ??= connectForCommands());
}

function connectForCommands(): RedisConnection {
  const connection = connectRedis("commands");
  // Of a cluster each server has its own: one that hangs says nothing about the others.
  if (connection instanceof Cluster) connection.on("+node", boundWaiting);
  else boundWaiting(connection);
  return connection;
}

const TIMED_OUT = "Command timed out";

/**
 * Rejects commands without an answer after `COMMAND_MS`, and those that follow. ioredis's `commandTimeout` does not fit: if
 * the event loop was blocked, its timer fires before the answer that has arrived meanwhile is read.
 */
function boundWaiting(server: Redis): void {
  let refusesUntil = 0;
  const send = server.sendCommand.bind(server);
  server.sendCommand = (command, stream) => {
    const { promise } = command as Command & { promise: Promise<unknown> };
    const timer = setTimeout(() => setImmediate(() => command.reject(new Error(TIMED_OUT))), COMMAND_MS);
    // Handshakes are always sent, and pipelines, of which a part would be worse than none.
    const isRefusable = server.status === "ready" && !stream;
    const now = performance.now();
    // Nobody waits for an event, and a late one is better than none.
    const isRefused = isRefusable && refusesUntil > now && command.name !== "publish";
    if (isRefused) command.reject(new Error("Redis did not answer the last command."));
    else if (isRefusable && refusesUntil > 0) refusesUntil = now + PAUSE_MS;
    const ended = (error?: Error) => {
      clearTimeout(timer);
      if (!isRefused && isRefusable)
        refusesUntil = error?.message === TIMED_OUT ? performance.now() + PAUSE_MS : 0;
    };
    promise.then(() => ended(), ended);
    return isRefused ? promise : send(command, stream);
  };
  server.on("close", () => (refusesUntil = 0));
}

/** A command has a span, without its keys and values. */
function traceCommand(command: Command): void {
  const { name, promise } = command as Command & { promise: Promise<unknown> };
  const end = beginSpan(name.toUpperCase(), { "db.system.name": "redis", "db.operation.name": name });
  promise.then(
    () => end(),
    (error: unknown) => end({ error }),
  );
}

class TracedRedis extends Redis {
  override sendCommand(...sent: Parameters<Redis["sendCommand"]>): unknown {
    traceCommand(sent[0]);
    return super.sendCommand(...sent);
  }
}

class TracedCluster extends Cluster {
  override sendCommand(...sent: Parameters<Cluster["sendCommand"]>): unknown {
    traceCommand(sent[0]);
    return super.sendCommand(...sent);
  }
}

/** A master that hangs accepts connections until it is replaced. `boundWaiting` limits the connections for commands. */
const handshakeMs = (use: Use) => (use === "events" ? SENTINEL_MS : undefined);

/** The settings of a connection to the master that Sentinels name. */
function sentinelOptions(use: Use) {
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
    commandTimeout: handshakeMs(use),
    // The Sentinels announce a failover. Without that, a connection to a master that hangs or was cut off would stay.
    failoverDetector: true,
    disconnectTimeout: COMMAND_MS,
    reconnectOnError: ({ message }) => message.startsWith("READONLY"),
  } satisfies RedisOptions;
}

function connectCluster(use: Use): Cluster {
  const { REDIS_CLUSTER, REDIS_USERNAME, REDIS_PASSWORD } = serverEnv();
  const connection = new (tracing() ? TracedCluster : Cluster)(REDIS_CLUSTER, {
    enableOfflineQueue: false,
    clusterRetryStrategy: retryAfter,
    slotsRefreshInterval: SLOTS_MS,
    slotsRefreshTimeout: SENTINEL_MS,
    // A command whose master is gone fails at once, as with a single server. A subscription goes to another server.
    retryDelayOnFailover: use === "events" ? RESUBSCRIBE_MS : 0,
    retryDelayOnClusterDown: 0,
    redisOptions: {
      username: REDIS_USERNAME,
      password: REDIS_PASSWORD,
      maxRetriesPerRequest: 0,
      connectTimeout: SENTINEL_MS,
      commandTimeout: handshakeMs(use),
      disconnectTimeout: COMMAND_MS,
    },
  } satisfies ClusterOptions);
  // Before the first command: those that come while it connects would fail.
  connection.on("+node", (node: Redis) => {
    if (!node.options.readOnly) void node.connect().catch(() => undefined);
  });
  return connection;
}

/** Opens a separate connection, which reconnects by itself: a subscribed one cannot send other commands. */
export function connectRedis(use: Use): RedisConnection {
  const { REDIS_URL, REDIS_CLUSTER } = serverEnv();
  const Connection = tracing() ? TracedRedis : Redis;
  const connection =
    REDIS_CLUSTER.length > 0
      ? connectCluster(use)
      : REDIS_URL
        ? new Connection(REDIS_URL, OPTIONS)
        : new Connection({ ...OPTIONS, ...sentinelOptions(use) });
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
