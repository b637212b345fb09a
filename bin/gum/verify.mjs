import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { copiedRows, withClient } from "../launcher/database-client.mjs";
import { loadDotEnv } from "../launcher/environment.mjs";
import { Fault } from "../launcher/fault.mjs";
import { liftTimeouts } from "../launcher/migrate.mjs";
import { rereading, sha256Of } from "./bucket.mjs";
import { instanceUrl } from "./database-url.mjs";
import { NAMED_FILES } from "./named-files.mjs";
import { noteOperation } from "./operations.mjs";
import { openSource } from "./restore.mjs";
import { RowDigest, SAME_TEXT } from "./row-digest.mjs";
import { RowLoader } from "./row-loader.mjs";

const NAMED_MAX = 10;
const LEFT_MS = 24 * 60 * 60_000;
const PREFIX = "gum_verify_";

/**
 * Restores a backup into a database that is removed again, and compares: each row that is read from there with what the backup
 * has, each file and each part with its SHA-256, and the files with those that the rows name. Files are read, and not
 * stored: that would take as much space as the instance has, and prove no more.
 */
export async function verify(target) {
  loadDotEnv();
  const url = await instanceUrl();
  return noteOperation({ url, name: "backup-check" }, async () => {
    const source = await openSource(target);
    const found = await inScratch((scratch) => rehearse(source, scratch));
    assertComplete(found);
    console.log(
      `${source.name}: ${found.rowCount} rows were restored, ${found.fileCount} files read; all are the same.`,
    );
    return 0;
  });
}

/**
 * What was missing in the store when the backup was made, which the backup lists, cannot be in it; everything else that
 * rows name must be. Backups of earlier versions in a bucket have no such list.
 * @throws {Fault} if a file is not in the backup that was in the store, or may have been
 */
export function assertComplete({ missing, known }) {
  const lost = missing.filter((key) => !known.has(key));
  for (const key of [...lost, ...missing.filter((key) => known.has(key))].slice(0, NAMED_MAX))
    console.error(`Missing: ${key}`);
  if (lost.length > 0)
    throw new Fault(
      `Missing: ${lost.length} files that rows name are not in the backup, and it does not say why.`,
    );
  if (missing.length > 0)
    console.error(`Missing: ${missing.length} referenced files were not in the store at the backup.`);
}

async function rehearse(source, url) {
  const written = new Map();
  const files = new Set();
  const loader = new RowLoader(url, (client, layout) => compare(client, layout, written));
  try {
    const { tables, missing: known = [] } = await source.read({
      async file(key, content) {
        // An archive compares what it reads; of a bucket, `open` does.
        if (!Buffer.isBuffer(content)) await rereading(async () => sha256Of(await content.open()));
        files.add(key);
      },
      async entry(name, bytes) {
        const [kind, table] = name.split("/");
        if (name === "database.json") await loader.begin(JSON.parse(bytes.toString()));
        if (kind !== "database") return;
        if (!written.has(table)) written.set(table, new RowDigest());
        written.get(table).add(bytes);
        await loader.add(table, bytes);
      },
    });
    await loader.commit(tables);
    const named = await withClient(url, (client) => client.query(NAMED_FILES));
    return {
      rowCount: Object.values(tables).reduce((sum, count) => sum + count, 0),
      fileCount: files.size,
      missing: named.rows.map(({ key }) => key).filter((key) => key && !files.has(key)),
      known: new Set(known),
    };
  } catch (error) {
    await loader.rollback();
    throw error;
  } finally {
    await loader.close();
  }
}

/** @throws {Fault} if a table has other rows than the backup */
async function compare(client, layout, written) {
  const { to: copyTo } = await import("pg-copy-streams");
  await client.query("BEGIN READ ONLY");
  await liftTimeouts(client, []);
  await client.query(SAME_TEXT);
  for (const { name, columns } of layout.tables) {
    const list = columns.map((column) => `"${column}"`).join(", ");
    const stream = client.query(copyTo(`COPY (SELECT ${list} FROM "${name}") TO STDOUT`));
    const digest = new RowDigest();
    for await (const bytes of copiedRows(client, stream)) digest.add(bytes);
    if (String(digest) !== String(written.get(name) ?? new RowDigest()))
      throw new Fault(`${name} has other rows after a restore than in the backup.`);
  }
  await client.query("COMMIT");
}

/**
 * Gives an empty database to `work` and removes it: on the server of BACKUP_CHECK_DATABASE_URL, or an embedded one in a folder
 * of its own.
 */
async function inScratch(work) {
  const server = process.env.BACKUP_CHECK_DATABASE_URL;
  return server ? onServer(server, work) : inFolder(work);
}

async function onServer(server, work) {
  const name = `${PREFIX}${Date.now()}_${randomBytes(4).toString("hex")}`;
  await withClient(server, async (client) => {
    await removeLeft(client);
    await client.query(`CREATE DATABASE "${name}" TEMPLATE template0`);
  });
  try {
    const url = new URL(server);
    url.pathname = `/${name}`;
    return await work(url.href);
  } finally {
    await withClient(server, (client) => client.query(`DROP DATABASE "${name}" WITH (FORCE)`));
  }
}

/** What one left that was killed. */
async function removeLeft(client) {
  const { rows } = await client.query(
    "SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)",
    [PREFIX],
  );
  for (const { name } of rows)
    if (Number(name.slice(PREFIX.length).split("_")[0]) < Date.now() - LEFT_MS)
      await client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
}

async function inFolder(work) {
  const { openPostgres, removePostgres } = await import("../launcher/postgres.mjs");
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gum-verify-"));
  const dir = path.join(folder, "postgres");
  try {
    const password = randomBytes(16).toString("hex");
    const opened = await openPostgres({ dir, password, logFile: path.join(folder, "postgres.log") });
    return await work(opened.url);
  } finally {
    await removePostgres(dir);
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
