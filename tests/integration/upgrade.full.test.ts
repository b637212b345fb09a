import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../bin/launcher/postgres.mjs";
import { createDatabase, type TestDatabase } from "../support/database";
import { notHere } from "../support/not-here";
import { buildPrevious, whyNotPrevious } from "../support/previous-release";
import { startRoundRobin } from "../support/round-robin";
import { type TestServer, startServer } from "../support/server";
import { Writers } from "../support/writers";

/**
 * The way from the previous release to this one: its database, filled, is migrated while its processes serve people; then
 * processes of both serve side by side; then those of the previous release end, and, as a step back, serve again.
 */
const WHY_NOT = whyNotPrevious();
const TITLE = notHere("from the previous release", !WHY_NOT, WHY_NOT ?? "");

const ROOT = path.resolve(import.meta.dirname, "../..");
const CRON_SECRET = "a-cron-secret-for-tests";
const CHECK_MS = 200;
/** So much is acknowledged in each of the states. */
const ENOUGH = 150;
const WAIT_MS = 120_000;
const MIGRATIONS = "_prisma_migrations";

type Row = Record<string, unknown>;

describe.skipIf(WHY_NOT)(TITLE, () => {
  let database: TestDatabase;
  let proxy: Awaited<ReturnType<typeof startRoundRobin>>;
  let before: TestServer;
  let after: TestServer | undefined;
  let env: Record<string, string>;
  let release: string;

  const migrate = (folder: string) =>
    promisify(execFile)(process.execPath, ["bin/gum.mjs", "migrate"], {
      cwd: folder,
      env: { ...process.env, DATABASE_URL: database.url },
    });
  const ready = async (server: TestServer) => {
    const answer = await fetch(`${server.url}/api/ready`);
    return { status: answer.status, schema: ((await answer.json()) as { schema: string }).schema };
  };
  /** Every row of every table, in order. */
  const readAll = async (): Promise<Map<string, Row[]>> => {
    const tables = await database.query<{ name: string }>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> $1 ORDER BY 1",
      [MIGRATIONS],
    );
    const read = async ({ name }: { name: string }) => {
      const rows = await database.query<{ row: Row }>(
        `SELECT to_jsonb(t) AS row FROM "${name}" t ORDER BY t::text`,
      );
      return [name, rows.map(({ row }) => row)] as const;
    };
    return new Map(await Promise.all(tables.map(read)));
  };
  const written = async (writers: Writers) => {
    const so = writers.acknowledged;
    await expect.poll(() => writers.acknowledged, { timeout: WAIT_MS }).toBeGreaterThan(so + ENOUGH);
  };

  beforeAll(async () => {
    release = buildPrevious();
    database = await createDatabase("template0");
    await migrate(release);
    const port = await freePort();
    proxy = await startRoundRobin(port, CHECK_MS);
    env = { APP_URL: `http://localhost:${port}`, TRUST_PROXY: "1", DRAIN_SECONDS: "15", CRON_SECRET };
    before = await startServer({ release, database, seed: true, env });
    proxy.targets.push(before.port);
  }, 1_200_000);
  afterAll(async () => {
    proxy?.stop();
    await after?.stop();
    await before?.dispose();
  });

  it("keeps every row, and what the previous release writes meanwhile", async () => {
    const rows = await readAll();
    expect([...rows.values()].flat().length).toBeGreaterThan(200);
    await migrate(ROOT);
    expect(await ready(before)).toEqual({ status: 200, schema: "ahead" });
    const migrated = await readAll();
    // Also its columns: nothing that the previous release reads or writes may go before it is gone.
    for (const [table, expected] of rows) {
      const found = migrated.get(table) ?? [];
      const columns = Object.keys(expected[0] ?? {});
      const text = (row: Row) => JSON.stringify(columns.map((column) => row[column]));
      expect(new Set(found.map(text)), table).toEqual(new Set(expected.map(text)));
    }
  });

  it("serves beside the previous release, alone, and the previous release alone again", async () => {
    after = await startServer({
      database,
      env: { ...env, VAR_DIR: before.varDir },
    });
    expect(await ready(after)).toEqual({ status: 200, schema: "ok" });
    proxy.targets.push(after.port);
    const people = { url: env.APP_URL!, database };
    const writers = await Writers.join(people);
    writers.begin();
    await written(writers);
    const drain = async (server: TestServer) => {
      const stopped = server.stop();
      await expect.poll(async () => (await ready(server)).status).toBe(503);
      await stopped;
    };
    await drain(before);
    await written(writers);
    await before.start();
    await expect.poll(() => ready(before)).toEqual({ status: 200, schema: "ahead" });
    await drain(after);
    await written(writers);
    await writers.stop();
    expect(writers.refused).toBe(0);
    await writers.verify(database.query);

    await after.start();
    const counters = await fetch(`${after.url}/api/cron/counters`, {
      headers: { authorization: `Bearer ${CRON_SECRET}` },
    });
    expect(await counters.json()).toMatchObject({ done: 0 });
    for (const server of [before, after])
      for (const page of ["/", "/store", "/login", "/api/v1/timeline?feed=all"])
        expect((await fetch(server.url + page)).status, page).toBeLessThan(500);
  });
});
