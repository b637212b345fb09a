import fs from "node:fs";
import path from "node:path";
import { migrate } from "../../bin/launcher/migrate.mjs";
import { openPostgres, removePostgres } from "../../bin/launcher/postgres.mjs";
import { isAlive } from "../../bin/launcher/processes.mjs";

/** A migrated database that every test's database is a copy of. */
export const TEMPLATE = "gum_template";
/** The data of a test is worth nothing after it. */
const FAST = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "200" };

/**
 * A PostgreSQL for tests with the migrated template. One that runs already (TEST_POSTGRES_URL) is used and left alone;
 * else a new one is made in a folder named after this process and removed by `stop`. What dead runs left is removed.
 * @param {string} dir var/test
 * @returns {Promise<{ adminUrl: string, stop: () => Promise<void> }>}
 */
export async function startTestPostgres(dir) {
  const running = process.env.TEST_POSTGRES_URL;
  if (running) return { adminUrl: running, stop: async () => {} };

  fs.mkdirSync(dir, { recursive: true });
  await removeLeftovers(dir);
  const home = path.join(dir, `postgres-${process.pid}`);
  fs.mkdirSync(home, { recursive: true });
  const opened = await openPostgres({
    dir: path.join(home, "data"),
    password: "for-tests-only-0000",
    logFile: path.join(home, "postgres.log"),
    settings: FAST,
  });
  await withClient(opened.adminUrl, (client) => client.query(`CREATE DATABASE "${TEMPLATE}"`));
  await withClient(databaseUrl(opened.adminUrl, TEMPLATE), (client) => migrate(client));
  return {
    adminUrl: opened.adminUrl,
    stop: async () => {
      await opened.stop();
      fs.rmSync(home, { recursive: true, force: true });
    },
  };
}

/**
 * Runs `work` on one connection of its own.
 * @template T
 * @param {string} url
 * @param {(client: import("pg").Client) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withClient(url, work) {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The address of another database on the same server. */
export function databaseUrl(adminUrl, name) {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function removeLeftovers(dir) {
  let others = 0;
  for (const name of fs.readdirSync(dir)) {
    const pid = Number(/^postgres-(\d+)$/.exec(name)?.[1]);
    if (pid && isAlive(pid)) others += 1;
    if (!pid || isAlive(pid)) continue;
    await removePostgres(path.join(dir, name, "data"));
    fs.rmSync(path.join(dir, name), { recursive: true, force: true });
  }
  // The files of test servers belong to databases; without any, nobody needs them.
  if (others) return;
  for (const name of ["files", "servers"]) fs.rmSync(path.join(dir, name), { recursive: true, force: true });
}
