import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { gum } from "../support/backups";
import { createDatabase, type TestDatabase } from "../support/database";
import { type DatabaseProxy, startDatabaseProxy } from "../support/database-proxy";
import { withClient } from "../support/postgres";

/** Commands of `gum` on a database that hangs: they end, and say why. */

let database: TestDatabase;
let proxy: DatabaseProxy;
let dir: string;

beforeEach(async () => {
  database = await createDatabase();
  proxy = await startDatabaseProxy(database.url);
  dir = fs.mkdtempSync(path.join(os.tmpdir(), "gum-frozen-"));
});
afterEach(async () => {
  proxy.close();
  await database.drop();
  fs.rmSync(dir, { recursive: true, force: true });
});

const archive = () => path.join(dir, "a.tar");
const run = (...args: string[]) =>
  gum(args, {
    DATABASE_URL: proxy.url,
    VAR_DIR: dir,
    NEXTAUTH_SECRET: "a-secret-for-tests-only-0123456789",
  });
const failed = [
  1,
  expect.stringMatching(/^The database at 127\.0\.0\.1:\d+\/gum_\w+ has not answered for \d+ s/m),
];

it.each(["backup a.tar", "jobs list", "migrate", "admin list"])("gum %s ends", async (line) => {
  proxy.freeze();
  const { status, output } = await run(...line.replace("a.tar", archive()).split(" "));
  expect([status, output]).toMatchObject(failed);
  expect(output).not.toContain("    at ");
});

it("gum backup ends in the middle of its rows, and leaves no archive", async () => {
  const { status, output } = await withClient(database.url, async (client) => {
    await client.query("BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE");
    const backup = run("backup", archive());
    const waiting = () =>
      database.query(
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
    await expect.poll(waiting).toHaveLength(1);
    proxy.freeze();
    return backup;
  });
  expect([status, output]).toMatchObject(failed);
  expect(fs.readdirSync(dir).filter((name) => name.startsWith("a.tar"))).toEqual([]);
});
