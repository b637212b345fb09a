import fs from "node:fs";
import path from "node:path";
import { copiedRows, withClient } from "../launcher/database-client.mjs";
import { Fault } from "../launcher/fault.mjs";
import { liftTimeouts } from "../launcher/migrate.mjs";
import { readJson } from "../launcher/paths.mjs";
import { addRows, writeArchive } from "./archive.mjs";
import { UsageError } from "./arguments.mjs";
import { eachOf } from "./bucket.mjs";
import { NAMED_FILES } from "./named-files.mjs";
import { noteOperation } from "./operations.mjs";
import { SAME_TEXT } from "./row-digest.mjs";
import { writeToBucket } from "./s3-archive.mjs";
import { check, list, prune, readKeep } from "./s3-care.mjs";
import { isS3, openPlace } from "./s3-place.mjs";
import { withInstance } from "./stores.mjs";
import { verify } from "./verify.mjs";

const ATTEMPTS = 3;
const NAMED_MAX = 10;

/**
 * Writes database, files and secrets while the instance keeps running, into one archive or into a bucket. The rows are
 * one consistent snapshot, and every file that they reference is included. `list`, `check` and `prune` look after the
 * backups in a bucket; `verify` restores one for a while.
 */
export async function backup({ target, name, options }) {
  const keep = readKeep(options.keep);
  if (name && target === "verify") return verify(name);
  if (name && !isS3(name)) throw new UsageError(`${name} is not an address such as s3://bucket/prefix.`);
  if (name && target === "list") return list(name);
  if (name && target === "check") return check(name);
  if (name) {
    if (!keep) throw new UsageError("--keep is missing: how many backups stay.");
    return prune(openPlace(name), keep);
  }
  return isS3(target) ? backUpToBucket(target, keep) : backUpToFile(target, keep);
}

function backUpToFile(target, keep) {
  if (keep) throw new UsageError("--keep is for backups in a bucket.");
  if (fs.existsSync(target)) throw new Fault(`${target} already exists. Choose another file name.`);
  return withData(async ({ dir, files, url }) => {
    const { tables, fileCount, missing, foreign } = await writeArchive(target, (add) => {
      const addFile = async (key) => {
        const bytes = await files.get(key);
        if (bytes) await add(`files/${key}`, bytes);
        return bytes !== null;
      };
      return write({ sink: { atOnce: 1, add, addFile }, url, files, dir });
    });
    const megabytes = (fs.statSync(target).size / 1e6).toFixed(1);
    report({ place: target, tables, fileCount, missing, foreign, size: `${megabytes} MB` });
    return 0;
  });
}

async function backUpToBucket(target, keep) {
  const place = openPlace(target);
  if (place.at) throw new UsageError("A backup is named after its time: leave out what is behind the @.");
  await withData(async ({ dir, files, url }) => {
    const { time, sent, objectCount, ...summary } = await writeToBucket({ place, files }, (sink) =>
      write({ sink, url, files, dir }),
    );
    const size = `sent ${sent.objects} of ${objectCount} objects, ${(sent.bytes / 1e6).toFixed(1)} MB`;
    report({ place: `${place.address}@${time}`, ...summary, size });
  });
  return keep ? prune(place, keep) : 0;
}

async function withData(work) {
  return withInstance({ isNew: false }, async (instance) => {
    await withClient(instance.url, () => {});
    return noteOperation({ url: instance.url, name: "backup" }, () => work(instance));
  });
}

function report({ place, tables, fileCount, missing, foreign, size }) {
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  console.log(`${place}: ${rows} rows, ${fileCount} files, secrets; ${size}.`);
  for (const key of missing.slice(0, NAMED_MAX)) console.error(`Missing: ${key}`);
  if (missing.length > 0) console.error(`Missing: ${missing.length} referenced files are not in the store.`);
  if (foreign > 0) console.error(`Left out: ${foreign} files in the store that Gum did not write.`);
  console.log("It contains this instance's secrets: keep it where only you can read it.");
}

async function write({ sink, url, files, dir }) {
  const createdAt = new Date().toISOString();
  const copied = new Set();
  const copy = async (key) => {
    if (!copied.has(key) && (await sink.addFile(key))) copied.add(key);
  };
  // Copies most files before the snapshot, because this takes long.
  let foreign = 0;
  const listed = files.list(() => foreign++);
  await eachOf(listed, sink.atOnce, copy);
  const rows = await withClient(url, (client) => writeRows({ sink, client, copied, copy }));
  await sink.add("secrets.json", Buffer.from(JSON.stringify(secretsOf(dir), null, 2)));
  return { createdAt, ...rows, fileCount: copied.size, foreign };
}

async function writeRows({ sink, client, copied, copy }) {
  const add = (name, bytes) => sink.add(name, bytes);
  const missing = await beginWithFiles({ client, copied, copy });
  const layout = await readLayout(client);
  await add("database.json", Buffer.from(JSON.stringify(layout)));
  const { to: copyTo } = await import("pg-copy-streams");
  const tables = {};
  for (const { name, columns } of layout.tables) {
    const list = columns.map((column) => `"${column}"`).join(", ");
    const stream = client.query(copyTo(`COPY (SELECT ${list} FROM "${name}") TO STDOUT`));
    await addRows(add, name, copiedRows(client, stream));
    tables[name] = stream.rowCount;
  }
  await client.query("COMMIT");
  return { tables, missing };
}

/**
 * Opens the transaction with the snapshot of the rows. A file can be deleted together with its row between the listing
 * and the copy; then it retries with a new snapshot.
 * @returns the files that are not there at all
 */
async function beginWithFiles({ client, copied, copy }) {
  for (let attempt = 1; ; attempt++) {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    // It lasts as long as the upload of the rows.
    await liftTimeouts(client, ["lock_timeout"]);
    await client.query(SAME_TEXT);
    // Keys are never reused, so a copy that is there is up to date.
    const { rows } = await client.query(NAMED_FILES);
    const keys = rows.map(({ key }) => key).filter((key) => key && !copied.has(key));
    for (const key of keys) await copy(key);
    const missing = keys.filter((key) => !copied.has(key));
    if (missing.length === 0 || attempt === ATTEMPTS) return missing;
    await client.query("ROLLBACK");
  }
}

/** Tables with their writable columns, migrations, and sequence positions. Operations are those of this database. */
async function readLayout(client) {
  const { rows: tables } = await client.query(
    `SELECT c.relname AS name,
            array_agg(a.attname::text ORDER BY a.attnum) AS columns
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.relname NOT IN ('_prisma_migrations', 'operations')
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
