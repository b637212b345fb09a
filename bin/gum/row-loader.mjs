import { once } from "node:events";
import { finished } from "node:stream/promises";
import { closeClient, openClient, unlessStalled } from "../launcher/database-client.mjs";
import { hasPeople } from "../launcher/database.mjs";
import { Fault } from "../launcher/fault.mjs";
import { liftTimeouts, migrate, readMigrations } from "../launcher/migrate.mjs";

/** @throws {Fault} if the database has accounts */
export async function assertNobody(client) {
  if (await hasPeople(client)) throw new Fault("The database has accounts. Restore into an empty one.");
}

/** Loads rows in one transaction. Foreign keys are recreated at its end, which validates them. */
export class RowLoader {
  #url;
  #client = null;
  #layout = null;
  #foreignKeys = [];
  /** The current COPY and its table. */
  #copy = null;
  /** Of a COPY, also where nobody waits for it just then. */
  #failure = null;
  #counts = {};
  #later = [];
  #onLoaded;

  /**
   * @param {string} url
   * @param {(client: import("pg").Client, layout: { tables: { name: string, columns: string[] }[] }) => unknown} [onLoaded]
   *   is called before the migrations that the rows do not have yet
   */
  constructor(url, onLoaded = () => {}) {
    this.#url = url;
    this.#onLoaded = onLoaded;
  }

  async begin(layout) {
    const known = readMigrations();
    const names = new Set(known.map(({ name }) => name));
    const unknown = layout.migrations.find((name) => !names.has(name));
    if (unknown) throw new Fault(`The archive comes from a newer version of Gum. Unknown here: ${unknown}.`);
    const had = new Set(layout.migrations);
    // The files come first and take long: a connection that was open meanwhile could be cut by now, and
    // somebody may have signed up.
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
      stream.on("error", (error) => (this.#failure ??= error));
    }
    if (this.#failure) throw this.#failure;
    const { stream } = this.#copy;
    if (!stream.write(bytes)) await unlessStalled(this.#client, once(stream, "drain"));
  }

  async #endCopy() {
    if (!this.#copy) return;
    const { table, stream } = this.#copy;
    this.#copy = null;
    stream.end();
    await unlessStalled(this.#client, finished(stream));
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
    await this.#onLoaded(this.#client, this.#layout);
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
    if (this.#client) await closeClient(this.#client);
  }
}
