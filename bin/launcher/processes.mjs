import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";

/** True while a process with this id runs (also one of another user). One that died and was not yet buried does not. */
export function isAlive(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== "EPERM") return false;
  }
  return !/^[ZX]/.test(statFields(pid)?.[0] ?? "");
}

/** What Linux tells about a process, from its state on; null elsewhere. */
function statFields(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}

/**
 * Something that tells this process from a later one that got the same id; "" where it is gone or the system does not say.
 * Linux: boot id and start time in ticks. Elsewhere: the start time as `ps` prints it.
 */
export function processIdentity(pid) {
  const started = statFields(pid)?.[19];
  if (started) return `${fs.readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}:${started}`;
  if (process.platform === "linux" || process.platform === "win32") return "";
  return (spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).stdout ?? "").trim();
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

/** Waits until the process is gone. @returns {Promise<boolean>} false where it still lives after `ms` */
export async function waitForExit(pid, ms) {
  const until = Date.now() + ms;
  while (isAlive(pid)) {
    if (Date.now() > until) return false;
    await sleep(25);
  }
  return true;
}

/** Children that belong to a step of the launcher; ended when the launcher is told to stop. */
const running = new Set();

export function stopChildren(signal = "SIGTERM") {
  for (const child of running) child.kill(signal);
}

/**
 * Runs a command to its end, its output into memory and, if given, to `logFile`.
 * @returns {Promise<{ status: number, signal: string | null, output: string }>} never throws for a status other than 0
 */
export function run(command, args, { cwd, env = process.env, logFile, input, onLine, ...spawnOptions } = {}) {
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
    let rest = "";
    const take = (chunk) => {
      const text = chunk.toString();
      output = (output + text).slice(-200_000);
      log?.write(text);
      if (!onLine) return;
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      lines.forEach(onLine);
    };
    child.stdout.on("data", take);
    child.stderr.on("data", take);
    if (input !== undefined) child.stdin.end(input);
    child.on("error", (error) => {
      running.delete(child);
      reject(error);
    });
    child.on("close", (status, signal) => {
      running.delete(child);
      log?.end();
      if (onLine && rest) onLine(rest);
      resolve({ status: status ?? 1, signal, output });
    });
  });
}
