import { UsageError } from "./arguments.mjs";
import { prepareDatabase, safeAddress } from "../launcher/database.mjs";
import { loadDotEnv } from "../launcher/environment.mjs";

/** Applies the migrations that the database in DATABASE_URL lacks. `prisma migrate deploy` does the same. */
export async function migrate() {
  loadDotEnv();
  const url = process.env.DATABASE_URL;
  if (!url) throw new UsageError("DATABASE_URL is not set.");
  const { applied } = await prepareDatabase(url);
  for (const name of applied) console.log(`Applied ${name}`);
  console.log(`${safeAddress(url)} is up to date.`);
  return 0;
}
