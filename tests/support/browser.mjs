import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { Fault, tail } from "../../bin/launcher/fault.mjs";
import { ROOT } from "../../bin/launcher/paths.mjs";
import { run } from "../../bin/launcher/processes.mjs";

const SYSTEM_BROWSERS = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];
/** Chromium's engine without the browser around it, of Debian's package. */
const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";
// Debian starts Chromium with GPU rasterization, which without a GPU is the slowest way to draw.
const ARGUMENTS = ["--disable-gpu", "--disable-gpu-rasterization", "--disable-background-networking"];

/** A Chromium of this machine: the one that CHROMIUM names, Playwright's own, or a system one; undefined where there is none. */
export function findBrowser() {
  const { chromium } = createRequire(import.meta.url)("playwright");
  const candidates = [process.env.CHROMIUM, chromium.executablePath(), ...SYSTEM_BROWSERS];
  return candidates.find((file) => file && fs.existsSync(file) && runs(file));
}

/** Ubuntu has a /usr/bin/chromium-browser that only says where to get one. Asking Chrome on Windows would open a window. */
function runs(file) {
  if (process.platform === "win32") return true;
  return spawnSync(file, ["--version"], { stdio: "ignore", timeout: 20_000 }).status === 0;
}

/** How Chromium is started for tests and screenshots; root has no sandbox. */
export function browserOptions() {
  const args = process.getuid?.() === 0 ? ["--no-sandbox", ...ARGUMENTS] : ARGUMENTS;
  return { executablePath: findBrowser(), args };
}

/**
 * How pages of the product are tested: in the headless shell where there is one, because a window of the whole browser costs
 * more processor time than most of these tests. What tests the frame runs in the whole browser.
 */
export function pageBrowserOptions() {
  const options = browserOptions();
  const executablePath =
    process.env.CHROMIUM || !fs.existsSync(HEADLESS_SHELL) ? options.executablePath : HEADLESS_SHELL;
  return { ...options, executablePath };
}

/**
 * Finds a browser or gets one: Debian's package as root, else Playwright's download. The headless shell is welcome where it
 * is a package, and not needed.
 * @returns {Promise<string>} where it came from, in a few words
 * @throws {Fault}
 */
export async function ensureBrowser(logDir) {
  const present = findBrowser();
  const logFile = path.join(logDir, "browser.log");
  const cli = path.join(ROOT, "node_modules/playwright/cli.js");
  const isRoot = process.getuid?.() === 0;
  const hasApt = isRoot && fs.existsSync("/usr/bin/apt-get");
  if (present && (!hasApt || fs.existsSync(HEADLESS_SHELL))) return present;
  let output = "";
  const attempt = async (command, args, env = {}) => {
    const result = await run(command, args, { cwd: ROOT, env: { ...process.env, ...env }, logFile }).catch(
      String,
    );
    output += result.output ?? result;
    return result.status === 0;
  };
  if (hasApt) {
    const aptGet = (...args) => attempt("apt-get", args, { DEBIAN_FRONTEND: "noninteractive" });
    await aptGet("update");
    // Tests of several processes run where there is a Redis.
    for (const name of ["chromium", "chromium-headless-shell", "redis-server"])
      await aptGet("install", "-y", "--no-install-recommends", name);
  }
  if (!findBrowser()) {
    await attempt(process.execPath, [cli, "install", ...(isRoot ? ["--with-deps"] : []), "chromium"]);
  }
  const found = findBrowser();
  if (found) return `installed, ${found}`;
  throw new Fault(
    "No Chromium is on this machine and none could be installed. Install chromium or google-chrome, or set CHROMIUM to its path, then run the tests again.",
    { detail: tail(output, 6) },
  );
}
