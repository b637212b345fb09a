import path from "node:path";
import { startTestPostgres as start } from "./test-postgres.mjs";

export { withClient } from "../../bin/launcher/postgres.mjs";
export { TEMPLATE, databaseUrl } from "./test-postgres.mjs";

export const TEST_DIR = path.resolve(import.meta.dirname, "../../var/test");

/** The PostgreSQL of this test run: the one that `npm test` started, or one of its own. Its address is in TEST_POSTGRES_URL. */
export async function startTestPostgres(): Promise<{ adminUrl: string; stop: () => Promise<void> }> {
  const postgres = await start(TEST_DIR);
  process.env.TEST_POSTGRES_URL = postgres.adminUrl;
  return postgres;
}
