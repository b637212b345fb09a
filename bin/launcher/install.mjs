import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { Fault, diskFullFault, isDiskFull } from "./fault.mjs";
import { ROOT, readJson, writeFileAtomic } from "./paths.mjs";
import { run } from "./processes.mjs";

const STAMP = path.join(ROOT, "node_modules/.gum-install.json");

function expectedStamp() {
  const lock = fs.readFileSync(path.join(ROOT, "package-lock.json"));
  return {
    lock: createHash("sha256").update(lock).digest("hex"),
    platform: `${process.platform}-${process.arch}`,
    modules: process.versions.modules,
  };
}

/**
 * True if node_modules holds what package-lock.json says. The stamp is written after a whole install, and `npm ci`
 * removes it first, so an install that died half way never counts. An install made by hand is recognised by npm's own list.
 */
export function isInstalled() {
  const expected = expectedStamp();
  const stamp = readJson(STAMP);
  if (stamp && Object.entries(expected).every(([key, value]) => stamp[key] === value)) return true;
  if (stamp && (stamp.platform !== expected.platform || stamp.modules !== expected.modules)) return false;
  if (!matchesNpmsList()) return false;
  writeFileAtomic(STAMP, JSON.stringify(expected));
  return true;
}

function matchesNpmsList() {
  const wanted = readJson(path.join(ROOT, "package-lock.json"))?.packages;
  const present = readJson(path.join(ROOT, "node_modules/.package-lock.json"))?.packages;
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(
    ([name, { version, optional, devOptional, peer }]) =>
      name === "" ||
      present[name]?.version === version ||
      (!present[name] && (optional || devOptional || peer)),
  );
}

/** npm as this process was started by it, else the one on the PATH. */
function npmCommand() {
  const cli = process.env.npm_execpath;
  if (cli && /npm-cli\.[cm]?js$/.test(cli) && fs.existsSync(cli))
    return { command: process.execPath, prefix: [cli] };
  return { command: "npm", prefix: [], shell: process.platform === "win32" };
}

/** Installs exactly what package-lock.json says. @throws {Fault} */
export async function install(logDir) {
  const { command, prefix, shell } = npmCommand();
  const logFile = path.join(logDir, "install.log");
  const env = { ...process.env };
  delete env.NODE_ENV;
  let result;
  try {
    // No package needs its install script: binaries come as packages of their own, and the database's links are made at start.
    const flags = ["--include=dev", "--include=optional", "--ignore-scripts", "--no-audit", "--no-fund"];
    const args = [...prefix, "ci", ...flags, "--loglevel=error"];
    result = await run(command, args, { cwd: ROOT, env, logFile, shell });
  } catch (cause) {
    throw new Fault(
      "npm cannot be started. Install Node with npm (https://nodejs.org) and run the command again.",
      { cause },
    );
  }
  if (result.status !== 0) throw installFault(result, logFile);
  writeFileAtomic(STAMP, JSON.stringify(expectedStamp()));
}

function installFault({ output, signal }, logFile) {
  if (isDiskFull(output)) return diskFullFault(ROOT);
  const said = output
    .split("\n")
    .filter((line) => !/^npm (warn|error)?\s*(at .*|A complete log of this run.*)?$/i.test(line));
  const detail = said.slice(0, 10).join("\n");
  const why = signal
    ? `npm was ended (${signal}) before it was done. Run the command again`
    : /EUSAGE/.test(output)
      ? "package-lock.json does not fit package.json. Take both from the repository as they are, then run the command again"
      : /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET|network/i.test(output)
        ? "the package registry cannot be reached. Check the connection (and npm's `registry` and proxy settings), then run the command again"
        : /EACCES|EPERM|EROFS/.test(output)
          ? `this user may not write in ${ROOT}. Change the folder's owner, then run the command again`
          : `npm ci failed. Mend what it says below (the whole log: ${logFile}), then run the command again`;
  return new Fault(`The packages could not be installed: ${why}.`, { detail });
}
