import "server-only";
import { PrismaPg } from "@prisma/adapter-pg";
import { PrismaClient } from "./generated/client";
import { pool, statementName } from "./pool";

/** A database handle: the client itself or the transaction a service has opened. */
export type Db = Omit<
  PrismaClient,
  "$connect" | "$disconnect" | "$on" | "$use" | "$extends" | "$transaction"
>;

function createClient(): PrismaClient {
  const adapter = new PrismaPg(pool(), { statementNameGenerator: statementName });
  return new PrismaClient({ adapter, transactionOptions: { maxWait: 5_000, timeout: 15_000 } });
}

// One client a process, also when the development server reloads this module.
const holder = globalThis as typeof globalThis & { gumPrisma?: PrismaClient };

/** The process's Prisma client; connects at its first query. */
export function db(): PrismaClient {
  return (holder.gumPrisma ??= createClient());
}

/** Runs `work` in one transaction and gives what it returns; a throw rolls back. */
export function inTransaction<T>(work: (tx: Db) => Promise<T>): Promise<T> {
  return db().$transaction((tx) => work(tx));
}
