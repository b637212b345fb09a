import "server-only";
import { Pool, type PoolConfig } from "pg";
import { serverEnv } from "@/lib/config/env.server";
import type { Prisma } from "./generated/client";

const CONNECT_MS = 5_000;
/** A database that does not answer costs a request this long. */
const QUERY_MS = 5_000;
const NAMES_MAX = 1_000;

// Next bundles this module more than once and reloads it in development; a process still needs one pool.
const holder = globalThis as typeof globalThis & {
  gumPool?: Pick<Pool, "query">;
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

/** A pool of its own for work over whole tables: one connection, without a time limit. */
export function createPoolForJobs(): Pool {
  return openPool({ max: 1, idleTimeoutMillis: 1_000 });
}

function createPool(): Pool {
  const { DATABASE_POOL, hasTransactionPooler } = serverEnv();
  return openPool({
    max: DATABASE_POOL,
    query_timeout: QUERY_MS,
    // The server gives up first, so that nothing goes on there for nobody. Poolers refuse this parameter.
    ...(!hasTransactionPooler && { statement_timeout: QUERY_MS - 500 }),
  });
}

function openPool(config: PoolConfig): Pool {
  const created = new Pool({
    connectionString: serverEnv().DATABASE_URL,
    connectionTimeoutMillis: CONNECT_MS,
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
  const { rows } = await pool().query({ name: statementName({ sql: text }), text, values });
  return rows as Row[];
}
