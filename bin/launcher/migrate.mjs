import { createHash, randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Fault } from "./fault.mjs";
import { ROOT } from "./paths.mjs";

/** The key of the advisory lock that Prisma's schema engine takes while it migrates. */
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

/** Another session has the lock. */
const LOCKED = "55P03";
/**
 * How long a migration waits for a lock, how long it lets others through then, and how often: for two minutes together. While
 * one waits, everybody who reads the table waits behind it, and a request has five seconds for a statement.
 */
const LOCK_TRIES = { waitMs: 2_000, pauseMs: 2_000, count: 30 };

const MIGRATIONS = path.join(ROOT, "prisma/migrations");

/** The migrations in prisma/migrations, in the order in which they apply. */
export function readMigrations() {
  return fs
    .readdirSync(MIGRATIONS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .map((name) => {
      const sql = fs.readFileSync(path.join(MIGRATIONS, name, "migration.sql"), "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    });
}

const LONG_WORK_TIMEOUTS = [
  "statement_timeout",
  "idle_in_transaction_session_timeout",
  "transaction_timeout",
];

/** Lifts what would end a long statement of the transaction. Local to it, because the connection may be a pooler's. */
export const liftTimeouts = (client, further = []) =>
  client.query("SELECT set_config(name, '0', true) FROM pg_settings WHERE name = ANY($1)", [
    [...LONG_WORK_TIMEOUTS, ...further],
  ]);

/**
 * Applies the pending migrations and keeps `_prisma_migrations` as Prisma does, so that `prisma migrate deploy` and `status` agree.
 * Each migration and its record are one transaction, so a failed or interrupted one leaves nothing behind. The advisory
 * lock belongs to the transaction, not to the session: of several servers that start at once, one applies a migration and
 * the others find it applied, also behind a transaction pooler. A table that another session holds is tried again and again, for
 * a short time each, so that people read and write it in between.
 * @param {import("pg").Client} client connected
 * @returns {Promise<string[]>} the names of the migrations that were applied
 * @throws {Fault}
 */
export async function migrate(client, migrations = readMigrations(), tries = LOCK_TRIES) {
  await inLock(client, tries, () => client.query(TABLE));
  const applied = [];
  for (const migration of migrations) if (await apply(client, migration, tries)) applied.push(migration.name);
  return applied;
}

async function inLock(client, tries, work) {
  for (let left = tries.count - 1; ; left--) {
    try {
      return await inLockOnce(client, tries.waitMs, work);
    } catch (error) {
      if (error.code !== LOCKED || left === 0) throw error;
      await sleep(tries.pauseMs);
    }
  }
}

async function inLockOnce(client, waitMs, work) {
  await client.query("BEGIN");
  try {
    // Before the lock: other servers wait for it as long as a migration takes.
    await liftTimeouts(client, ["lock_timeout"]);
    await client.query("SELECT pg_advisory_xact_lock($1)", [LOCK_KEY]);
    await client.query("SELECT set_config('lock_timeout', $1, true)", [String(waitMs)]);
    const result = await work();
    await client.query("COMMIT");
    return result;
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  }
}

/** @returns {Promise<boolean>} whether it was pending */
async function apply(client, { name, sql, checksum }, tries) {
  const startedAt = new Date();
  try {
    return await inLock(client, tries, async () => {
      const { rows } = await client.query(
        "SELECT checksum, finished_at FROM _prisma_migrations WHERE migration_name = $1 AND rolled_back_at IS NULL",
        [name],
      );
      const done = rows.find((row) => row.finished_at);
      if (done) {
        assertUnchanged({ name, checksum }, done);
        return false;
      }
      // An earlier failure was rolled back by the database; this is how Prisma records it.
      await client.query(
        "UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = $1 AND rolled_back_at IS NULL",
        [name],
      );
      await client.query(sql);
      await record(client, { name, checksum, startedAt, isDone: true, logs: null });
      return true;
    });
  } catch (cause) {
    if (cause instanceof Fault) throw cause;
    if (cause.code === LOCKED) throw lockFault(name, tries, cause);
    const logs = `${cause.message}${cause.position ? ` (at character ${cause.position})` : ""}`;
    await record(client, { name, checksum, startedAt, isDone: false, logs }).catch(() => {});
    if (cause.code === "53100") throw cause;
    throw new Fault(
      `The database could not be brought up to date: the migration ${name} failed and was taken back (${cause.message}). The data is unchanged; go back to the previous version, or fix the cause and start again.`,
      { cause },
    );
  }
}

function lockFault(name, { waitMs, pauseMs, count }, cause) {
  const seconds = Math.round((count * (waitMs + pauseMs)) / 1_000);
  return new Fault(
    `The database could not be brought up to date: for ${seconds} s another session held a lock that the migration ${name} needs (${cause.message}). The data is unchanged. Wait until the long transaction is over, such as a backup or a report, or end it (pg_stat_activity shows it), then start again.`,
    { cause },
  );
}

function record(client, { name, checksum, startedAt, isDone, logs }) {
  return client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count, logs)
     VALUES ($1, $2, $3, $4, CASE WHEN $5 THEN clock_timestamp() END, $5::boolean::int, $6)`,
    [randomUUID(), checksum, name, startedAt, isDone, logs],
  );
}

function assertUnchanged({ name, checksum }, before) {
  if (before.checksum === checksum) return;
  throw new Fault(
    `The migration ${name} was edited after it was applied to this database. Restore the file, and put the change into a new migration.`,
  );
}
