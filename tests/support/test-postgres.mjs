import fs from "node:fs";
import path from "node:path";
import { migrate } from "../../bin/launcher/migrate.mjs";
import { openPostgres, removePostgres, withClient } from "../../bin/launcher/postgres.mjs";
import { isAlive } from "../../bin/launcher/processes.mjs";

/** A migrated database; every test gets a copy of it. */
export const TEMPLATE = "gum_template";
/** Test data need not survive a crash. */
const FAST = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "200" };

/**
 * A PostgreSQL for tests with the migrated template: the one at TEST_POSTGRES_URL, otherwise a new one in a folder named
 * after this process, which `stop` deletes. What interrupted runs left behind is deleted, too.
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
  const postgres = await openPostgres({
    dir: path.join(home, "data"),
    password: "for-tests-only-0000",
    logFile: path.join(home, "postgres.log"),
    settings: FAST,
  });
  await withClient(postgres.adminUrl, (client) => client.query(`CREATE DATABASE "${TEMPLATE}"`));
  await withClient(databaseUrl(postgres.adminUrl, TEMPLATE), (client) => migrate(client));
  return {
    adminUrl: postgres.adminUrl,
    stop: async () => {
      await postgres.stop();
      fs.rmSync(home, { recursive: true, force: true });
    },
  };
}

/** The address of another database on the same server. */
export function databaseUrl(adminUrl, name) {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function removeLeftovers(dir) {
  let running = 0;
  for (const name of fs.readdirSync(dir)) {
    const pid = Number(/^postgres-(\d+)$/.exec(name)?.[1]);
    if (pid && isAlive(pid)) running += 1;
    if (!pid || isAlive(pid)) continue;
    await removePostgres(path.join(dir, name, "data"));
    fs.rmSync(path.join(dir, name), { recursive: true, force: true });
  }
  // The files of test servers belong to databases; without databases they are of no use.
  if (running) return;
  for (const name of ["files", "servers"]) fs.rmSync(path.join(dir, name), { recursive: true, force: true });
}
