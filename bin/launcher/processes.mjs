import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";

/** True while a process with this id runs, as any user. A zombie does not count. */
export function isAlive(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== "EPERM") return false;
  }
  return !/^[ZX]/.test(statFields(pid)?.[0] ?? "");
}

/** The fields of /proc/<pid>/stat from the state on; null outside Linux. */
function statFields(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}

/**
 * Distinguishes a process from a later one with the same id: the start time, on Linux with the boot id. "" if
 * the process is gone or the system does not report it.
 */
export function processIdentity(pid) {
  const started = statFields(pid)?.[19];
  if (started) return `${fs.readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}:${started}`;
  if (process.platform === "linux" || process.platform === "win32") return "";
  return (spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).stdout ?? "").trim();
}

/** The ids of a process's children. @returns {number[]} */
export function childrenOf(pid) {
  const list = (text) => text.trim().split(/\s+/).filter(Boolean).map(Number);
  try {
    return list(fs.readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8"));
  } catch {
    if (process.platform === "linux" || process.platform === "win32") return [];
    return list(spawnSync("pgrep", ["-P", String(pid)], { encoding: "utf8" }).stdout ?? "");
  }
}

/** The command line of a process; "" where it is gone or the system does not say. */
export function commandLine(pid) {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
  } catch {
    if (process.platform === "linux") return "";
    if (process.platform === "win32") {
      const listed = spawnSync("tasklist", ["/FI", `PID eq ${pid}`, "/FO", "CSV", "/NH"], {
        encoding: "utf8",
      });
      return listed.stdout ?? "";
    }
    return (spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout ?? "").trim();
  }
}

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until the process is gone. @returns {Promise<boolean>} false if it still runs after `ms` */
export async function waitForExit(pid, ms) {
  const until = Date.now() + ms;
  while (isAlive(pid)) {
    if (Date.now() > until) return false;
    await sleep(25);
  }
  return true;
}

/** Children started by `run`; they are stopped together with this process. */
const running = new Set();

export function stopChildren() {
  for (const child of running) child.kill("SIGTERM");
}

/**
 * Runs a command to its end.
 * @returns {Promise<{ status: number, signal: string | null, output: string }>} the last 200,000 characters of its output;
 *   rejects only where the command cannot be started
 */
export function run(command, args, { cwd, env = process.env, logFile, input, ...spawnOptions } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
      windowsHide: true,
      ...spawnOptions,
    });
    running.add(child);
    const log = logFile ? fs.createWriteStream(logFile) : null;
    log?.on("error", () => {});
    let output = "";
    const collect = (chunk) => {
      const text = chunk.toString();
      output = (output + text).slice(-200_000);
      log?.write(text);
    };
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    if (input !== undefined) child.stdin.end(input);
    child.on("error", (error) => {
      running.delete(child);
      reject(error);
    });
    child.on("close", (status, signal) => {
      running.delete(child);
      log?.end();
      resolve({ status: status ?? 1, signal, output });
    });
  });
}
