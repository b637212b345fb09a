import "server-only";
import { PrismaPg } from "@prisma/adapter-pg";
import { PrismaClient } from "./generated/client";
import { pool, statementName } from "./pool";

/** The client, or the transaction that a service opened. */
export type Db = Omit<
  PrismaClient,
  "$connect" | "$disconnect" | "$on" | "$use" | "$extends" | "$transaction"
>;

function createClient(): PrismaClient {
  const adapter = new PrismaPg(pool(), { statementNameGenerator: statementName });
  return new PrismaClient({ adapter, transactionOptions: { maxWait: 5_000, timeout: 15_000 } });
}

// Survives hot reload in development.
const holder = globalThis as typeof globalThis & { gumPrisma?: PrismaClient };

/** The process's Prisma client; connects with its first query. */
export function db(): PrismaClient {
  return (holder.gumPrisma ??= createClient());
}

/** Runs `work` in a transaction and returns its result; a throw rolls back. */
export function inTransaction<T>(work: (tx: Db) => Promise<T>): Promise<T> {
  return db().$transaction((tx) => work(tx));
}
