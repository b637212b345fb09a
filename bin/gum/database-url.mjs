import fs from "node:fs";
import path from "node:path";
import { SHORT, withClient } from "../launcher/database-client.mjs";
import { loadDotEnv } from "../launcher/environment.mjs";
import { Fault } from "../launcher/fault.mjs";
import { varDir } from "../launcher/paths.mjs";
import { findPostgres } from "../launcher/postgres.mjs";
import { loadSecrets } from "../launcher/secrets.mjs";

/** DATABASE_URL, or the database of a running `npm start`; null without one. */
export async function instanceUrl() {
  loadDotEnv();
  if (process.env.DATABASE_URL) return process.env.DATABASE_URL;
  const dir = varDir();
  if (!fs.existsSync(path.join(dir, "secrets.json"))) return null;
  return findPostgres({ dir: path.join(dir, "postgres"), password: loadSecrets(dir).databasePassword });
}

/** @throws {Fault} without one */
async function databaseUrl() {
  const url = await instanceUrl();
  if (!url) throw new Fault("No database runs here. Start Gum with npm start, or set DATABASE_URL.");
  return url;
}

/** Runs `work` on a connection to that database. @throws {Fault} with what PostgreSQL says, too */
export async function withDatabase(work) {
  const url = await databaseUrl();
  return withClient(url, work, SHORT).catch((error) => {
    if (error instanceof Fault) throw error;
    throw new Fault(`The database returned an error: ${error.message || error.code}`, { cause: error });
  });
}
