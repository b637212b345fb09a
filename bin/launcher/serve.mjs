import { spawn } from "node:child_process";
import net from "node:net";
import path from "node:path";
import { Fault } from "./fault.mjs";
import { ROOT } from "./paths.mjs";
import { sleep } from "./processes.mjs";
import { createServerLog } from "./server-log.mjs";
import { say } from "./steps.mjs";

const NEXT = path.join(ROOT, "node_modules/next/dist/bin/next");
const START_MS = 120_000;
const STOP_MS = 20_000;
const RESTARTS = 5;
const RESTART_WINDOW_MS = 60_000;
const PORT_WAIT_MS = 6_000;
const READY_MS = 20_000;

/**
 * @throws {Fault} if something listens where the product would. A server whose launcher was killed needs a moment to end.
 */
export async function assertPortFree({ port, host }, command = "npm start") {
  const until = Date.now() + PORT_WAIT_MS;
  for (let first = true; ; first = false) {
    const taken =
      (await answers(port, "127.0.0.1")) || (await answers(port, "::1")) || (await cannotListen(port, host));
    if (!taken) return;
    if (taken === "EACCES") {
      throw new Fault(`Port ${port} needs more rights than this user has. Set PORT to a number above 1023.`);
    }
    if (taken === "EADDRNOTAVAIL") {
      throw new Fault(
        `This machine has no address ${host}. Set HOST to one that it has (0.0.0.0 for all), or leave it out.`,
      );
    }
    if (Date.now() > until || (first && !(await isOurs(port)))) {
      throw new Fault(
        `Port ${port} is taken by another program. Stop that one, or choose another port: PORT=${port + 1} ${command}.`,
      );
    }
    await sleep(250);
  }
}

function answers(port, host) {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host, timeout: 1_000 });
    const end = (result) => {
      socket.destroy();
      resolve(result);
    };
    socket
      .once("connect", () => end(true))
      .once("error", () => end(false))
      .once("timeout", () => end(false));
  });
}

function cannotListen(port, host) {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once("error", (error) => resolve(error.code));
    server.listen(port, host, () => server.close(() => resolve(false)));
  });
}

/** True if it is a Gum that answers: the server of a launcher that was killed, on its way out. */
async function isOurs(port) {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/api/health`, {
      signal: AbortSignal.timeout(2_000),
    });
    return (await response.json()).status === "ok";
  } catch (error) {
    return !(error instanceof SyntaxError); // Without an answer it closed in between.
  }
}

const localUrl = ({ HOST, PORT }) => {
  const host =
    HOST === "0.0.0.0" ? "127.0.0.1" : HOST.includes(":") ? `[${HOST === "::" ? "::1" : HOST}]` : HOST;
  return `http://${host}:${PORT}`;
};

async function isHealthy(env) {
  try {
    return (await fetch(`${localUrl(env)}/api/health`, { signal: AbortSignal.timeout(5_000) })).ok;
  } catch {
    return false;
  }
}

/** Asks the server that listens whether it can also serve. @throws {Fault} with what it answers */
async function assertReady(env) {
  const until = Date.now() + READY_MS;
  let answer = "";
  while (Date.now() < until) {
    try {
      const response = await fetch(`${localUrl(env)}/api/ready`, { signal: AbortSignal.timeout(5_000) });
      if (response.ok) return;
      answer = await response.text();
    } catch (error) {
      answer = String(error.cause?.message ?? error.message);
    }
    await sleep(250);
  }
  throw new Fault(
    "The server runs, but it cannot serve. What it says is below and above; mend that and start again.",
    {
      detail: answer.slice(0, 500),
    },
  );
}

/**
 * Runs `next start` or `next dev` as a child and starts it again if it dies. Its IPC channel is its leash: when the
 * launcher is gone, instrumentation.ts ends it.
 * @param {{ env: Record<string, string>, dev?: boolean, logFile?: string, onDead: (fault: Fault) => void }} options
 *   without `logFile` the server writes to the terminal itself
 */
export async function serve({ env, dev = false, logFile, onDead }) {
  const log = logFile ? createServerLog(logFile) : null;
  let child;
  let stopping = false;
  let failures = [];

  const launch = async () => {
    const output = log ? "pipe" : "inherit";
    const args = [NEXT, dev ? "dev" : "start", "--hostname", env.HOST, "--port", env.PORT];
    const started = spawn(process.execPath, args, {
      cwd: ROOT,
      env,
      stdio: ["ignore", output, output, "ipc"],
    });
    child = started;
    log?.collect(started.stdout);
    log?.collect(started.stderr);
    let listening = false;
    started.on("exit", (code, signal) => {
      if (listening && !stopping) void revive(signal ?? `status ${code}`);
    });
    const until = Date.now() + START_MS;
    while (!(await isHealthy(env))) {
      if (started.exitCode !== null || started.signalCode)
        throw new Fault("The server ended before it could serve. What it said is above.");
      if (Date.now() > until) {
        started.kill("SIGKILL");
        throw new Fault("The server did not start within two minutes.");
      }
      await sleep(50);
    }
    listening = true;
  };

  const revive = async (why) => {
    failures = [...failures.filter((at) => Date.now() - at < RESTART_WINDOW_MS), Date.now()];
    if (failures.length > RESTARTS) {
      onDead(
        new Fault(
          `The server ended ${failures.length} times within a minute (${why}). Look at what it said above.`,
        ),
      );
      return;
    }
    say(`  The server ended unexpectedly (${why}) and is started again.`);
    await sleep(200 * failures.length);
    if (stopping) return;
    await launch().catch(onDead);
  };

  /** Lets requests that are under way finish, then ends. */
  const stop = async () => {
    stopping = true;
    const ending = child;
    if (ending.exitCode !== null || ending.signalCode) return;
    const ended = new Promise((resolve) => ending.once("exit", resolve));
    ending.kill("SIGTERM");
    const forced = setTimeout(() => ending.kill("SIGKILL"), STOP_MS);
    await ended;
    clearTimeout(forced);
  };

  const restart = async () => {
    await stop();
    stopping = false;
    await launch();
  };

  await launch();
  if (!dev) {
    await assertReady(env).catch((fault) => {
      stopping = true;
      child.kill("SIGKILL");
      throw fault;
    });
  }
  return { stop, restart };
}
