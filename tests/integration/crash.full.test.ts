import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { migrate } from "../../bin/launcher/migrate.mjs";
import { openPostgres } from "../../bin/launcher/postgres.mjs";
import { queryOf } from "../support/database";
import { type DatabaseProxy, startDatabaseProxy } from "../support/database-proxy";
import { TEST_DIR, withClient } from "../support/postgres";
import { type TestServer, startServer } from "../support/server";
import { Writers } from "../support/writers";

/** The server or its database ends at once while people save, post and upload; the database has its real settings. */

/** So much is acknowledged in a round before the kill. */
const ENOUGH = 80;
const HOME = path.join(TEST_DIR, `crash-${process.pid}`);

let postgres: Awaited<ReturnType<typeof openPostgres>>;
let proxy: DatabaseProxy;
let server: TestServer;
let writers: Writers;

const startPostgres = () =>
  openPostgres({
    dir: path.join(HOME, "data"),
    password: "for-tests-only-0000",
    logFile: path.join(HOME, "postgres.log"),
  });

beforeAll(async () => {
  fs.mkdirSync(HOME, { recursive: true });
  postgres = await startPostgres();
  await withClient(postgres.url, (client) => migrate(client));
  proxy = await startDatabaseProxy(postgres.url);
  server = await startServer({ env: { DATABASE_URL: proxy.url } });
  const people = { ...server, database: { ...server.database, query: queryOf(proxy.url) } };
  writers = await Writers.join(people);
});
afterAll(async () => {
  await server?.dispose();
  proxy?.close();
  await postgres?.stop();
  fs.rmSync(HOME, { recursive: true, force: true });
});

it.each(["server", "database", "server", "database"] as const)(
  "no acknowledged save, post or upload is lost and none is half done when the %s is killed",
  async (victim) => {
    const [before, apps] = [writers.acknowledged, writers.apps.length];
    writers.begin();
    await expect
      .poll(() => writers.acknowledged - before, { interval: 5, timeout: 120_000 })
      .toBeGreaterThan(ENOUGH);
    await expect.poll(() => writers.apps.length - apps, { interval: 5, timeout: 120_000 }).toBeGreaterThan(0);

    if (victim === "server") {
      await server.kill9();
      await server.start();
    } else {
      process.kill(postgres.pid, "SIGKILL");
      postgres = await startPostgres();
      proxy.mend(postgres.url);
      const isReady = async () => (await writers.author.call("GET", "/ready").catch(() => null))?.status;
      await expect.poll(isReady).toBe(200);
    }

    await writers.stop();
    await writers.verify(queryOf(proxy.url));
  },
);
