import "server-only";
import { fork, type ChildProcess } from "node:child_process";
import fs from "node:fs";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { z } from "zod";
import { serverEnv } from "@/lib/config/env.server";
import { sandboxOriginFor, shellOriginOf } from "@/lib/config/origins";
import {
  TRIAL_DRIVER_HEAP_MB,
  TRIAL_HEAP_MB,
  TRIAL_MEMORY_BYTES,
  TRIAL_MS,
  TRIAL_PAGE_MS,
  TRIAL_PICTURE_BYTES,
  TRIAL_SETTLE_MS,
  TRIAL_SIZES,
} from "@/lib/config/trial-limits";
import { logger } from "@/lib/infra/logger";
import { onShutdown } from "@/lib/infra/shutdown";
import { trialReportSchema, trialVerdictSchema } from "./trial-contract";
import {
  EMPTY_REPORT,
  TRIAL_PICTURES,
  type TrialPicture,
  type TrialReport,
  type Verdict,
} from "./trial-rules";

/**
 * The headless Chromium in which apps are tried.
 *
 * Trust model. Outside: the app, whose code runs here on the operator's machine. It runs in the frame in which people run it,
 * in a browser of its own: a fresh profile, no session, none of the server's environment, and no network but the ports of this
 * instance. A process of its own drives that browser (bin/trial/driver.mjs), because an app may send it more than this one should
 * read. What comes from there may be wrong: its form is checked, it is shown as facts about this app, and decides nothing else.
 * Both are ended after TRIAL_MS, or when they take more than TRIAL_MEMORY_BYTES. Chromium's own sandbox is on; root has none,
 * and needs CHROMIUM_PATH to say that this is accepted.
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
const PAGE_BYTES = 4_096;
const isRoot = (): boolean => process.getuid?.() === 0;

export type TrialFindings = Verdict & {
  report: TrialReport;
  fitsPhone: boolean | null;
  keyboard: boolean | null;
  /** PNG. */
  pictures: Record<TrialPicture, Uint8Array | null>;
};

const messageSchema = z.union([
  // Its process.
  z.object({ browser: z.int().min(2) }),
  z.object({ failed: z.string().max(100) }),
  z.object({
    found: z.object({
      verdict: trialVerdictSchema,
      report: trialReportSchema.nullable(),
      hangs: z.boolean(),
      fitsPhone: z.boolean().nullable(),
      keyboard: z.boolean().nullable(),
    }),
  }),
]);

/** The Chromium of this machine; null where there is none. */
export function findChromium(): string | null {
  const { CHROMIUM_PATH } = serverEnv();
  const places = CHROMIUM_PATH ? [CHROMIUM_PATH] : isRoot() ? [] : USUAL_PLACES;
  return places.find((file) => fs.existsSync(file)) ?? null;
}

/**
 * Opens an app once, as people would.
 * @param told what the page around the app is told
 */
export async function openInBrowser(
  executablePath: string,
  told: Record<string, string>,
): Promise<TrialFindings> {
  const findings: TrialFindings = {
    outcome: "untried",
    cause: "browser_failed",
    report: EMPTY_REPORT,
    fitsPhone: null,
    keyboard: null,
    pictures: { desktop: null, phone: null },
  };
  const own = ownOrigins();
  const home = await mkdtemp(path.join(os.tmpdir(), "gum-trial-"));
  try {
    await drive(findings, home, {
      executablePath,
      args: browserArguments(own),
      hasSandbox: !isRoot(),
      address: `${own[0]}/trial#${new URLSearchParams(told).toString()}`,
      own,
      home,
      sizes: TRIAL_SIZES,
      launchMs: TRIAL_PAGE_MS,
      pageMs: TRIAL_PAGE_MS,
      settleMs: TRIAL_SETTLE_MS,
    });
    if (findings.outcome === "started")
      for (const picture of TRIAL_PICTURES)
        findings.pictures[picture] = await readPicture(path.join(home, `${picture}.png`));
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  }
  return findings;
}

/** The origins of the page and of the frame in it. */
function ownOrigins(): [page: string, frame: string] {
  const { APP_URL, SANDBOX_ORIGIN } = serverEnv();
  const shellOrigin = shellOriginOf(null, APP_URL);
  return [shellOrigin, sandboxOriginFor({ shellOrigin, configured: SANDBOX_ORIGIN })];
}

/** Chromium's arguments, with which it reaches these origins only. */
export function browserArguments(origins: readonly string[]): string[] {
  const own = origins.map((origin) => new URL(origin));
  const names = own.map(({ hostname }) => `EXCLUDE ${hostname}`);
  const ports = own.map(({ hostname, port, protocol }) => {
    return `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
  });
  return [
    "--disable-gpu",
    "--disable-background-networking",
    `--js-flags=--max-old-space-size=${TRIAL_HEAP_MB}`,
    // No other name has an address, and nothing but these ports is reached without a proxy, which there is none of.
    `--host-resolver-rules=${["MAP * ~NOTFOUND", ...names].join(", ")}`,
    "--proxy-server=http://proxy.invalid:9",
    `--proxy-bypass-list=${["<-loopback>", ...ports].join(";")}`,
    // The name of the switch has changed.
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
  ];
}

type Broken = "time" | "memory" | "shutdown";
const WHEN_BROKEN: Record<Broken, Verdict> = {
  time: { outcome: "untried", cause: "too_late" },
  memory: { outcome: "failed", cause: "crashed" },
  shutdown: { outcome: "untried", cause: "browser_failed" },
};

/** Fills in the results until a limit is exceeded. The browser's processes have ended when it returns. */
async function drive(findings: TrialFindings, home: string, job: object): Promise<void> {
  // Not for the bundler: it is run as it is.
  const file = path.join(/* turbopackIgnore: true */ process.cwd(), "bin", "trial", "driver.mjs");
  const driver = fork(file, [], {
    // A path of the profile that a killed process leaves is below its home.
    env: { PATH: process.env.PATH ?? "", HOME: home, TMPDIR: home, LANG: "C.UTF-8", NODE_ENV: "production" },
    execArgv: [`--max-old-space-size=${TRIAL_DRIVER_HEAP_MB}`],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    detached: true,
  });
  let browser: number | null = null;
  let broken: Broken | null = null;
  const kill = (): void => {
    if (browser !== null) killGroup(browser);
    if (driver.pid && driver.exitCode === null && driver.signalCode === null) killGroup(driver.pid);
  };
  const breaks = (what: Broken): void => {
    broken ??= what;
    kill();
  };
  driver.on("message", (message) => {
    const read = messageSchema.safeParse(message).data;
    if (!read || broken) return;
    if ("browser" in read) browser = read.browser;
    else if ("failed" in read) logger().warn({ name: read.failed }, "a trial has failed");
    else {
      const { verdict, report, hangs, fitsPhone, keyboard } = read.found;
      Object.assign(findings, verdict, { fitsPhone, keyboard }, report && { report });
      if (hangs && verdict.cause === "slow") findings.cause = "hangs";
    }
  });
  const late = setTimeout(() => breaks("time"), TRIAL_MS);
  const watch = setInterval(() => {
    if (memoryOf([driver.pid, browser]) > TRIAL_MEMORY_BYTES) breaks("memory");
  }, WATCH_MS);
  endOnShutdown(() => breaks("shutdown"));
  const ended = endOf(driver);
  driver.send(job, () => undefined);
  const isAborted = await ended;
  clearTimeout(late);
  clearInterval(watch);
  endOnShutdown(null);
  kill();
  // V8 aborts where the app sends more than fits its heap.
  if (isAborted && browser !== null) broken ??= "memory";
  if (broken && findings.outcome === "untried") Object.assign(findings, WHEN_BROKEN[broken]);
}

/** @returns whether the process has aborted */
function endOf(driver: ChildProcess): Promise<boolean> {
  return new Promise((resolve) => {
    driver.on("exit", (code, signal) => resolve(signal === "SIGABRT" || code === 134));
    driver.on("error", (err) => {
      logger().warn({ name: err.name }, "the browser of a trial did not start");
      if (!driver.pid) resolve(false);
    });
  });
}

/** A process with those that it has started, which are a group outside Windows. */
function killGroup(pid: number): void {
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

async function readPicture(file: string): Promise<Uint8Array | null> {
  const size = await stat(file).then(
    (found) => found.size,
    () => Infinity,
  );
  return size > TRIAL_PICTURE_BYTES ? null : readFile(file);
}

/** The resident bytes of groups of processes; 0 if the system does not report them. */
function memoryOf(groups: (number | null | undefined)[]): number {
  if (process.platform !== "linux") return 0;
  let pages = 0;
  for (const name of processes()) {
    try {
      // After the name of the program, which may contain spaces: state, parent, group … resident pages.
      const line = fs.readFileSync(`/proc/${name}/stat`, "latin1");
      const fields = line.slice(line.lastIndexOf(")") + 2).split(" ");
      if (groups.includes(Number(fields[2]))) pages += Number(fields[21]);
    } catch {
      // It has ended meanwhile.
    }
  }
  return pages * PAGE_BYTES;
}

function processes(): string[] {
  try {
    return fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}
