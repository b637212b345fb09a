import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { finished } from "node:stream/promises";
import { Fault } from "../launcher/fault.mjs";
import { liftTimeouts, migrate, readMigrations } from "../launcher/migrate.mjs";
import { writeFileAtomic, readJson, varDir } from "../launcher/paths.mjs";
import { loadDotEnv } from "../launcher/environment.mjs";
import { readArchive } from "./archive.mjs";
import { readFromBucket } from "./s3-archive.mjs";
import { chosenTime, isS3, openPlace } from "./s3-place.mjs";
import { isFileKey, withInstance } from "./stores.mjs";

/**
 * Restores an empty instance from an archive. All rows appear at once, after the whole archive was read and verified;
 * until then, and after a failure, the database is empty.
 */
export async function restore({ target }) {
  const source = await openSource(target);
  loadDotEnv();
  const dir = varDir();
  const wasThere = fs.existsSync(path.join(dir, "secrets.json"));
  const { withClient } = await import("../launcher/postgres.mjs");
  return withInstance({ isNew: true }, async ({ files, url }) => {
    await withClient(url, assertNobody);
    for await (const key of files.list())
      throw new Fault(`The file store is not empty: it has ${key}. Restore into an empty folder or bucket.`);
    const { tables, createdAt } = await load({ read: source.read, url, files, dir, wasThere });
    const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
    console.log(`Restored ${rows} rows and the files of ${createdAt} from ${source.name}.`);
    return 0;
  });
}

/** What is restored: an archive, or a backup in a bucket. */
async function openSource(target) {
  if (isS3(target)) {
    const place = openPlace(target);
    const time = await chosenTime(place);
    return { name: `${place.address}@${time}`, read: (on) => readFromBucket({ place, time }, on) };
  }
  if (!fs.existsSync(target)) throw new Fault(`${target} does not exist.`);
  return { name: target, read: (on) => readArchive(target, on) };
}

async function assertNobody(client) {
  const { rows } = await client.query("SELECT to_regclass('users') IS NOT NULL AS exists");
  const hasPeople = rows[0].exists && (await client.query("SELECT 1 FROM users LIMIT 1")).rowCount > 0;
  if (hasPeople) throw new Fault("The database has accounts. Restore into an empty one.");
}

async function load({ read, url, files, dir, wasThere }) {
  const put = [];
  let foreign = 0;
  const loader = new RowLoader(url);
  let secrets;
  try {
    const manifest = await read({
      async file(key, content) {
        if (!isFileKey(key)) return void foreign++;
        put.push(key);
        await (Buffer.isBuffer(content) ? files.put(key, content) : files.putFrom(key, content));
      },
      async entry(name, bytes) {
        const [kind, table] = name.split("/");
        if (name === "database.json") await loader.begin(JSON.parse(bytes.toString()));
        else if (kind === "database") await loader.add(table, bytes);
        else if (name === "secrets.json") secrets = JSON.parse(bytes.toString());
      },
    });
    await loader.commit(manifest.tables);
    restoreSecrets({ dir, secrets, wasThere });
    if (foreign > 0) console.error(`Left out: ${foreign} files in the backup that Gum did not write.`);
    return manifest;
  } catch (error) {
    await loader.rollback();
    for (const key of put) await files.delete(key);
    throw error;
  } finally {
    await loader.close();
  }
}

/** The new embedded database keeps its password; sessions, second factors and apps' ids need the old secrets. */
function restoreSecrets({ dir, secrets, wasThere }) {
  const { NEXTAUTH_SECRET, DATA_SECRET } = process.env;
  if (NEXTAUTH_SECRET) {
    if ((DATA_SECRET || NEXTAUTH_SECRET) !== (secrets?.dataSecret ?? secrets?.nextauthSecret))
      console.error(
        "DATA_SECRET (NEXTAUTH_SECRET where it is not set) is another one than that of the archive: second factors and access tokens will not work, and apps will know people by other ids.",
      );
    return;
  }
  const file = path.join(dir, "secrets.json");
  if (wasThere && process.env.DATABASE_URL)
    return console.error(`${file} was kept. The archive has its own secrets.json.`);
  fs.mkdirSync(dir, { recursive: true });
  // Those of the folder's own rotation do not belong to the archive's data.
  const { nextauthSecretPrevious: _, dataSecret: _data, ...own } = readJson(file) ?? {};
  writeFileAtomic(file, `${JSON.stringify({ ...own, ...secrets }, null, 2)}\n`, 0o600);
}

/** Loads rows in one transaction. Foreign keys are recreated at its end, which validates them. */
class RowLoader {
  #url;
  #client = null;
  #layout = null;
  #foreignKeys = [];
  /** The current COPY and its table. */
  #copy = null;
  #counts = {};
  #later = [];

  constructor(url) {
    this.#url = url;
  }

  async begin(layout) {
    const known = readMigrations();
    const names = new Set(known.map(({ name }) => name));
    const unknown = layout.migrations.find((name) => !names.has(name));
    if (unknown) throw new Fault(`The archive comes from a newer version of Gum. Unknown here: ${unknown}.`);
    const had = new Set(layout.migrations);
    // The files come first and take long: a connection that was open meanwhile could be cut by now, and
    // somebody may have signed up.
    const { openClient } = await import("../launcher/postgres.mjs");
    this.#client = await openClient(this.#url);
    await assertNobody(this.#client);
    await migrate(
      this.#client,
      known.filter(({ name }) => had.has(name)),
    );
    this.#later = known.filter(({ name }) => !had.has(name));
    this.#layout = layout;

    await this.#client.query("BEGIN");
    await liftTimeouts(this.#client, ["lock_timeout"]);
    const { rows } = await this.#client.query(
      `SELECT conrelid::regclass::text AS "table", conname AS name, pg_get_constraintdef(oid) AS definition
         FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`,
    );
    this.#foreignKeys = rows;
    for (const { table, name } of rows)
      await this.#client.query(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`);
    for (const { name } of layout.tables) {
      await this.#client.query(`ALTER TABLE "${name}" DISABLE TRIGGER USER`);
      await this.#client.query(`TRUNCATE "${name}"`);
    }
  }

  async add(table, bytes) {
    if (this.#copy?.table !== table) {
      await this.#endCopy();
      const columns = this.#layout?.tables.find(({ name }) => name === table)?.columns;
      if (!columns) throw new Fault(`The archive has rows of ${table}, which it does not describe.`);
      const { from: copyFrom } = await import("pg-copy-streams");
      const list = columns.map((column) => `"${column}"`).join(", ");
      const stream = this.#client.query(copyFrom(`COPY "${table}" (${list}) FROM STDIN`));
      this.#copy = { table, stream };
      stream.on("error", () => {});
    }
    const { stream } = this.#copy;
    if (!stream.write(bytes)) await once(stream, "drain");
  }

  async #endCopy() {
    if (!this.#copy) return;
    const { table, stream } = this.#copy;
    this.#copy = null;
    stream.end();
    await finished(stream);
    this.#counts[table] = stream.rowCount;
  }

  async commit(expected) {
    await this.#endCopy();
    for (const [table, count] of Object.entries(expected))
      if ((this.#counts[table] ?? 0) !== count)
        throw new Fault(
          `${table} has ${this.#counts[table] ?? 0} rows instead of ${count}. Nothing was restored.`,
        );
    for (const { name } of this.#layout.tables)
      await this.#client.query(`ALTER TABLE "${name}" ENABLE TRIGGER USER`);
    for (const { table, name, definition } of this.#foreignKeys)
      await this.#client.query(`ALTER TABLE ${table} ADD CONSTRAINT "${name}" ${definition}`);
    for (const { name, last } of this.#layout.sequences)
      await this.#client.query("SELECT setval(quote_ident($1)::regclass, $2::bigint)", [name, last]);
    await this.#client.query("COMMIT");
    await migrate(this.#client, [
      ...readMigrations().filter((one) => !this.#later.includes(one)),
      ...this.#later,
    ]);
    await this.#client.query("ANALYZE");
  }

  async rollback() {
    this.#copy?.stream.destroy();
    await this.#client?.query("ROLLBACK").catch(() => {});
  }

  async close() {
    await this.#client?.end().catch(() => {});
  }
}
