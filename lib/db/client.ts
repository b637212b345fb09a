import "server-only";
import { PrismaPg } from "@prisma/adapter-pg";
import type { Pool } from "pg";
import { PrismaClient } from "./generated/client";
import { createPoolForJobs, pool, serverInUse, statementName } from "./pool";

const LONG_WORK_MS = 10 * 60_000;

/** The client, or the transaction that a service opened. */
export type Db = Omit<
  PrismaClient,
  "$connect" | "$disconnect" | "$on" | "$use" | "$extends" | "$transaction"
>;

function createClient(connections: Pool): PrismaClient {
  const adapter = new PrismaPg(connections, { statementNameGenerator: statementName });
  return new PrismaClient({ adapter, transactionOptions: { maxWait: 5_000, timeout: 15_000 } });
}

/** Runs `work` in a transaction on a separate connection, with minutes instead of seconds, whatever the role's limit is. */
export async function inLongTransaction<T>(work: (tx: Db) => Promise<T>): Promise<T> {
  const jobs = createPoolForJobs(LONG_WORK_MS);
  const client = new PrismaClient({ adapter: new PrismaPg(jobs) });
  try {
    return await client.$transaction(
      async (tx) => {
        await tx.$queryRaw`SELECT set_config('statement_timeout', ${String(LONG_WORK_MS)}, true)`;
        return work(tx);
      },
      { maxWait: 5_000, timeout: LONG_WORK_MS },
    );
  } finally {
    await client.$disconnect();
    await jobs.end().catch(() => undefined);
  }
}

// Survives hot reload in development.
const holder = globalThis as typeof globalThis & {
  gumPrisma?: PrismaClient;
  gumReplicaPool?: Pool;
  gumReplicaPrisma?: PrismaClient;
  gumAfterCommit?: WeakMap<Db, (() => void)[]>;
};

/** The process's Prisma client for the server in use; connects with its first query. */
export function db(): PrismaClient {
  const { gumReplicaPool } = holder;
  if (serverInUse() === "replica" && gumReplicaPool)
    return (holder.gumReplicaPrisma ??= createClient(gumReplicaPool));
  return primary();
}

function primary(): PrismaClient {
  return (holder.gumPrisma ??= createClient(pool()));
}

const waiting = () => (holder.gumAfterCommit ??= new WeakMap());

/** Runs `work` in a transaction of the primary and returns its result; a throw rolls back. */
export async function inTransaction<T>(work: (tx: Db) => Promise<T>): Promise<T> {
  const next: (() => void)[] = [];
  const result = await primary().$transaction((tx) => {
    waiting().set(tx, next);
    return work(tx);
  });
  for (const each of next) each();
  return result;
}

/** Calls `work` once the transaction of inTransaction is committed; now, if `tx` is none. */
export function afterCommit(tx: Db, work: () => void): void {
  const next = waiting().get(tx);
  if (next) next.push(work);
  else work();
}
