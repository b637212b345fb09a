import http from "node:http";
import { chromium, type Browser, type CDPSession, type Page } from "@playwright/test";
import { listLists } from "@/lib/people/list-repository";
import { listHomeFeed } from "@/lib/posts/timeline-repository";
import { browserOptions } from "../support/browser.mjs";
import { fillDock, settled } from "../support/dock";
import type { Bench } from "./support/bench";
import { openCopy } from "./support/database";
import { send } from "./support/load";
import { markupOf } from "./support/markup";
import { personId } from "./support/readers";
import { median, type Report } from "./support/report";
import { cookieOf, startBareNext, startProduct } from "./support/servers";
import { statementOf } from "./support/statements";

const POSTS = 200_000;
/** Follows two hundred. */
const READER = 2;
const PATH = "/timeline";
/** How much slower the processor is made to be. */
const SLOWDOWN = 4;
const ROUNDS = 3;
/** After `load`: what the page still does by itself belongs to its arrival. */
const SETTLE_MS = 3_000;
/** Of a task, what is longer than this blocks. */
const LONG_TASK_MS = 50;
const LIMITS = { lcp: 1.3, blocked: 1, cls: 0.01, interaction: 100 };
const NAMES = ["Alpha", "Beta", "Gamma", "Delta"];

/** `blocked`: total blocking time from the beginning on, in ms. */
type Arrival = { lcp: number; blocked: number; cls: number };
type Watch = { lcp: number; cls: number; blocked: number; slowest: number };

/** Runs in the page before its own code. */
function watch(longTaskMs: number): void {
  const seen: Watch = { lcp: 0, cls: 0, blocked: 0, slowest: 0 };
  Object.assign(window, { gumBench: seen });
  const on = (type: string, note: (entry: PerformanceEntry) => void, more: object = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
      type,
      buffered: true,
      ...more,
    });
  on("largest-contentful-paint", (entry) => (seen.lcp = entry.startTime));
  on("layout-shift", (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) seen.cls += value;
  });
  on("longtask", ({ duration }) => (seen.blocked += duration - longTaskMs));
  on("event", ({ duration }) => (seen.slowest = Math.max(seen.slowest, duration)), { durationThreshold: 16 });
}

const seenBy = (page: Page): Promise<Watch> =>
  page.evaluate(() => (window as unknown as { gumBench: Watch }).gumBench);

async function openSlow(
  browser: Browser,
  url: string,
  cookie?: string,
): Promise<{ page: Page; cdp: CDPSession }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  if (cookie) {
    const at = cookie.indexOf("=");
    await context.addCookies([{ name: cookie.slice(0, at), value: cookie.slice(at + 1), url }]);
  }
  const page = await context.newPage();
  // The compiler marks functions with a helper that the page does not know.
  await page.addInitScript("globalThis.__name = (value) => value");
  await page.addInitScript(watch, LONG_TASK_MS);
  const cdp = await context.newCDPSession(page);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  return { page, cdp };
}

async function arrive(browser: Browser, url: string, cookie?: string): Promise<Arrival> {
  const { page } = await openSlow(browser, url, cookie);
  await page.goto(url + PATH, { waitUntil: "load" });
  await page.waitForTimeout(SETTLE_MS);
  const { lcp, cls, blocked } = await seenBy(page);
  await page.context().close();
  if (lcp === 0) throw new Error(`Nothing was painted at ${url}.`);
  return { lcp, blocked, cls };
}

/** The slowest answer to the pointer or a key while `work` goes on, in ms. */
async function slowestDuring(page: Page, work: () => Promise<void>): Promise<number> {
  await page.evaluate(() => ((window as unknown as { gumBench: Watch }).gumBench.slowest = 0));
  await work();
  await page.waitForTimeout(300);
  return (await seenBy(page)).slowest;
}

async function exerciseDock(browser: Browser, url: string, cookie: string, report: Report): Promise<void> {
  const { page } = await openSlow(browser, url, cookie);
  await page.goto(url + PATH, { waitUntil: "load" });
  await settled(page);
  await fillDock(page, NAMES);
  await page.locator('.dock-apps [aria-roledescription="sortable"]').first().waitFor({ timeout: 60_000 });
  await page.waitForTimeout(SETTLE_MS);
  const centre = async (name: string) => {
    const box = (await page.getByRole("link", { name, exact: true }).boundingBox())!;
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  await page.mouse.move(1_400, 450);
  await page.waitForTimeout(500);
  // Sought ahead, and by plain selectors below: looking for a role goes through the whole page, in the page.
  const centres: { x: number; y: number }[] = [];
  for (const name of NAMES) centres.push(await centre(name));
  const [first, last] = [centres[0]!, centres.at(-1)!];
  const judge = async (what: string, work: () => Promise<void>): Promise<void> =>
    report.figure({ what, value: await slowestDuring(page, work), unit: "ms", limit: LIMITS.interaction });

  await judge("dock, pointer over its apps: slowest answer", async () => {
    for (const { x, y } of centres) {
      await page.mouse.move(x, y, { steps: 4 });
      await page.waitForTimeout(350);
    }
  });
  await judge("dock, an app's menu: slowest answer", async () => {
    // As long as a hand presses: pressed and let go are two things for the browser, too.
    await page.mouse.click(first.x, first.y, { button: "right", delay: 80 });
    await page.locator("[role=menuitem]").first().waitFor();
    await page.keyboard.press("Escape");
    await page.waitForTimeout(300);
  });
  await judge("dock, dragging an app to the end and back: slowest answer", async () => {
    await page.mouse.move(first.x, first.y);
    await page.mouse.down();
    await page.mouse.move(first.x, last.y, { steps: 40 });
    await page.mouse.move(first.x, first.y, { steps: 40 });
    await page.mouse.up();
    await page.waitForTimeout(300);
  });
  await page.context().close();
}

const bench: Bench = {
  title: `/timeline in a browser whose processor is ${SLOWDOWN} times slower, beside a bare Next page of the same markup`,
  run: async (context) => {
    const { report, closing } = context;
    const { url } = await openCopy(context, POSTS);
    const viewerId = personId(READER);
    const statements = {
      lists: await statementOf(() => listLists({ ownerId: viewerId })),
      timeline: await statementOf(() => listHomeFeed({ viewerId, after: undefined, take: 21 })),
    };
    const product = await startProduct(context, url);
    const cookie = await cookieOf(READER);
    const agent = new http.Agent();
    const ours = await send(product.url, agent, { path: PATH, headers: { cookie } });
    agent.destroy();
    const bare = await startBareNext(context, url, { statements, markup: markupOf(ours.text) });
    const browser = await chromium.launch(browserOptions());
    closing(() => browser.close());

    const arrivals: { bare: Arrival[]; product: Arrival[] } = { bare: [], product: [] };
    for (let round = 0; round <= ROUNDS; round++) {
      const measured = {
        bare: await arrive(browser, bare.url),
        product: await arrive(browser, product.url, cookie),
      };
      // The first round warms both servers.
      if (round === 0) continue;
      arrivals.bare.push(measured.bare);
      arrivals.product.push(measured.product);
    }
    const middle = (of: keyof typeof arrivals, figure: keyof Arrival) =>
      median(arrivals[of].map((arrival) => arrival[figure]));
    for (const [figure, what, limit] of [
      ["lcp", "largest contentful paint", LIMITS.lcp],
      ["blocked", "total blocking time, from the beginning on", LIMITS.blocked],
    ] as const) {
      const base = { name: "bare Next", value: Math.max(1, middle("bare", figure)) };
      report.figure({ what, value: middle("product", figure), unit: "ms", base, limit });
    }
    report.figure({ what: "layout shift", value: middle("product", "cls"), unit: "", limit: LIMITS.cls });
    await exerciseDock(browser, product.url, cookie, report);
  },
};

export default bench;
