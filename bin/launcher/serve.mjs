import { spawn } from "node:child_process";
import net from "node:net";
import { Fault } from "./fault.mjs";
import { NEXT, startArguments } from "./next-start.mjs";
import { ROOT } from "./paths.mjs";
import { sleep } from "./processes.mjs";
import { createServerLog } from "./server-log.mjs";
import { say } from "./steps.mjs";
import { restartLimit, watch } from "./watch.mjs";

const START_MS = 120_000;
const STOP_MS = 20_000;
const PORT_WAIT_MS = 30_000;
const READY_MS = 60_000;

/**
 * Waits for the server of a killed launcher, which needs a moment to exit.
 * @throws {Fault} if another program listens on the port
 */
export async function assertPortFree({ port, host }, command) {
  const until = Date.now() + PORT_WAIT_MS;
  for (let first = true; ; first = false) {
    const taken =
      (await answers(port, "127.0.0.1")) || (await answers(port, "::1")) || (await listenError(port, host));
    if (!taken) return;
    if (taken === "EACCES") {
      throw new Fault(
        `Port ${port} needs more privileges than this user has. Set PORT to a number above 1023.`,
      );
    }
    if (taken === "EADDRNOTAVAIL") {
      throw new Fault(
        `This machine has no address ${host}. Set HOST to one of its addresses (0.0.0.0 for all), or leave it out.`,
      );
    }
    if (Date.now() > until || (first && !(await isGum(port)))) {
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

function listenError(port, host) {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once("error", (error) => resolve(error.code));
    server.listen(port, host, () => server.close(() => resolve(null)));
  });
}

async function isGum(port) {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/api/health`, {
      signal: AbortSignal.timeout(2_000),
    });
    return (await response.json()).status === "ok";
  } catch (error) {
    // No answer: it closed in the meantime. Anything but JSON: another program.
    return !(error instanceof SyntaxError);
  }
}

/** The address at which this machine reaches the server. */
function localUrl({ HOST, PORT }) {
  const loopback = { "0.0.0.0": "127.0.0.1", "::": "::1" }[HOST] ?? HOST;
  return `http://${loopback.includes(":") ? `[${loopback}]` : loopback}:${PORT}`;
}

/** @returns {Promise<string | null>} null where the URL answers 2xx, otherwise the answer or the error */
export async function problemAt(url) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000) });
    return response.ok ? null : await response.text();
  } catch (error) {
    return String(error.cause?.message ?? error.message);
  }
}

/** @throws {Fault} with the answer of `/api/ready` if the server listens but cannot serve */
async function assertReady(url) {
  const until = Date.now() + READY_MS;
  let problem = await problemAt(`${url}/api/ready`);
  while (problem !== null && Date.now() < until) {
    await sleep(250);
    problem = await problemAt(`${url}/api/ready`);
  }
  if (problem === null) return;
  throw new Fault("The server runs but cannot serve. Fix the problem below, then start again.", {
    detail: problem.slice(0, 500),
  });
}

/**
 * Runs `next start` or `next dev` as a child process and restarts it if it dies or, outside development, no longer answers. The IPC channel ties the child to this
 * process: when the launcher is gone, instrumentation.ts stops the server.
 * @param {{ env: Record<string, string>, dev?: boolean, logFile?: string, onDead: (fault: Fault) => void }} options
 *   without `logFile` the server writes to the terminal
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>} the local address; `stop` lets requests in flight finish
 */
export async function serve({ env, dev = false, logFile, onDead }) {
  const url = localUrl(env);
  const log = logFile ? createServerLog(logFile) : null;
  let child;
  let listening = false;
  let stopping = false;
  const countRestart = restartLimit("The server");

  const launch = async () => {
    const output = log ? "pipe" : "inherit";
    const args = dev
      ? [NEXT, "dev", "--hostname", env.HOST, "--port", env.PORT]
      : startArguments(env.HOST, env.PORT);
    const started = spawn(process.execPath, args, {
      cwd: ROOT,
      env,
      stdio: ["ignore", output, output, "ipc"],
    });
    child = started;
    log?.collect(started.stdout);
    log?.collect(started.stderr);
    listening = false;
    started.on("exit", (code, signal) => {
      if (!listening || stopping) return;
      listening = false;
      void restart(signal ?? `status ${code}`);
    });
    const until = Date.now() + START_MS;
    for (;;) {
      const problem = await problemAt(`${url}/api/health`);
      // Otherwise another server that has taken the port in the meantime would pass for this one.
      if (started.exitCode !== null || started.signalCode)
        throw new Fault("The server exited before it could serve. Its output is above.");
      if (problem === null) break;
      if (Date.now() > until) {
        started.kill("SIGKILL");
        throw new Fault("The server did not start within two minutes.");
      }
      await sleep(50);
    }
    listening = true;
  };

  const restart = async (why) => {
    try {
      const count = countRestart(why);
      say(`  The server exited unexpectedly (${why}) and is started again.`);
      await sleep(200 * count);
      if (!stopping) await launch();
    } catch (fault) {
      onDead(fault);
    }
  };

  let watcher;
  const stop = async () => {
    stopping = true;
    watcher?.stop();
    if (child.exitCode !== null || child.signalCode) return;
    const exited = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    const forced = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
    await exited;
    clearTimeout(forced);
  };

  await launch();
  if (!dev) {
    await assertReady(url).catch((fault) => {
      stopping = true;
      child.kill("SIGKILL");
      throw fault;
    });
    watcher = watch({
      // `launch` waits for it while it restarts.
      check: async () => !listening || (await problemAt(`${url}/api/health`)) === null,
      onDown: () => {
        say("  The server does not answer any more and is ended.");
        child.kill("SIGKILL");
      },
    });
  }
  return { url, stop };
}
