/** The release before this one, taken from the history and built in a folder of its own. */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { TEST_DIR } from "./postgres";

const ROOT = path.resolve(import.meta.dirname, "../..");
/** Any commit or tag. Its build takes minutes: `npm run test:upgrade` names it, the other runs do not. */
const PREVIOUS = process.env.UPGRADE_FROM ?? "";

/** Why it cannot be built here; null if it can. */
export function whyNotPrevious(): string | null {
  if (!PREVIOUS) return "npm run test:upgrade builds the previous release";
  try {
    git("cat-file", "-e", `${PREVIOUS}^{commit}`);
    return null;
  } catch {
    return `the history does not reach back to ${PREVIOUS}`;
  }
}

/** Builds it, unless it is built. @returns its folder */
export function buildPrevious(): string {
  const commit = git("rev-parse", `${PREVIOUS}^{commit}`).toString().trim();
  const folder = path.join(TEST_DIR, "releases", commit);
  const marker = path.join(folder, ".is-built");
  if (fs.existsSync(marker)) return folder;
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  execFileSync("tar", ["-x", "-C", folder], { input: git("archive", commit) });
  // Another build than that of the tests: their settings are not its settings.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(TEST|VITEST|NODE_ENV|NODE_OPTIONS)/.test(name)),
  ) as NodeJS.ProcessEnv;
  const run = (command: string, args: string[]) =>
    execFileSync(command, args, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  run("npm", ["ci", "--prefer-offline", "--no-audit", "--no-fund"]);
  run(process.execPath, ["bin/build.mjs"]);
  fs.writeFileSync(marker, "");
  return folder;
}

function git(...args: string[]): Buffer {
  return execFileSync("git", args, {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "ignore"],
    maxBuffer: 512 * 1024 * 1024,
  });
}
