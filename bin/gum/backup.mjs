import fs from "node:fs";
import path from "node:path";
import { Fault } from "../launcher/fault.mjs";
import { readJson } from "../launcher/paths.mjs";
import { addRows, writeArchive } from "./archive.mjs";
import { withInstance } from "./stores.mjs";

/** Files referenced by rows. Keys are never reused, so an existing copy is up to date. */
const NAMED_FILES = `
  SELECT avatar_key AS key FROM users UNION SELECT banner_key FROM users
  UNION SELECT icon_key FROM apps UNION SELECT banner_key FROM apps UNION SELECT unnest(screenshot_keys) FROM apps
  UNION SELECT 'packages/' || package_sha256 || '.gum' FROM app_versions
  UNION SELECT file_key FROM media UNION SELECT unnest(part_keys) FROM partial_uploads
  UNION SELECT unnest(part_keys) FROM exports
  UNION SELECT file_key FROM stored_files UNION SELECT image_key FROM links`;
const ATTEMPTS = 3;
const NAMED_MAX = 10;

/**
 * Writes database, files and secrets into one archive while the instance keeps running. The rows are one consistent
 * snapshot, and every file that they reference is included.
 */
export async function backup({ target }) {
  if (fs.existsSync(target)) throw new Fault(`${target} already exists. Choose another file name.`);
  const { withClient } = await import("../launcher/postgres.mjs");
  return withInstance({ isNew: false }, ({ dir, files, url }) =>
    withClient(url, async (client) => {
      const { tables, fileCount, missing } = await writeArchive(target, (add) =>
        write({ add, client, files, dir }),
      );
      const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
      const megabytes = (fs.statSync(target).size / 1e6).toFixed(1);
      console.log(`${target}: ${rows} rows, ${fileCount} files, secrets; ${megabytes} MB.`);
      for (const key of missing.slice(0, NAMED_MAX)) console.error(`Missing: ${key}`);
      if (missing.length > 0)
        console.error(`Missing: ${missing.length} referenced files are not in the store.`);
      console.log("It contains this instance's secrets: keep it where only you can read it.");
      return 0;
    }),
  );
}

async function write({ add, client, files, dir }) {
  const createdAt = new Date().toISOString();
  const copied = new Set();
  const copy = async (key) => {
    const bytes = copied.has(key) ? null : await files.get(key);
    if (!bytes) return;
    await add(`files/${key}`, bytes);
    copied.add(key);
  };
  // Copies most files before the snapshot, because this takes long.
  for await (const key of files.list()) await copy(key);
  const missing = await beginWithFiles({ client, copied, copy });

  const layout = await readLayout(client);
  await add("database.json", Buffer.from(JSON.stringify(layout)));
  const { to: copyTo } = await import("pg-copy-streams");
  const tables = {};
  for (const { name, columns } of layout.tables) {
    const list = columns.map((column) => `"${column}"`).join(", ");
    const stream = client.query(copyTo(`COPY (SELECT ${list} FROM "${name}") TO STDOUT`));
    await addRows(add, name, stream);
    tables[name] = stream.rowCount;
  }
  await client.query("COMMIT");
  await add("secrets.json", Buffer.from(JSON.stringify(secretsOf(dir), null, 2)));
  return { createdAt, tables, fileCount: copied.size, missing };
}

/**
 * Opens the transaction with the snapshot of the rows. A file can be deleted together with its row between the listing
 * and the copy; then it retries with a new snapshot.
 * @returns the files that are not there at all
 */
async function beginWithFiles({ client, copied, copy }) {
  for (let attempt = 1; ; attempt++) {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const { rows } = await client.query(NAMED_FILES);
    const keys = rows.map(({ key }) => key).filter((key) => key && !copied.has(key));
    for (const key of keys) await copy(key);
    const missing = keys.filter((key) => !copied.has(key));
    if (missing.length === 0 || attempt === ATTEMPTS) return missing;
    await client.query("ROLLBACK");
  }
}

/** Tables with their writable columns, migrations, and sequence positions. */
async function readLayout(client) {
  const { rows: tables } = await client.query(
    `SELECT c.relname AS name,
            array_agg(a.attname::text ORDER BY a.attnum) AS columns
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.relname <> '_prisma_migrations'
      GROUP BY 1 ORDER BY 1`,
  );
  const { rows: migrations } = await client.query(
    "SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1",
  );
  const { rows: sequences } = await client.query(
    "SELECT sequencename AS name, last_value::text AS last FROM pg_sequences WHERE schemaname = 'public' AND last_value IS NOT NULL",
  );
  return { tables, migrations: migrations.map(({ name }) => name), sequences };
}

function secretsOf(dir) {
  const {
    databasePassword: _,
    cronSecret,
    vapidPublicKey,
    vapidPrivateKey,
    ...kept
  } = readJson(path.join(dir, "secrets.json")) ?? {};
  const { NEXTAUTH_SECRET, NEXTAUTH_SECRET_PREVIOUS, DATA_SECRET } = process.env;
  const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY } = process.env;
  return {
    ...(VAPID_PUBLIC_KEY && VAPID_PRIVATE_KEY
      ? { vapidPublicKey: VAPID_PUBLIC_KEY, vapidPrivateKey: VAPID_PRIVATE_KEY }
      : { vapidPublicKey, vapidPrivateKey }),
    ...(NEXTAUTH_SECRET
      ? {
          nextauthSecret: NEXTAUTH_SECRET,
          nextauthSecretPrevious: NEXTAUTH_SECRET_PREVIOUS || undefined,
          dataSecret: DATA_SECRET || undefined,
        }
      : kept),
    cronSecret: process.env.CRON_SECRET || cronSecret,
  };
}
