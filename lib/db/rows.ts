import "server-only";
import type { Prisma } from "./generated/client";
import { pool, statementName } from "./pool";

/**
 * Reads rows through the driver, outside any transaction. For the few queries of almost every request, where Prisma's
 * overhead equals the query's cost.
 */
export async function readRows<Row>({ text, values }: Prisma.Sql): Promise<Row[]> {
  const { rows } = await pool().query({ name: statementName({ sql: text }), text, values });
  return rows as Row[];
}
