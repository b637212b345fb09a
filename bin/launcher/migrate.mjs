import { createHash, randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { Fault } from "./fault.mjs";
import { ROOT } from "./paths.mjs";

/** The key under which Prisma's own engine locks a database while it migrates. */
const LOCK_KEY = 72707369;

const TABLE = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum VARCHAR(64) NOT NULL,
  finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL,
  logs TEXT,
  rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`;

export const MIGRATIONS = path.join(ROOT, "prisma/migrations");

/** The migrations of a folder in the order in which they apply. */
export function readMigrations(dir = MIGRATIONS) {
  if (!fs.existsSync(dir)) return [];
  return fs
    .readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && fs.existsSync(path.join(dir, entry.name, "migration.sql")))
    .map((entry) => entry.name)
    .sort()
    .map((name) => {
      const sql = fs.readFileSync(path.join(dir, name, "migration.sql"), "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    });
}

/**
 * Applies what a database lacks and keeps `_prisma_migrations` as Prisma does, so that `prisma migrate deploy` and `status` agree.
 * One connection, one advisory lock: of several servers that start at once, one migrates and the others find it done.
 * Each migration is one transaction together with the record that it is done, so a failed or interrupted one leaves nothing behind.
 * @param {import("pg").Client} client connected
 * @returns {Promise<string[]>} the names of those that were applied now
 * @throws {Fault}
 */
export async function migrate(client, migrations = readMigrations()) {
  await client.query("SELECT pg_advisory_lock($1)", [LOCK_KEY]);
  try {
    await client.query(TABLE);
    const { rows } = await client.query(
      "SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL",
    );
    const known = new Map(rows.map((row) => [row.migration_name, row]));
    const applied = [];
    for (const migration of migrations) {
      const before = known.get(migration.name);
      if (before?.finished_at) assertUnchanged(migration, before);
      else {
        await apply(client, migration, before);
        applied.push(migration.name);
      }
    }
    return applied;
  } finally {
    await client.query("SELECT pg_advisory_unlock($1)", [LOCK_KEY]).catch(() => {});
  }
}

function assertUnchanged({ name, checksum }, before) {
  if (before.checksum === checksum) return;
  throw new Fault(
    `The migration ${name} was edited after this database got it. Restore the file, and put the change into a new migration.`,
  );
}

async function apply(client, { name, sql, checksum }, failedBefore) {
  if (failedBefore) {
    // It was rolled back by the database when it failed; Prisma's own record of that is this column.
    await client.query(
      "UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = $1 AND finished_at IS NULL",
      [name],
    );
  }
  const id = randomUUID();
  await client.query("INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ($1, $2, $3)", [
    id,
    checksum,
    name,
  ]);
  try {
    await client.query("BEGIN");
    await client.query(sql);
    await client.query(
      "UPDATE _prisma_migrations SET finished_at = now(), applied_steps_count = 1 WHERE id = $1",
      [id],
    );
    await client.query("COMMIT");
  } catch (cause) {
    await client.query("ROLLBACK").catch(() => {});
    const logs = `${cause.message}${cause.position ? ` (at character ${cause.position})` : ""}`;
    await client.query("UPDATE _prisma_migrations SET logs = $2 WHERE id = $1", [id, logs]).catch(() => {});
    if (cause.code === "53100") throw cause;
    throw new Fault(
      `The database could not be brought up to date: the migration ${name} failed and was taken back (${cause.message}). The data is as before; use the version that you had, or mend the cause and start again.`,
      { cause },
    );
  }
}
