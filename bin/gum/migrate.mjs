import { UsageError } from "./arguments.mjs";
import { prepareDatabase, safeAddress } from "../launcher/database.mjs";
import { loadDotEnv } from "../launcher/environment.mjs";

/** Applies pending migrations to the database in DATABASE_URL, as `prisma migrate deploy` does. */
export async function migrate() {
  loadDotEnv();
  const url = process.env.DATABASE_URL;
  if (!url) throw new UsageError("DATABASE_URL is not set.");
  const { applied } = await prepareDatabase(url);
  for (const name of applied) console.log(`Applied ${name}`);
  console.log(`${safeAddress(url)} is up to date.`);
  return 0;
}
