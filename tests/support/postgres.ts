import fs from "node:fs";
import path from "node:path";
import pg from "pg";
import { migrate } from "../../bin/launcher/migrate.mjs";
import { openPostgres, stopLeftover } from "../../bin/launcher/postgres.mjs";
import { isAlive } from "../../bin/launcher/processes.mjs";

export const TEST_DIR = path.resolve(import.meta.dirname, "../../var/test");
const TEMPLATE = "gum_template";
/** The data of a test is worth nothing after it. */
const FAST = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "200" };

export interface TestPostgres {
  adminUrl: string;
  stop: () => Promise<void>;
}

/**
 * A PostgreSQL for tests with a migrated template database. One that runs already (TEST_POSTGRES_URL) is used and left
 * alone; else a new one is made in a folder named after this process and removed by `stop`. What dead runs left is removed.
 */
export async function startTestPostgres(): Promise<TestPostgres> {
  const running = process.env.TEST_POSTGRES_URL;
  if (running) return { adminUrl: running, stop: () => Promise.resolve() };

  fs.mkdirSync(TEST_DIR, { recursive: true });
  await removeLeftovers();
  const home = path.join(TEST_DIR, `postgres-${process.pid}`);
  fs.mkdirSync(home, { recursive: true });
  const dir = path.join(home, "data");
  const opened = await openPostgres({
    dir,
    password: "for-tests-only-0000",
    logFile: path.join(home, "postgres.log"),
    settings: FAST,
  });
  await makeTemplate(opened.adminUrl);
  process.env.TEST_POSTGRES_URL = opened.adminUrl;
  return {
    adminUrl: opened.adminUrl,
    stop: async () => {
      delete process.env.TEST_POSTGRES_URL;
      await opened.stop();
      fs.rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Runs `work` on one connection. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The address of another database on the same server. */
export function databaseUrl(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** A copy of the migrated template under `name`. */
export async function copyTemplate(adminUrl: string, name: string): Promise<void> {
  await withClient(adminUrl, (client) => client.query(`CREATE DATABASE "${name}" TEMPLATE "${TEMPLATE}"`));
}

async function makeTemplate(adminUrl: string): Promise<void> {
  await withClient(adminUrl, (client) => client.query(`CREATE DATABASE "${TEMPLATE}"`));
  await withClient(databaseUrl(adminUrl, TEMPLATE), (client) => migrate(client));
}

async function removeLeftovers(): Promise<void> {
  for (const name of fs.readdirSync(TEST_DIR)) {
    const pid = Number(/^postgres-(\d+)$/.exec(name)?.[1]);
    if (!pid || isAlive(pid)) continue;
    await stopLeftover(path.join(TEST_DIR, name, "data"));
    fs.rmSync(path.join(TEST_DIR, name), { recursive: true, force: true });
  }
}
