import "server-only";
import { AsyncLocalStorage, AsyncResource } from "node:async_hooks";
import { Client, Pool, type PoolClient, type PoolConfig } from "pg";
import { serverEnv } from "@/lib/config/env.server";
import { logger } from "@/lib/infra/logger";
import { metrics } from "@/lib/infra/metrics";
import { beginSpan, type EndSpan, tracing } from "@/lib/infra/tracing";
import { isUnanswered } from "./errors";
import type { Prisma } from "./generated/client";

const CONNECT_MS = 5_000;
/** How long a request waits for a database that does not respond. */
const QUERY_MS = 5_000;
/** Shorter for a replica, because the primary is asked then. */
const REPLICA_CONNECT_MS = 1_000;
const REPLICA_QUERY_MS = 2_000;
/** A transaction that a vanished process left open holds its locks no longer than this. One of a request ends after 15 s. */
const IDLE_TRANSACTION_MS = 60_000;
const NAMES_MAX = 1_000;

/** Which server some work reads from; the replica only until the work is done. */
type Use = { server: "primary" | "replica" };

// Next bundles this module more than once and reloads it in development; a process still needs one pool.
const holder = globalThis as typeof globalThis & {
  gumPool?: Pick<Pool, "query">;
  gumReplicaPool?: Pick<Pool, "query">;
  gumServerInUse?: AsyncLocalStorage<Use>;
  gumStatements?: Map<string, string>;
};

/**
 * The name of the prepared statement for `sql`, so that PostgreSQL plans it once per connection; empty for an unnamed one.
 * Query text depends on code, not on input; the cap guards against a mistake there. Behind a transaction pooler the next
 * query may use a connection that has not prepared the statement, so all are unnamed.
 */
export function statementName({ sql }: { sql: string }): string {
  if (serverEnv().hasTransactionPooler) return "";
  const names = (holder.gumStatements ??= new Map());
  const known = names.get(sql);
  if (known) return known;
  if (names.size >= NAMES_MAX) return "";
  const name = `gum_${names.size}`;
  names.set(sql, name);
  return name;
}

/** The process's connection pool, shared with Prisma. */
export function pool(): Pool {
  return (holder.gumPool ??= createPool()) as Pool;
}

/** The pool of DATABASE_REPLICA_URL. `onBreak` is called when an idle connection breaks. */
export function replicaPool(url: string, onBreak: () => void): Pool {
  return (holder.gumReplicaPool ??= createReplicaPool(url).on("error", onBreak)) as Pool;
}

/** The same, once it was used; null before, and without a replica. */
export function openedReplicaPool(): Pool | null {
  return (holder.gumReplicaPool as Pool | undefined) ?? null;
}

const uses = () => (holder.gumServerInUse ??= new AsyncLocalStorage());

/** The server that was chosen for the work under way, which a caller may have done. */
export function serverInUse(): Use["server"] | undefined {
  return uses().getStore()?.server;
}

/**
 * Runs work whose statements outside of transactions go to that server. Work that it defers uses the primary.
 */
export async function onServer<T>(server: Use["server"], work: () => T | Promise<T>): Promise<T> {
  const use: Use = { server };
  try {
    return await uses().run(use, work);
  } finally {
    use.server = "primary";
  }
}

/**
 * A separate pool for work over whole tables: one connection, with the client's limit alone. The transaction sets the
 * server's, which a pooler allows there.
 */
export function createPoolForJobs(queryMs: number): Pool {
  return openPool({ max: 1, idleTimeoutMillis: 1_000, query_timeout: queryMs });
}

function createPool(): Pool {
  return openPool(timeLimits(QUERY_MS));
}

function createReplicaPool(url: string): Pool {
  return openPool({
    connectionString: url,
    connectionTimeoutMillis: REPLICA_CONNECT_MS,
    ...timeLimits(REPLICA_QUERY_MS),
  });
}

function timeLimits(ms: number): PoolConfig {
  const { DATABASE_POOL, hasTransactionPooler } = serverEnv();
  return {
    max: DATABASE_POOL,
    query_timeout: ms,
    // Poolers reject these parameters. The first is shorter than the client's timeout, so that the server does not
    // continue an abandoned statement.
    ...(!hasTransactionPooler && {
      statement_timeout: ms - 500,
      idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
    }),
  };
}

const SQL_SHOWN = 1_000;

/** The statement without its values, which are personal data. */
function sqlOf(query: unknown): string {
  const sql = typeof query === "string" ? query : String((query as { text?: string }).text);
  return sql.slice(0, SQL_SHOWN);
}

function noteTime(query: unknown, ms: number): void {
  const { SLOW_QUERY_MS } = serverEnv();
  metrics().querySeconds.observe(ms / 1_000);
  if (SLOW_QUERY_MS === 0 || ms < SLOW_QUERY_MS) return;
  logger().warn({ ms: Math.round(ms), sql: sqlOf(query) }, "slow query");
}

function beginStatement(query: unknown): EndSpan {
  const text = sqlOf(query);
  const operation = /^\W*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? "SQL";
  return beginSpan(operation, {
    "db.system.name": "postgresql",
    "db.operation.name": operation,
    "db.query.text": text,
  });
}

/**
 * A connection that is closed when a query is not answered in time. The ROLLBACK of a transaction would not be answered either, so
 * it fails at once; and who got the connection next would be in that transaction.
 */
class OwnClient extends Client {
  /** @returns what to call when the query is done */
  protected begin(_query: unknown): (error?: unknown) => void {
    return (error) => {
      if (isUnanswered(error)) void this.end();
    };
  }

  /** All call signatures of pg, promise or callback. */
  override query(...args: never[]): never {
    const done = this.begin(args[0]);
    const callback = args.at(-1) as unknown;
    const given: unknown[] = [...args];
    if (typeof callback === "function") {
      given[given.length - 1] = (...answer: unknown[]) => {
        done(answer[0]);
        callback(...answer);
      };
    }
    const result: unknown = Reflect.apply(super.query, this, given);
    if (result instanceof Promise) result.then(() => done(), done);
    return result as never;
  }
}

/** A connection that measures its queries. */
class TimedClient extends OwnClient {
  protected override begin(query: unknown) {
    const began = performance.now();
    const end = tracing() && beginStatement(query);
    const done = super.begin(query);
    return (error?: unknown) => {
      noteTime(query, performance.now() - began);
      end?.({ error: error ?? undefined });
      done(error);
    };
  }
}

type Connected = (error: Error | undefined, client: PoolClient | undefined, done: () => void) => void;

/**
 * A caller that waited for a connection continues in its own trace, not in that of the request that released
 * it.
 */
class BoundPool extends Pool {
  override connect(callback?: Connected): never {
    return (callback ? super.connect(AsyncResource.bind(callback)) : super.connect()) as never;
  }
}

function openPool(config: PoolConfig): Pool {
  const isMeasured = serverEnv().SLOW_QUERY_MS > 0 || serverEnv().METRICS_TOKEN || tracing();
  const created = new (tracing() ? BoundPool : Pool)({
    connectionString: serverEnv().DATABASE_URL,
    connectionTimeoutMillis: CONNECT_MS,
    Client: isMeasured ? TimedClient : OwnClient,
    ...config,
  });
  // The next query replaces a broken idle connection.
  created.on("error", () => undefined);
  return created;
}

/**
 * Reads rows through the driver, outside any transaction. For the few queries of almost every request, where Prisma's
 * overhead equals the query's cost.
 */
export async function readRows<Row>({ text, values }: Prisma.Sql): Promise<Row[]> {
  const from = serverInUse() === "replica" ? holder.gumReplicaPool : undefined;
  const { rows } = await (from ?? pool()).query({ name: statementName({ sql: text }), text, values });
  return rows as Row[];
}

/**
 * Runs a dynamic query: unnamed, so that it does not evict prepared statements, in a read-only transaction with a
 * timeout of `ms`.
 */
export async function readOnce<Row>({ text, values }: Prisma.Sql, ms: number): Promise<Row[]> {
  const client = await pool().connect();
  let broken: Error | undefined;
  try {
    await client.query("BEGIN READ ONLY");
    await client.query(`SET LOCAL statement_timeout = ${Math.trunc(ms)}`);
    const { rows } = await client.query({ text, values });
    await client.query("COMMIT");
    return rows as Row[];
  } catch (error) {
    await client.query("ROLLBACK").catch((cause: unknown) => {
      broken = cause as Error;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
