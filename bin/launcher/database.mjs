import { closeClient, openClient } from "./database-client.mjs";
import { Fault } from "./fault.mjs";
import { migrate } from "./migrate.mjs";
import { sleep } from "./processes.mjs";

const OLDEST_VERSION = 150_000;
const WAIT_MS = 5_000;
/** A database that was just started may take long to answer where other programs want the processor, too. */
const CONNECT_MS = 30_000;
/** A server that is still starting. */
const STARTING_CODES = new Set(["ECONNREFUSED", "57P03", "ECONNRESET"]);

/** The address of a database without user and password, for messages. */
export function safeAddress(url) {
  try {
    const { hostname, port, pathname } = new URL(url);
    return `${hostname || "localhost"}:${port || 5432}${pathname}`;
  } catch {
    return "the address in DATABASE_URL";
  }
}

/** @throws {Fault} that says why DATABASE_URL does not work */
async function connect(url) {
  const until = Date.now() + WAIT_MS;
  for (;;) {
    try {
      return await openClient(url, { connectMs: CONNECT_MS, name: "gum launcher" });
    } catch (error) {
      if (error instanceof Fault) throw error;
      if (!STARTING_CODES.has(codeOf(error)) || Date.now() > until) throw connectionFault(url, error);
      await sleep(250);
    }
  }
}

const codeOf = (error) => error.code ?? error.errors?.[0]?.code;

function connectionFault(url, error) {
  const at = safeAddress(url);
  const code = codeOf(error);
  const sentence =
    {
      "28P01": `The database at ${at} refuses the user or password in DATABASE_URL. Correct them and start again.`,
      28000: `The database at ${at} does not accept connections of this user from this machine. Check DATABASE_URL and the server's pg_hba.conf.`,
      "3D000": `The database at ${at} does not exist. Create it (createdb), or correct DATABASE_URL.`,
      ENOTFOUND: `The host of the database at ${at} is not known. Correct DATABASE_URL.`,
      ERR_INVALID_URL:
        "DATABASE_URL is not an address of the form postgresql://user:password@host:5432/database.",
    }[code] ??
    `The database at ${at} cannot be reached (${code ?? error.message}). Start it or correct DATABASE_URL; without DATABASE_URL, Gum runs a database of its own.`;
  return new Fault(sentence, { cause: error });
}

/** Whether somebody has an account; false also without tables. */
export async function hasPeople(client) {
  const { rows } = await client.query("SELECT to_regclass('users') IS NOT NULL AS exists");
  return rows[0].exists && (await client.query("SELECT 1 FROM users LIMIT 1")).rowCount > 0;
}

/** Runs `work` on a connection to a database that may be starting. @throws {Fault} */
export async function withServer(url, work) {
  const client = await connect(url);
  try {
    return await work(client);
  } finally {
    await closeClient(client);
  }
}

/**
 * Connects, checks the version, and applies pending migrations.
 * @returns {Promise<{ applied: string[], empty: boolean }>} `empty`: there is no account yet
 * @throws {Fault}
 */
export function prepareDatabase(url) {
  return withServer(url, async (client) => {
    const { rows } = await client.query("SELECT current_setting('server_version_num')::int AS number");
    if (rows[0].number < OLDEST_VERSION) {
      throw new Fault(
        `The database at ${safeAddress(url)} is PostgreSQL ${Math.floor(rows[0].number / 10_000)}; Gum needs 15 or later.`,
      );
    }
    const applied = await migrate(client);
    return { applied, empty: !(await hasPeople(client)) };
  });
}
