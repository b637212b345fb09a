import fs from "node:fs";
import path from "node:path";
import { Fault, diskFullFault, isDiskFull } from "./fault.mjs";
import { ROOT, readJson } from "./paths.mjs";
import { run } from "./processes.mjs";
import { step } from "./steps.mjs";

/** Installs the packages in package-lock.json, unless they are there. @throws {Fault} */
export function ensureInstalled(logDir) {
  return step("Packages", async (note) => {
    if (isInstalled()) return note("up to date");
    await install(logDir);
    note("installed from package-lock.json");
  });
}

/**
 * Compares the lock file with the list that npm writes into node_modules at the end of an install: an interrupted
 * install has no such list. A package built for another platform (a copied folder) means a new install, too.
 */
function isInstalled() {
  const wanted = readJson(path.join(ROOT, "package-lock.json"))?.packages;
  const present = readJson(path.join(ROOT, "node_modules/.package-lock.json"))?.packages;
  if (!wanted || !present) return false;
  const isForThisPlatform = ({ os, cpu }) =>
    (os?.includes(process.platform) ?? true) && (cpu?.includes(process.arch) ?? true);
  return Object.entries(wanted).every(([name, { version, optional, devOptional, peer }]) => {
    if (name === "") return true;
    const found = present[name];
    if (!found) return optional || devOptional || peer;
    return found.version === version && isForThisPlatform(found);
  });
}

/** The npm that started this process, otherwise the one on the PATH. */
function npmCommand() {
  const cli = process.env.npm_execpath;
  if (cli && /npm-cli\.[cm]?js$/.test(cli) && fs.existsSync(cli))
    return { command: process.execPath, prefix: [cli] };
  return { command: "npm", prefix: [], shell: process.platform === "win32" };
}

async function install(logDir) {
  const { command, prefix, shell } = npmCommand();
  const logFile = path.join(logDir, "install.log");
  const env = { ...process.env };
  delete env.NODE_ENV;
  let result;
  try {
    // No package needs its install script: native code comes in packages of its own, and the database's symlinks are
    // created when it starts.
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
}

function installFault({ output, signal }, logFile) {
  if (isDiskFull(output)) return diskFullFault(ROOT);
  const detail = output
    .split("\n")
    .filter((line) => !/^npm (warn|error)?\s*(at .*|A complete log of this run.*)?$/i.test(line))
    .slice(0, 10)
    .join("\n");
  const why = signal
    ? `npm was stopped by ${signal}. Run the command again`
    : /EUSAGE/.test(output)
      ? "package-lock.json does not match package.json. Restore both from the repository, then run the command again"
      : /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET|network/i.test(output)
        ? "the package registry cannot be reached. Check the connection (and npm's `registry` and proxy settings), then run the command again"
        : /EACCES|EPERM|EROFS/.test(output)
          ? `this user may not write to ${ROOT}. Change the folder's owner, then run the command again`
          : `npm ci failed. Fix the problem below (full log: ${logFile}), then run the command again`;
  return new Fault(`The packages could not be installed: ${why}.`, { detail });
}
