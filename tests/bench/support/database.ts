import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { migrate, readMigrations } from "../../../bin/launcher/migrate.mjs";
import { openPostgres, withClient } from "../../../bin/launcher/postgres.mjs";
import { databaseUrl } from "../../support/test-postgres.mjs";
import type { BenchContext } from "./bench";

const SEED = path.resolve(import.meta.dirname, "../seed.sql");
/** Tables whose secondary indexes are made once their rows stand. */
const LARGE = ["posts", "likes", "reposts", "follows", "media"];

export type BenchDatabase = { url: string; name: string };
export type BenchPostgres = {
  /** The server's own process; connections are its children. */
  pid: number;
  stop: () => Promise<void>;
  /** The database with so many posts, made once and kept; for reading only. */
  seeded: (posts: number) => Promise<BenchDatabase>;
  /** A copy of one that may be changed; dropped by the next one. */
  copyOf: (database: BenchDatabase) => Promise<BenchDatabase>;
};

/**
 * The embedded PostgreSQL of the benchmarks, as the product starts its own, but without
 * autovacuum and with few checkpoints: their work would count as that of some request.
 */
export async function startBenchPostgres(dir: string): Promise<BenchPostgres> {
  fs.mkdirSync(dir, { recursive: true });
  const opened = await openPostgres({
    dir: path.join(dir, "postgres"),
    password: "for-benchmarks-only",
    logFile: path.join(dir, "postgres.log"),
    settings: { autovacuum: "off", max_wal_size: "4GB", checkpoint_timeout: "1h" },
  });
  const admin = <T>(work: Parameters<typeof withClient<T>>[1]) => withClient(opened.adminUrl, work);
  const exists = (name: string) =>
    admin(
      async (client) => (await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [name])).rowCount,
    );
  return {
    pid: opened.pid,
    stop: opened.stop,
    seeded: async (posts) => {
      const name = `gum_${posts}_${fingerprint()}`;
      const database = { name, url: databaseUrl(opened.adminUrl, name) };
      if (!(await exists(name))) {
        await admin(async (client) => {
          // What older sources made is of no use any more.
          const { rows } = await client.query<{ datname: string }>(
            "SELECT datname FROM pg_database WHERE datname LIKE $1",
            [`gum\\_${posts}\\_%`],
          );
          for (const { datname } of rows) await client.query(`DROP DATABASE "${datname}" WITH (FORCE)`);
          await client.query(`DROP DATABASE IF EXISTS "seeding" WITH (FORCE)`);
          await client.query(`CREATE DATABASE "seeding"`);
        });
        await seed(databaseUrl(opened.adminUrl, "seeding"), posts);
        await admin((client) => client.query(`ALTER DATABASE "seeding" RENAME TO "${name}"`));
      }
      return database;
    },
    copyOf: async ({ name }) => {
      await admin(async (client) => {
        await client.query(`DROP DATABASE IF EXISTS "gum_copy" WITH (FORCE)`);
        await client.query(`CREATE DATABASE "gum_copy" TEMPLATE "${name}" STRATEGY file_copy`);
      });
      return { name: "gum_copy", url: databaseUrl(opened.adminUrl, "gum_copy") };
    },
  };
}

/** PostgreSQL for one area, with a database of so many posts that may be changed. */
export async function openCopy(
  { dir, closing }: BenchContext,
  posts: number,
): Promise<{ postgres: BenchPostgres; url: string }> {
  const postgres = await startBenchPostgres(dir);
  closing(postgres.stop);
  const { url } = await postgres.copyOf(await postgres.seeded(posts));
  return { postgres, url };
}

/** Changes where the tables or the seed do. */
function fingerprint(): string {
  const hash = createHash("sha256").update(fs.readFileSync(SEED));
  for (const { checksum } of readMigrations()) hash.update(checksum);
  return hash.digest("hex").slice(0, 12);
}

/** Fills a database with so many posts. */
export async function seed(url: string, posts: number): Promise<void> {
  await withClient(url, async (client) => {
    await migrate(client);
    await client.query("SET session_replication_role = replica");
    await client.query("SET maintenance_work_mem = '256MB'");
    await client.query("SET synchronous_commit = off");
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition FROM pg_index i
        WHERE i.indrelid = ANY ($1::text[]::regclass[]) AND NOT i.indisprimary
          AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = i.indexrelid)`,
      [LARGE],
    );
    for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
    await client.query(fs.readFileSync(SEED, "utf8").replaceAll(":posts", String(posts)));
    for (const { definition } of indexes) await client.query(definition);
    await client.query("VACUUM ANALYZE");
    await client.query("CHECKPOINT");
  });
}
