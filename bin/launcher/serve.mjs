import { spawn } from "node:child_process";
import net from "node:net";
import path from "node:path";
import { Fault } from "./fault.mjs";
import { ROOT } from "./paths.mjs";
import { sleep } from "./processes.mjs";
import { createServerLog } from "./server-log.mjs";
import { say } from "./steps.mjs";

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
    return response.headers.has("x-gum-server");
  } catch {
    return true; // It closed in between.
  }
}

/** Asks the server that listens whether it can also serve. @throws {Fault} with what it answers */
async function assertReady({ HOST, PORT }) {
  const host =
    HOST === "0.0.0.0" ? "127.0.0.1" : HOST.includes(":") ? `[${HOST === "::" ? "::1" : HOST}]` : HOST;
  const until = Date.now() + READY_MS;
  let answer = "";
  while (Date.now() < until) {
    try {
      const response = await fetch(`http://${host}:${PORT}/api/ready`, {
        signal: AbortSignal.timeout(5_000),
      });
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
 * What the server's Node is started with. A page that is rendered is many objects which live as long as its request:
 * where V8 has 16 MB for young ones, its own choice, many of them end up among the old ones, which cost far more to clear.
 * Measured side by side after 1,000 pages at four at a time, median of a /timeline: 24.3 ms of processor time without the
 * flag, 20.5 with 32 MB, 18.0 with 64.
 * It is a bound (three times as much at most is in use), not an amount that is taken.
 */
export const SERVER_FLAGS = ["--max-semi-space-size=64"];

/**
 * Runs bin/server.mjs as a child and starts it again if it dies. Its IPC channel is its leash: when the launcher is gone, it ends.
 * @param {{ env: Record<string, string>, dev?: boolean, logFile?: string, onDead: (fault: Fault) => void }} options
 *   without `logFile` the server writes to the terminal itself
 */
export async function serve({ env, dev = false, logFile, onDead }) {
  const log = logFile ? createServerLog(logFile) : null;
  let child;
  let stopping = false;
  let failures = [];

  const launch = () =>
    new Promise((resolve, reject) => {
      const file = path.join(ROOT, "bin/server.mjs");
      const args = dev ? [file, "--dev"] : [...SERVER_FLAGS, file];
      const output = log ? "pipe" : "inherit";
      const started = spawn(process.execPath, args, {
        cwd: ROOT,
        env,
        stdio: ["ignore", output, output, "ipc"],
      });
      child = started;
      log?.collect(started.stdout);
      log?.collect(started.stderr);
      let listening = false;
      const timer = setTimeout(() => {
        reject(new Fault("The server did not start within two minutes."));
        started.kill("SIGKILL");
      }, START_MS);
      started.on("message", (message) => {
        if (message?.type === "listening") {
          listening = true;
          clearTimeout(timer);
          resolve();
        }
        if (message?.type === "fault") reject(new Fault(message.message));
      });
      started.on("exit", (code, signal) => {
        clearTimeout(timer);
        if (stopping) return;
        if (!listening) reject(new Fault("The server ended before it could serve. What it said is above."));
        else void revive(signal ?? `status ${code}`);
      });
    });

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
    if (ending.connected) ending.send({ type: "stop" });
    else ending.kill("SIGTERM");
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
