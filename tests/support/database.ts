import { randomBytes } from "node:crypto";
import { TEMPLATE, databaseUrl, withClient } from "./postgres";

export interface TestDatabase {
  name: string;
  url: string;
  /** Rows of one statement, on a connection of its own. */
  query: <Row extends object = Record<string, unknown>>(sql: string, params?: unknown[]) => Promise<Row[]>;
  drop: () => Promise<void>;
}

/**
 * A fresh, migrated, empty database on the PostgreSQL of this test run (about 50 ms).
 * @param template "template0" for one without a schema
 */
export async function createDatabase(template = TEMPLATE): Promise<TestDatabase> {
  const adminUrl = process.env.TEST_POSTGRES_URL;
  if (!adminUrl)
    throw new Error("No test PostgreSQL runs. Run the tests through vitest's `integration` project.");
  const name = `gum_${randomBytes(6).toString("hex")}`;
  await withClient(adminUrl, (client) => client.query(`CREATE DATABASE "${name}" TEMPLATE "${template}"`));
  const url = databaseUrl(adminUrl, name);
  return {
    name,
    url,
    query: queryOf(url),
    drop: async () => {
      await withClient(adminUrl, (client) => client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`));
    },
  };
}

/** Rows of one statement in a database, on a connection of its own. */
export function queryOf(url: string): TestDatabase["query"] {
  return <Row extends object>(sql: string, params: unknown[] = []) =>
    withClient(url, async (client) => (await client.query<Row>(sql, params)).rows);
}
