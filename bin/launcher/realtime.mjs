import { spawn } from "node:child_process";
import path from "node:path";
import { ROOT } from "./paths.mjs";
import { sleep } from "./processes.mjs";
import { problemAt } from "./serve.mjs";
import { createServerLog } from "./server-log.mjs";
import { say } from "./steps.mjs";
import { watch } from "./watch.mjs";

const RESTART_MS = 2_000;
const START_MS = 30_000;

/**
 * Picks a port for websockets, unless REALTIME=0 or REALTIME_URL names a process that the operator runs.
 * @returns {Promise<number | null>} the port; `env.REALTIME_URL` is set
 */
export async function reserveRealtime(env) {
  if (env.REALTIME === "0" || env.REALTIME_URL) return null;
  // May need packages, which the launcher installs first.
  const { freePort } = await import("./postgres.mjs");
  const port = await freePort();
  env.REALTIME_URL = `http://127.0.0.1:${port}`;
  return port;
}

/**
 * Runs bin/realtime.mjs beside the server, and restarts it if it exits or no longer answers.
 * @param {{ port: number, url: string, logFile: string }} options `url` of the server
 * @returns {{ stop: () => void }}
 */
export function startRealtimeProcess({ port, url, logFile }) {
  const log = createServerLog(logFile);
  let child;
  let isStopping = false;
  let startsUntil;
  const launch = () => {
    startsUntil = Date.now() + START_MS;
    child = spawn(process.execPath, [path.join(ROOT, "bin/realtime.mjs")], {
      cwd: ROOT,
      // It needs none of the server's settings.
      env: { PATH: process.env.PATH, HOST: "127.0.0.1", GUM_URL: url, REALTIME_PORT: String(port) },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    log.collect(child.stdout);
    log.collect(child.stderr);
    child.on("exit", async (code, signal) => {
      if (isStopping) return;
      say(`  Realtime exited (${signal ?? `status ${code}`}) and is started again.`);
      await sleep(RESTART_MS);
      if (!isStopping) launch();
    });
  };
  launch();
  const watcher = watch({
    check: async () => {
      const answers = (await problemAt(`http://127.0.0.1:${port}/health`)) === null;
      if (answers) startsUntil = 0;
      return answers || Date.now() < startsUntil;
    },
    onDown: () => child.kill("SIGKILL"),
  });
  return {
    stop() {
      isStopping = true;
      void watcher.stop();
      child.kill("SIGTERM");
    },
  };
}
