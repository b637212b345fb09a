import "server-only";
import fs from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as passed } from "node:timers/promises";
import type { Browser } from "playwright-core";
import { serverEnv } from "@/lib/config/env.server";
import { sandboxOriginFor, shellOriginOf } from "@/lib/config/origins";
import { TRIAL_HEAP_MB, TRIAL_MEMORY_BYTES, TRIAL_MS, TRIAL_PAGE_MS } from "@/lib/config/trial-limits";
import { logger } from "@/lib/infra/logger";
import { onShutdown } from "@/lib/infra/shutdown";
import { EMPTY_REPORT, type TrialCause, type TrialOutcome } from "./trial-rules";
import { walkThrough, type TrialFindings } from "./trial-walk.server";

/**
 * The headless Chromium in which apps are tried.
 *
 * Trust model. Outside: the app, whose code runs here on the operator's machine. It runs in the frame in which people run it,
 * in a browser of its own: a fresh profile, no session, none of the server's environment, and no network but the ports of this
 * instance. What it says of itself may be wrong: it is shown as facts about this app, and decides nothing else. The browser is
 * ended after TRIAL_MS, or when it takes more than TRIAL_MEMORY_BYTES, with all its processes. Chromium's own sandbox is on,
 * unless the server runs as root, where Chromium has none.
 */
const USUAL_PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];
const WATCH_MS = 500;
const CLOSE_MS = 2_000;
const PAGE_BYTES = 4_096;

/** The Chromium of this machine; null where there is none. */
export function findChromium(): string | null {
  const { CHROMIUM_PATH } = serverEnv();
  const places = CHROMIUM_PATH ? [CHROMIUM_PATH] : USUAL_PLACES;
  return places.find((file) => fs.existsSync(file)) ?? null;
}

/**
 * Opens an app once, as people would. Never throws.
 * @param told what the page around the app is told
 */
export async function openInBrowser(
  executablePath: string,
  told: Record<string, string>,
): Promise<TrialFindings> {
  const found: TrialFindings = {
    outcome: "untried",
    cause: "browser_failed",
    report: EMPTY_REPORT,
    fitsPhone: null,
    keyboard: null,
    pictures: { desktop: null, phone: null },
  };
  const [page, frame] = ownOrigins();
  const address = `${page}/trial#${new URLSearchParams(told).toString()}`;
  const home = await mkdtemp(path.join(os.tmpdir(), "gum-trial-"));
  let browser: Browser | undefined;
  try {
    browser = await launch(executablePath, home);
    const limits = await limit(browser);
    const walk = walkThrough(browser, address, [page, frame], found).catch((err: unknown) => {
      if (!limits.broken()) logger().warn({ err }, "a trial has failed");
    });
    await Promise.race([walk, limits.reached]);
    limits.end();
    const broken = limits.broken();
    if (broken && found.outcome === "untried") Object.assign(found, WHEN_BROKEN[broken]);
  } catch (err) {
    logger().warn({ err }, "the browser of a trial did not start");
  } finally {
    // Its processes have been killed: this ends the connection and removes the profile.
    await Promise.race([browser?.close().catch(() => undefined), passed(CLOSE_MS)]);
    await rm(home, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  }
  // What still comes from the walk is too late.
  return { ...found };
}

/** The origins of the page and of the frame in it. */
function ownOrigins(): [page: string, frame: string] {
  const { APP_URL, SANDBOX_ORIGIN } = serverEnv();
  const shellOrigin = shellOriginOf(null, APP_URL);
  return [shellOrigin, sandboxOriginFor({ shellOrigin, configured: SANDBOX_ORIGIN })];
}

async function launch(executablePath: string, home: string): Promise<Browser> {
  // Loaded with the first trial only.
  const { chromium } = await import("playwright-core");
  const own = ownOrigins().map((origin) => new URL(origin));
  const names = own.map(({ hostname }) => `EXCLUDE ${hostname}`);
  const ports = own.map(({ hostname, port, protocol }) => {
    return `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
  });
  return chromium.launch({
    executablePath,
    args: [
      "--disable-gpu",
      "--disable-background-networking",
      `--js-flags=--max-old-space-size=${TRIAL_HEAP_MB}`,
      // No other name has an address, and nothing but these ports is reached without a proxy, which there is none of.
      `--host-resolver-rules=${["MAP * ~NOTFOUND", ...names].join(", ")}`,
      "--proxy-server=http://proxy.invalid:9",
      `--proxy-bypass-list=${["<-loopback>", ...ports].join(";")}`,
      "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    ],
    chromiumSandbox: process.getuid?.() !== 0,
    env: { PATH: process.env.PATH ?? "", HOME: home, LANG: "C.UTF-8" },
    timeout: TRIAL_PAGE_MS,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}

type Broken = "time" | "memory" | "gone";
const WHEN_BROKEN: Record<Broken, { outcome: TrialOutcome; cause: TrialCause }> = {
  time: { outcome: "untried", cause: "too_late" },
  memory: { outcome: "failed", cause: "crashed" },
  gone: { outcome: "untried", cause: "browser_failed" },
};

/** Ends the browser when it breaks a limit. `end` does so in any case. */
async function limit(browser: Browser) {
  const pid = await pidOf(browser);
  let broken: Broken | null = null;
  let reach = (): void => {};
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const breaks = (what: Broken): void => {
    broken ??= what;
    kill(pid);
    reach();
  };
  const late = setTimeout(() => breaks("time"), TRIAL_MS);
  const watch = setInterval(() => {
    if (memoryOf(pid) > TRIAL_MEMORY_BYTES) breaks("memory");
  }, WATCH_MS);
  const onGone = (): void => breaks("gone");
  browser.on("disconnected", onGone);
  endOnShutdown(() => breaks("gone"));
  return {
    reached,
    broken: (): Broken | null => broken,
    end: (): void => {
      clearTimeout(late);
      clearInterval(watch);
      browser.off("disconnected", onGone);
      endOnShutdown(null);
      kill(pid);
    },
  };
}

async function pidOf(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  return processInfo.find(({ type }) => type === "browser")!.id;
}

/** The browser with its processes, which are a group outside Windows. */
function kill(pid: number): void {
  try {
    process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL");
  } catch {
    // They have ended.
  }
}

let ending: (() => void) | null = null;
let isRegistered = false;

function endOnShutdown(end: (() => void) | null): void {
  ending = end;
  if (isRegistered) return;
  isRegistered = true;
  onShutdown(() => ending?.());
}

/** The resident bytes of a group of processes; 0 where the system does not tell. */
function memoryOf(group: number): number {
  if (process.platform !== "linux") return 0;
  let pages = 0;
  for (const name of fs.readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      // After the name of the program, which may contain spaces: state, parent, group … resident pages.
      const stat = fs.readFileSync(`/proc/${name}/stat`, "latin1");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      if (Number(fields[2]) === group) pages += Number(fields[21]);
    } catch {
      // It has ended meanwhile.
    }
  }
  return pages * PAGE_BYTES;
}
