/**
 * Opens an app once in a headless Chromium and reports what it sees (lib/apps/trial-browser.server.ts). A process of its own,
 * with little memory and nothing of the server's: all that an app writes to its console passes through here. Its parent believes
 * none of it, and ends it with the browser when that takes too long.
 */
import fs from "node:fs";
import path from "node:path";
import { setTimeout as passed } from "node:timers/promises";
import { chromium } from "playwright-core";

const POLL_MS = 50;
/** A frame that hangs answers nothing. */
const ANSWER_MS = 4_000;
const TABS_MAX = 3;
const HOSTS_MAX = 20;
const HOST_CHARS = 253;
const FRAME = "[data-app-status] iframe";

// Playwright ends the browser when this process exits.
process.once("disconnect", () => process.exit());
process.once("message", (job) =>
  drive(job)
    // Its message would hold the address with the token.
    .catch((error) => report({ failed: String(error?.name).slice(0, 100) }))
    .finally(() => process.exit()),
);

/** Its parent reads what arrives whole. */
const MESSAGE_CHARS = 50_000;

async function report(message) {
  if (JSON.stringify(message).length > MESSAGE_CHARS) throw new RangeError("The report is too long");
  await new Promise((resolve) => process.send(message, resolve));
}

async function drive(job) {
  const { home } = job;
  const browser = await chromium.launch({
    executablePath: job.executablePath,
    args: job.args,
    chromiumSandbox: job.hasSandbox,
    env: { PATH: process.env.PATH ?? "", HOME: home, TMPDIR: home, LANG: "C.UTF-8" },
    timeout: job.launchMs,
  });
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  // From here on its parent can end it; no app has been opened before.
  await report({ browser: processInfo.find(({ type }) => type === "browser").id });
  await walkThrough(browser, job);
  await browser.close();
}

/** Opens the app at both sizes. Reports each finding at once: the app may crash this process. */
async function walkThrough(browser, job) {
  const found = {
    verdict: { outcome: "untried", cause: "unreachable" },
    report: null,
    hangs: false,
    fitsPhone: null,
    keyboard: null,
  };
  await report({ found });
  const onReport = async () => {
    if (found.verdict.cause !== "unreachable") return;
    found.verdict = { outcome: "untried", cause: "browser_failed" };
    await report({ found });
  };
  const desktop = await openApp(browser, job, { viewport: job.sizes.desktop }, onReport);
  Object.assign(found, { verdict: desktop.verdict, report: desktop.report });
  if (desktop.verdict.cause === "slow") found.hangs = !(await answers(desktop.page));
  await report({ found });
  if (desktop.verdict.outcome !== "started") return;
  await takePicture(desktop.page, path.join(job.home, "desktop.png"));
  const reached = await within(reachesByTab(desktop.page));
  found.keyboard = typeof reached === "boolean" ? reached : null;
  await report({ found });
  await desktop.page.context().close();

  const options = { viewport: job.sizes.phone, isMobile: true, hasTouch: true };
  const phone = await openApp(browser, job, options, onReport);
  if (phone.verdict.outcome !== "started") return;
  await takePicture(phone.page, path.join(job.home, "phone.png"));
  const frame = await appFrame(phone.page);
  // The app chooses what its realm answers.
  const fits = await within(frame?.evaluate(fitsWidth));
  found.fitsPhone = typeof fits === "boolean" ? fits : null;
  await report({ found });
}

async function openApp(browser, { address, own, pageMs, settleMs }, options, onReport) {
  const context = await browser.newContext({
    locale: "en-US",
    colorScheme: "light",
    serviceWorkers: "block",
    acceptDownloads: false,
    ...options,
  });
  const page = await context.newPage();
  const hosts = new Set();
  // Where the policy did not stop a request, the proxy does.
  context.on("request", (request) => {
    const { protocol, origin, host } = new URL(request.url());
    if (!/^(https?|wss?):$/.test(protocol) || own.includes(origin) || hosts.size >= HOSTS_MAX) return;
    hosts.add(host.slice(0, HOST_CHARS));
  });
  const answer = ({ report, verdict }) => {
    const all = [...new Set([...report.hosts, ...hosts])].slice(0, HOSTS_MAX);
    return { page, verdict, report: { ...report, hosts: all } };
  };
  const read = () => page.evaluate(() => window.gumTrial?.() ?? null);

  const response = await page.goto(address, { waitUntil: "domcontentloaded", timeout: pageMs });
  if (!response?.ok()) throw new Error("the page of the trial is not there");
  const until = Date.now() + pageMs;
  for (;;) {
    const seen = await read();
    if (seen) await onReport();
    if (seen?.verdict) {
      if (seen.verdict.outcome !== "started") return answer(seen);
      await passed(settleMs);
      const settled = await read();
      return answer(settled?.verdict ? settled : seen);
    }
    if (seen?.report.elapsed == null && Date.now() > until) {
      // No code of the app has run.
      const verdict = { outcome: "untried", cause: "too_late" };
      return seen ? answer({ ...seen, verdict }) : { page, verdict, report: null };
    }
    await passed(POLL_MS);
  }
}

/** The answer, if it comes in time. */
function within(answer) {
  return Promise.race([answer?.catch(() => null) ?? null, passed(ANSWER_MS, null)]);
}

async function takePicture(page, file) {
  const png = await within(page.screenshot({ type: "png", timeout: ANSWER_MS }));
  if (png) fs.writeFileSync(file, png);
}

/** The frame says so itself, but later than a trial waits. */
async function answers(page) {
  const frame = await appFrame(page);
  return frame === null || (await within(frame.evaluate(() => true))) !== null;
}

async function appFrame(page) {
  const element = await page.$(FRAME);
  return (await element?.contentFrame()) ?? null;
}

async function reachesByTab(page) {
  const frame = await appFrame(page);
  if (!frame) return false;
  await (await page.$(FRAME))?.focus();
  for (let pressed = 0; pressed < TABS_MAX; pressed++) {
    await page.keyboard.press("Tab");
    const isReached = await frame.evaluate(hasFocusInside);
    if (isReached !== false) return isReached;
  }
  return false;
}

function hasFocusInside() {
  const { activeElement, body, documentElement } = document;
  return activeElement !== null && activeElement !== body && activeElement !== documentElement;
}

function fitsWidth() {
  return (document.scrollingElement ?? document.documentElement).scrollWidth <= window.innerWidth + 1;
}
