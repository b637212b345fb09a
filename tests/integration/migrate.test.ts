import { describe, expect, it } from "vitest";
import { migrate, readMigrations } from "../../bin/launcher/migrate.mjs";
import { prepareDatabase } from "../../bin/launcher/database.mjs";
import { createDatabase } from "../support/database";
import { withClient } from "../support/postgres";

const first = {
  name: "20260101000000_first",
  sql: "CREATE TABLE probe (id int); INSERT INTO probe VALUES (1);",
  checksum: "a",
};
const second = {
  name: "20260102000000_second",
  sql: "ALTER TABLE probe ADD COLUMN word text;",
  checksum: "b",
};
const broken = {
  name: "20260103000000_broken",
  sql: "INSERT INTO probe VALUES (2); SELECT no_such_column FROM probe;",
  checksum: "c",
};

const url = (): string => process.env.DATABASE_URL ?? "";
const rows = (sql: string): Promise<Record<string, unknown>[]> =>
  withClient(url(), async (client) => (await client.query(sql)).rows);
const apply = (migrations: (typeof first)[]): Promise<string[]> =>
  withClient(url(), (client) => migrate(client, migrations));

describe("migrate", () => {
  it("applies what is missing, in order, once", async () => {
    expect(await apply([first])).toEqual([first.name]);
    expect(await apply([first, second])).toEqual([second.name]);
    expect(await apply([first, second])).toEqual([]);
    expect(await rows("SELECT * FROM probe")).toEqual([{ id: 1, word: null }]);
  });

  it("keeps Prisma's own record", async () => {
    const record = await rows(
      `SELECT migration_name, checksum, applied_steps_count, finished_at IS NOT NULL AS done, rolled_back_at, logs
       FROM _prisma_migrations WHERE migration_name LIKE '202601%' ORDER BY migration_name`,
    );
    const whole = { applied_steps_count: 1, done: true, rolled_back_at: null, logs: null };
    expect(record).toEqual([
      { migration_name: first.name, checksum: "a", ...whole },
      { migration_name: second.name, checksum: "b", ...whole },
    ]);
  });

  it("takes a failed one back, says which, and applies it when it is mended", async () => {
    await expect(apply([first, second, broken])).rejects.toThrow(
      /20260103000000_broken failed and was taken back/,
    );
    expect(await rows("SELECT id FROM probe")).toEqual([{ id: 1 }]);
    const mended = { ...broken, sql: "INSERT INTO probe VALUES (2);", checksum: "d" };
    expect(await apply([first, second, mended])).toEqual([broken.name]);
    expect(await rows("SELECT id FROM probe ORDER BY id")).toEqual([{ id: 1 }, { id: 2 }]);
  });

  it("refuses one that was edited after it was applied", async () => {
    await expect(apply([{ ...first, checksum: "z" }])).rejects.toThrow(/20260101000000_first was edited/);
  });

  it("applies each one once where several servers start together", async () => {
    const together = {
      name: "20260104000000_together",
      sql: "CREATE TABLE together (id int);",
      checksum: "e",
    };
    const applied = await Promise.all([1, 2, 3, 4].map(() => apply([together])));
    expect(applied.flat()).toEqual([together.name]);
  });

  it("takes as long as it needs, whatever limit the role has for statements", async () => {
    const slow = { name: "20260105000000_slow", sql: "SELECT pg_sleep(0.5);", checksum: "f" };
    const limited = new URL(url());
    limited.searchParams.set("options", "-c statement_timeout=200");
    const applied = await withClient(limited.href, (client) => migrate(client, [slow]));
    expect(applied).toEqual([slow.name]);
  });
});

describe("migrate, on a table that another session holds", () => {
  const wide = {
    name: "20260106000000_wide",
    sql: "ALTER TABLE probe ADD COLUMN wide text;",
    checksum: "g",
  };
  const holding = (work: (release: () => Promise<unknown>) => Promise<void>): Promise<void> =>
    withClient(url(), async (client) => {
      await client.query("BEGIN; SELECT id FROM probe");
      await work(() => client.query("COMMIT"));
    });
  const isWaiting = () =>
    rows(
      "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'probe'::regclass AND mode = 'AccessExclusiveLock'",
    );

  it("lets readers through while it waits, and applies when the lock goes", async () => {
    await holding(async (release) => {
      const tries = { waitMs: 1_000, pauseMs: 200, count: 100 };
      const migrating = withClient(url(), (client) => migrate(client, [wide], tries));
      for (let round = 0; round < 3; round++) {
        await expect.poll(isWaiting).toHaveLength(1);
        // Behind a lock that waits without end it would wait as long.
        const reading = new URL(url());
        reading.searchParams.set("options", "-c statement_timeout=20000");
        const read = withClient(
          reading.href,
          async (client) => (await client.query("SELECT id FROM probe")).rows,
        );
        expect((await read).length).toBeGreaterThan(0);
      }
      await release();
      expect(await migrating).toEqual([wide.name]);
    });
  });

  it("gives up after some tries, says why, and leaves nothing that Prisma takes for a failure", async () => {
    const later = { ...wide, name: "20260107000000_later", sql: "ALTER TABLE probe ADD COLUMN later text;" };
    await holding(async () => {
      const tries = { waitMs: 100, pauseMs: 100, count: 2 };
      const migrating = withClient(url(), (client) => migrate(client, [later], tries));
      await expect(migrating).rejects.toThrow(
        /another session held a lock that the migration 20260107000000_later needs/,
      );
    });
    expect(await rows(`SELECT 1 FROM _prisma_migrations WHERE migration_name = '${later.name}'`)).toEqual([]);
    expect(await apply([later])).toEqual([later.name]);
  });

  it("waits for another server's migration, whatever limit the role has for locks", async () => {
    const slow = { name: "20260108000000_slow", sql: "SELECT pg_sleep(0.5);", checksum: "h" };
    const limited = new URL(url());
    limited.searchParams.set("options", "-c lock_timeout=100");
    const both = [1, 2].map(() => withClient(limited.href, (client) => migrate(client, [slow])));
    expect((await Promise.all(both)).flat()).toEqual([slow.name]);
  });
});

describe("prepareDatabase", () => {
  it("brings an empty database up to date and tells that nobody lives there yet", async () => {
    const database = await createDatabase();
    expect(await prepareDatabase(database.url)).toEqual({ applied: [], empty: true });
    const names = (
      await database.query<{ name: string }>("SELECT migration_name AS name FROM _prisma_migrations")
    ).map(({ name }) => name);
    expect(names.sort()).toEqual(readMigrations().map(({ name }) => name));
    await database.drop();
  });

  it("names a database that does not exist", async () => {
    const missing = new URL(url());
    missing.pathname = "/gum_missing";
    await expect(prepareDatabase(missing.href)).rejects.toThrow(/gum_missing does not exist/);
  });

  it("names a refused password without repeating it", async () => {
    const wrong = new URL(url());
    wrong.password = "not-the-word";
    const failure = prepareDatabase(wrong.href);
    await expect(failure).rejects.toThrow(/refuses the user or password/);
    await expect(failure).rejects.not.toThrow(/not-the-word/);
  });
});
