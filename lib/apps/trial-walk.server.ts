import "server-only";
import { setTimeout as passed } from "node:timers/promises";
import type { Browser, BrowserContextOptions, Frame, Page } from "playwright-core";
import { TRIAL_PAGE_MS, TRIAL_SETTLE_MS, TRIAL_SIZES } from "@/lib/config/trial-limits";
import { trialReportSchema } from "./trial-contract";
import {
  addHost,
  judgeTrial,
  type TrialCause,
  type TrialOutcome,
  type TrialPicture,
  type TrialReport,
} from "./trial-rules";

/** What is found when an app is opened at both sizes. */

const POLL_MS = 50;
/** A frame that hangs answers nothing. */
const ANSWER_MS = 4_000;
const TABS_MAX = 3;

export type TrialFindings = {
  outcome: TrialOutcome;
  cause: TrialCause | null;
  report: TrialReport;
  fitsPhone: boolean | null;
  keyboard: boolean | null;
  /** PNG. */
  pictures: Record<TrialPicture, Uint8Array | null>;
};

/** Fills in what is found, as far as it comes before the browser is ended. */
export async function walkThrough(
  browser: Browser,
  address: string,
  own: readonly string[],
  found: TrialFindings,
): Promise<void> {
  const open = (options: BrowserContextOptions) => openApp(browser, address, { own, options });
  found.cause = "unreachable";
  const desktop = await open({ viewport: TRIAL_SIZES.desktop });
  Object.assign(found, desktop.verdict, { report: desktop.report });
  if (desktop.verdict.cause === "slow" && !(await answers(desktop.page))) found.cause = "hangs";
  if (desktop.verdict.outcome !== "started") return;
  found.pictures.desktop = await desktop.picture();
  found.keyboard = await within(reachesByTab(desktop.page));
  await desktop.page.context().close();

  const phone = await open({ viewport: TRIAL_SIZES.phone, isMobile: true, hasTouch: true });
  if (phone.verdict.outcome !== "started") return;
  found.pictures.phone = await phone.picture();
  const frame = await appFrame(phone.page);
  found.fitsPhone = (await within(frame?.evaluate(fitsWidth))) ?? null;
}

type Opened = {
  page: Page;
  verdict: NonNullable<ReturnType<typeof judgeTrial>>;
  report: TrialReport;
  picture: () => Promise<Uint8Array | null>;
};

async function openApp(
  browser: Browser,
  address: string,
  { own, options }: { own: readonly string[]; options: BrowserContextOptions },
): Promise<Opened> {
  const context = await browser.newContext({
    locale: "en-US",
    colorScheme: "light",
    serviceWorkers: "block",
    acceptDownloads: false,
    ...options,
  });
  const page = await context.newPage();
  let hosts: string[] = [];
  // Where the policy did not stop a request, the proxy does.
  context.on("request", (request) => {
    const { protocol, origin, host } = new URL(request.url());
    if (/^(https?|wss?):$/.test(protocol) && !own.includes(origin)) hosts = addHost(hosts, host);
  });
  const read = async (): Promise<TrialReport | null> => {
    const report: unknown = await page.evaluate(() => window.gumTrial?.() ?? null);
    return report === null ? null : trialReportSchema.parse(report);
  };
  const answer = (verdict: Opened["verdict"], report: TrialReport): Opened => ({
    page,
    verdict,
    report: { ...report, hosts: hosts.reduce(addHost, report.hosts) },
    picture: async () => (await within(page.screenshot({ type: "png", timeout: ANSWER_MS }))) ?? null,
  });

  const response = await page.goto(address, { waitUntil: "domcontentloaded", timeout: TRIAL_PAGE_MS });
  const until = Date.now() + TRIAL_PAGE_MS;
  for (;;) {
    const report = response?.ok() ? await read() : null;
    const verdict = report && judgeTrial(report);
    if (verdict) {
      if (verdict.outcome !== "started") return answer(verdict, report);
      await passed(TRIAL_SETTLE_MS);
      const settled = (await read()) ?? report;
      return answer(judgeTrial(settled) ?? verdict, settled);
    }
    if (!response?.ok() || (report?.elapsed == null && Date.now() > until))
      throw new Error("the page of the trial is not there");
    await passed(POLL_MS);
  }
}

/** The answer, if it comes in time. */
async function within<T>(answer: Promise<T> | undefined): Promise<T | null> {
  return Promise.race([answer?.catch(() => null) ?? null, passed(ANSWER_MS, null)]);
}

/** The frame says so itself, but later than a trial waits. */
async function answers(page: Page): Promise<boolean> {
  const frame = await appFrame(page);
  return frame === null || (await within(frame.evaluate(() => true))) !== null;
}

async function appFrame(page: Page): Promise<Frame | null> {
  const element = await page.$("[data-app-status] iframe");
  return (await element?.contentFrame()) ?? null;
}

async function reachesByTab(page: Page): Promise<boolean> {
  const frame = await appFrame(page);
  if (!frame) return false;
  await page.evaluate(() => document.querySelector<HTMLElement>("[data-app-status] iframe")?.focus());
  for (let pressed = 0; pressed < TABS_MAX; pressed++) {
    await page.keyboard.press("Tab");
    if (await frame.evaluate(hasFocusInside)) return true;
  }
  return false;
}

function hasFocusInside(): boolean {
  const { activeElement } = document;
  return (
    activeElement !== null && activeElement !== document.body && activeElement !== document.documentElement
  );
}

function fitsWidth(): boolean {
  return (document.scrollingElement ?? document.documentElement).scrollWidth <= window.innerWidth + 1;
}
