import "server-only";
import type { Prisma } from "./generated/client";
import { pool, statementName } from "./pool";

/**
 * The rows of a statement that reads, straight from the driver: for the few that almost every request asks, where
 * Prisma's own passage through its engine costs as much as the query. Outside any transaction.
 */
export async function readRows<Row>({ text, values }: Prisma.Sql): Promise<Row[]> {
  const { rows } = await pool().query({ name: statementName({ sql: text }), text, values });
  return rows as Row[];
}
