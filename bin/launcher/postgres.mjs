import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { withClient } from "./database-client.mjs";
import { Fault, diskFullFault, isDiskFull, tail } from "./fault.mjs";
import { placement } from "./postgres-binaries.mjs";
import { childrenOf, commandLine, isAlive, run, sleep, waitForExit } from "./processes.mjs";

export { withClient };

const USER = "gum";
const DATABASE = "gum";
const HOST = "127.0.0.1";
const START_MS = 60_000;
const STOP_MS = 30_000;
/** A healthy server responds within this time; after it, it counts as frozen. */
const ANSWER_MS = 5_000;
const FROZEN_MS = 15_000;
const ENVIRONMENT = { LC_ALL: "C", LANG: "C" };

/**
 * The embedded PostgreSQL of a data folder: created if the folder is empty, reused if a killed launcher left it running.
 * It listens on 127.0.0.1 only, requires the password, and has a process group of its own, so that Ctrl+C reaches the
 * launcher first and the database is stopped last.
 * @param {{ dir: string, password: string, logFile: string, settings?: Record<string, string> }} options
 *   `settings` are passed to the server (tests switch fsync off)
 * @returns {Promise<ReturnType<typeof handle>>}
 * @throws {Fault}
 */
export async function openPostgres({ dir, password, logFile, settings = {} }) {
  const place = placement(dir);
  const { data } = place;
  let found = await findRunning(data, password);
  const about = { password, place, logFile, settings };
  if (found) return handle({ ...found, ...about, found: true, created: false });

  const created = !fs.existsSync(path.join(data, "PG_VERSION"));
  if (created) await createCluster({ place, password, logFile });
  const until = Date.now() + START_MS;
  for (let attempt = 1; ; attempt += 1) {
    const started = await startServer({ place, logFile, settings, isLast: Date.now() > until });
    if (started.inUse) {
      await sleep(100);
      found = await findRunning(data, password);
      if (found) return handle({ ...found, ...about, found: true, created: false });
      continue;
    }
    if (started.portTaken && attempt < 5) continue;
    if (started.portTaken)
      throw new Fault("No free port was found for the database. Close some programs and try again.");
    if (!(await accepts(started.port, password, START_MS))) {
      // secrets.json was lost. Who owns the data folder owns the database, so the password may be reset.
      await stopServer(started.pid, place);
      await resetPassword({ place, password });
      continue;
    }
    await ensureDatabase(started.port, password);
    return handle({ ...started, ...about, found: false, created });
  }
}

/** The URL of the database running on a data folder; null if there is none. */
export async function findPostgres({ dir, password }) {
  const running = await findRunning(placement(dir).data, password);
  return running && connectionString({ ...running, password, database: DATABASE });
}

/** Stops the server that runs on a data folder, if any, and deletes the folder. */
export async function removePostgres(dir) {
  const place = placement(dir);
  const pid = readPidFile(place.data)?.pid;
  if (pid && isPostgres(pid)) await stopServer(pid, place);
  fs.rmSync(place.data, { recursive: true, force: true });
}

function handle({ port, pid: firstPid, password, found, created, place, logFile, settings }) {
  let pid = firstPid;
  const url = (database) => connectionString({ port, password, database });
  return {
    url: url(DATABASE),
    adminUrl: url("postgres"),
    get pid() {
      return pid;
    },
    found,
    created,
    isRunning: () => isAlive(pid),
    /** Whether it accepts connections, or says why not. */
    answers: () =>
      accepts(port, password).then(
        () => true,
        (error) => /^[\dA-Z]{5}$/.test(error.code ?? ""),
      ),
    stop: () => stopServer(pid, place),
    /** Kills the server, which may be frozen, and restarts it on the same port. @throws {Fault} */
    restart: async () => {
      await killServer(pid);
      pid = await startAgain({ place, logFile, settings, port });
    },
    /** Replaces the database with an empty one. */
    recreate: async () => {
      await withClient(url("postgres"), (client) => client.query(`DROP DATABASE "${DATABASE}" WITH (FORCE)`));
      await ensureDatabase(port, password);
    },
  };
}

function connectionString({ port, password, database }) {
  return `postgresql://${USER}:${encodeURIComponent(password)}@${HOST}:${port}/${database}`;
}

/** The lines of postmaster.pid: process, data folder, start time, port, socket folder, address, memory key, state. */
function readPidFile(data) {
  try {
    const lines = fs.readFileSync(path.join(data, "postmaster.pid"), "utf8").split("\n");
    return { pid: Number(lines[0]), port: Number(lines[3]), state: (lines[7] ?? "").trim() };
  } catch {
    return null;
  }
}

const isPostgres = (pid) => isAlive(pid) && /postgres/.test(commandLine(pid));

async function findRunning(data, password) {
  const file = readPidFile(data);
  if (!file) return null;
  if (!isPostgres(file.pid)) {
    // PostgreSQL deletes the file of a dead process, but not if another program has its process id by now.
    if (isAlive(file.pid)) fs.rmSync(path.join(data, "postmaster.pid"), { force: true });
    return null;
  }
  const until = Date.now() + START_MS;
  const frozenAt = Date.now() + FROZEN_MS;
  while (isAlive(file.pid) && Date.now() < until) {
    const now = readPidFile(data);
    const accepted = now?.state === "ready" && (await accepts(now.port, password).catch(() => null));
    if (accepted) return { pid: now.pid, port: now.port };
    if (accepted === false && now?.state === "ready" && now.pid === file.pid) {
      process.kill(file.pid, "SIGINT");
      await waitForExit(file.pid, STOP_MS);
      return null;
    }
    if (accepted === null && Date.now() > frozenAt && commandLine(file.pid).includes(data)) {
      await killServer(file.pid);
      return null;
    }
    await sleep(100);
  }
  if (isAlive(file.pid)) {
    throw new Fault(
      `The database of an earlier start (process ${file.pid}) does not answer. Stop it, then run the command again.`,
    );
  }
  return null;
}

/** Whether the server accepts the password. @throws if it does not answer within `ms` */
async function accepts(port, password, ms = ANSWER_MS) {
  try {
    await withClient(connectionString({ port, password, database: "postgres" }), () => {}, {
      connectMs: ms,
      queryMs: ms,
    });
    return true;
  } catch (error) {
    if (error.code === "28P01") return false;
    throw error;
  }
}

async function ensureDatabase(port, password) {
  const ensure = async (client) => {
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [DATABASE]);
    if (!rowCount) await client.query(`CREATE DATABASE "${DATABASE}"`);
  };
  await withClient(connectionString({ port, password, database: "postgres" }), ensure, {
    connectMs: START_MS,
    queryMs: START_MS,
  });
}

/** Runs initdb in a temporary folder and renames it when it is complete, so that an interrupted start leaves no half cluster. */
async function createCluster({ place, password, logFile }) {
  const half = `${place.data}.new`;
  fs.rmSync(half, { recursive: true, force: true });
  fs.mkdirSync(half, { recursive: true, mode: 0o700 });
  place.own(half);
  const passwordFile = path.join(half, "..", `.pw-${process.pid}`);
  fs.writeFileSync(passwordFile, password, { mode: 0o600 });
  if (place.options.uid) fs.chownSync(passwordFile, place.options.uid, place.options.gid);
  try {
    const [command, args] = place.command("initdb", [
      "-D",
      half,
      `--username=${USER}`,
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      "--locale=C",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
    ]);
    const env = { ...process.env, ...ENVIRONMENT };
    const { status, output } = await run(command, args, {
      cwd: path.dirname(half),
      env,
      logFile,
      ...place.options,
    });
    if (status !== 0) {
      fs.rmSync(half, { recursive: true, force: true });
      throw postgresFault("The database could not be created", output, logFile, place.data);
    }
  } finally {
    fs.rmSync(passwordFile, { force: true });
  }
  fs.renameSync(half, place.data);
}

/** What a server says while processes of a killed one are not gone yet. */
const HELD = /pre-existing shared memory block|lock file "postmaster\.pid" already exists/;

/** @param options.isLast whether to give up where a killed server still holds the folder, for which `inUse` is returned */
async function startServer({ place, logFile, settings, isLast, port: wanted }) {
  const port = wanted ?? (await freePort());
  const options = {
    listen_addresses: HOST,
    port: String(port),
    unix_socket_directories: "",
    timezone: "UTC",
    log_timezone: "UTC",
    ...settings,
  };
  if (process.platform === "win32") delete options.unix_socket_directories;
  const logStart = fs.existsSync(logFile) ? fs.statSync(logFile).size : 0;
  const pid = await launch({ place, logFile, options });
  const until = Date.now() + START_MS;
  for (;;) {
    const file = readPidFile(place.data);
    // The pid file of a dead server may name the same port.
    if (file?.state === "ready" && file.port === port && isPostgres(file.pid)) return { pid: file.pid, port };
    if (!isAlive(pid) && !(process.platform === "win32" && file)) {
      const log = fs.existsSync(logFile) ? fs.readFileSync(logFile, "utf8").slice(logStart) : "";
      if (/could not bind|could not create any TCP\/IP sockets/.test(log)) return { portTaken: true };
      if (HELD.test(log) && !isLast) return { inUse: true };
      throw postgresFault("The database did not start", log, logFile, place.data);
    }
    if (Date.now() > until)
      throw new Fault(`The database did not start within a minute; its log is ${logFile}.`);
    await sleep(25);
  }
}

/** @returns {Promise<number>} the server's process id */
async function launch({ place, logFile, options }) {
  const flags = Object.entries(options).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const env = { ...process.env, ...ENVIRONMENT };
  if (process.platform === "win32") {
    // The server refuses to run with administrator rights; pg_ctl drops them.
    const [command, args] = place.command("pg_ctl", [
      "-D",
      place.data,
      "-l",
      logFile,
      "-w",
      "-o",
      flags.join(" "),
      "start",
    ]);
    const { status, output } = await run(command, args, { env });
    if (status !== 0) throw postgresFault("The database did not start", output, logFile, place.data);
    return readPidFile(place.data)?.pid ?? 0;
  }
  const [command, args] = place.command("postgres", ["-D", place.data, ...flags]);
  const log = fs.openSync(logFile, "a");
  const child = spawn(command, args, {
    cwd: place.options.uid ? "/" : undefined,
    env,
    detached: true,
    stdio: ["ignore", log, log],
    ...place.options,
  });
  fs.closeSync(log);
  const pid = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("spawn", () => resolve(child.pid));
  });
  child.unref();
  return pid;
}

async function stopServer(pid, place) {
  if (!isAlive(pid)) return;
  if (process.platform === "win32") {
    const [command, args] = place.command("pg_ctl", ["-D", place.data, "-m", "fast", "-w", "stop"]);
    await run(command, args);
    return;
  }
  process.kill(pid, "SIGINT");
  if (!(await waitForExit(pid, STOP_MS))) process.kill(pid, "SIGQUIT");
  await waitForExit(pid, 5_000);
}

/** Kills a server that may be frozen. Each of its processes is its own process group. */
async function killServer(pid) {
  const all = [pid, ...childrenOf(pid)].filter(isAlive);
  for (const each of all) {
    try {
      process.kill(each, "SIGKILL");
    } catch (error) {
      if (error.code !== "ESRCH") throw error;
    }
  }
  await Promise.all(all.map((each) => waitForExit(each, STOP_MS)));
}

/**
 * @returns {Promise<number>} the process id of a server on the same port, once all processes of the previous one are
 * gone
 */
async function startAgain({ place, logFile, settings, port }) {
  const until = Date.now() + START_MS;
  for (;;) {
    const started = await startServer({ place, logFile, settings, port, isLast: Date.now() > until });
    if (started.pid) return started.pid;
    if (started.portTaken)
      throw new Fault(
        `The database ended, and port ${port}, at which it was, is taken by another program now.`,
      );
    await sleep(100);
  }
}

async function resetPassword({ place, password }) {
  const [command, args] = place.command("postgres", ["--single", "-D", place.data, "postgres"]);
  const env = { ...process.env, ...ENVIRONMENT };
  const input = `ALTER ROLE ${USER} PASSWORD '${password.replaceAll("'", "''")}'\n`;
  const { status, output } = await run(command, args, { env, input, ...place.options });
  if (status !== 0) throw new Fault("The database's password could not be reset.", { detail: tail(output) });
}

function postgresFault(what, log, logFile, data) {
  if (isDiskFull(log)) return diskFullFault(data);
  const why = /incompatible with server/.test(log)
    ? `${data} was created by another version of PostgreSQL. Dump it with that version, or move the folder away to start with an empty one`
    : /invalid permissions|wrong ownership|Permission denied/.test(log)
      ? `${data} belongs to another user. Start Gum as that user, or give the folder to this one`
      : /could not (?:create|map) shared memory|shared memory segment/.test(log)
        ? "there is too little shared memory (in a container: raise --shm-size)"
        : `its output is below (full log: ${logFile})`;
  return new Fault(`${what}: ${why}.`, { detail: tail(log, 8) });
}

/** fetch and Chromium refuse it. */
const REFUSED_BY_FETCH = 10_080;

/** A free port on loopback, below those that systems assign by themselves: nothing else takes it before its use. */
export async function freePort() {
  for (;;) {
    const port = randomInt(10_000, 30_000);
    if (port !== REFUSED_BY_FETCH && (await canListen(port))) return port;
  }
}

function canListen(port) {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once("error", () => resolve(false));
    server.listen(port, HOST, () => server.close(() => resolve(true)));
  });
}
