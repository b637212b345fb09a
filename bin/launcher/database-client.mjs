import { Fault } from "./fault.mjs";
import { watch } from "./watch.mjs";

const CONNECT_MS = 10_000;
const END_MS = 5_000;
/** A server counts as hung after three looks without an answer, each as long as the pause before it: a minute. */
const LOOK_MS = 10_000;
/** A COPY sends or takes bytes all the time. */
const STALL_MS = 60_000;
/** For statements over a few rows. */
export const SHORT = { queryMs: 30_000 };

const KEPT_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 60_000 };
const EXPIRED = new Set(["timeout expired", "Query read timeout"]);
/** The server's own word, whatever it says, or a pooler's (XX000). The system's codes begin with E, as EPIPE. */
const SQL_STATE = /^[\dA-DF-Z][\dA-Z]{4}$/;

/**
 * A connection that `closeClient` ends. A statement gets `queryMs`; without, it takes as long as it needs while the server
 * answers others, and the connection is broken off once it does not: one server can hang while its connections stay open.
 * @param {string} url
 * @param {{ connectMs?: number, queryMs?: number, lookMs?: number, name?: string }} [options] `lookMs`: how often the
 *   server is asked
 * @throws {Fault} if it does not answer in time
 */
export async function openClient(url, { connectMs = CONNECT_MS, queryMs, lookMs = LOOK_MS, name } = {}) {
  const { default: pg } = await import("pg");
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    query_timeout: queryMs,
    application_name: name,
    ...KEPT_ALIVE,
  });
  // A connection that breaks fails the query that uses it; without a listener it would also end the process.
  client.on("error", () => {});
  try {
    await client.connect();
  } catch (error) {
    await closeClient(client);
    throw EXPIRED.has(error.message) ? silence(client, connectMs, error) : error;
  }
  if (!queryMs) watchServer({ client, url, lookMs });
  return client;
}

function watchServer({ client, url, lookMs }) {
  let seen = 0;
  const watcher = watch({
    everyMs: lookMs,
    check: async () => {
      const { bytesRead } = client.connection.stream;
      const hasMore = bytesRead > seen;
      seen = bytesRead;
      return hasMore || answers(url, lookMs);
    },
    onDown: () => client.connection.stream.destroy(silence(client, 6 * lookMs)),
  });
  client.once("end", () => void watcher.stop());
}

/** Ends a connection, also one to a server that hangs. */
export async function closeClient(client) {
  const timer = setTimeout(() => client.connection.stream.destroy(), END_MS);
  await client.end().catch(() => {});
  clearTimeout(timer);
}

/**
 * Runs `work` on a connection of its own.
 * @template T
 * @param {string} url
 * @param {(client: import("pg").Client) => T | Promise<T>} work
 * @param {Parameters<typeof openClient>[1]} [options]
 * @returns {Promise<T>}
 */
export async function withClient(url, work, options = {}) {
  const client = await openClient(url, options);
  try {
    return await work(client);
  } catch (error) {
    throw EXPIRED.has(error.message) ? silence(client, options.queryMs, error) : error;
  } finally {
    await closeClient(client);
  }
}

function silence({ host, port, database }, ms, cause) {
  return new Fault(
    `The database at ${host}:${port}/${database} has not answered for ${ms / 1_000} s. See to it, then run the command again.`,
    { cause },
  );
}

/** A server that refuses answers, too. */
async function answers(url, ms) {
  try {
    await withClient(url, (client) => client.query("SELECT 1"), { connectMs: ms, queryMs: ms });
    return true;
  } catch (error) {
    return SQL_STATE.test(error.code ?? "");
  }
}

/** Waits for the next step of a COPY, and breaks the connection off if it takes longer than `ms`. */
export async function unlessStalled(client, step, ms = STALL_MS) {
  const timer = setTimeout(() => client.connection.stream.destroy(silence(client, ms)), ms);
  try {
    return await step;
  } finally {
    clearTimeout(timer);
  }
}

/** The output of a COPY. The time that the consumer takes does not count. */
export async function* copiedRows(client, stream, ms = STALL_MS) {
  const pieces = stream[Symbol.asyncIterator]();
  for (;;) {
    const { done, value } = await unlessStalled(client, pieces.next(), ms);
    if (done) return;
    yield value;
  }
}
