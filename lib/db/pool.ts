import "server-only";
import { Pool } from "pg";
import { serverEnv } from "@/lib/config/env.server";

const CONNECT_MS = 5_000;
const NAMES_MAX = 1_000;

// One pool and one set of names a process: a build holds this module several times, and development reloads it.
const holder = globalThis as typeof globalThis & {
  gumPool?: Pick<Pool, "query">;
  gumStatements?: Map<string, string>;
};

/**
 * The name under which a statement is prepared, the same for the same text. PostgreSQL then plans a query once a
 * connection: measured 1.6 to 2 times the requests a second. Empty: unnamed. The set is bounded because a query's text
 * depends on code, not on input; the cap guards against a mistake there.
 * Behind a transaction pooler every statement is unnamed: the next one may reach a connection that does not know the name.
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

/** The process's connections; Prisma uses the same ones. */
export function pool(): Pool {
  return (holder.gumPool ??= createPool()) as Pool;
}

function createPool(): Pool {
  const { DATABASE_URL, DATABASE_POOL } = serverEnv();
  const made = new Pool({
    connectionString: DATABASE_URL,
    max: DATABASE_POOL,
    connectionTimeoutMillis: CONNECT_MS,
  });
  // An idle connection that broke is replaced at the next query; nobody waits for it.
  made.on("error", () => undefined);
  return made;
}
