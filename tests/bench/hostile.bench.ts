import { chromium } from "@playwright/test";
import { browserOptions } from "../support/browser.mjs";
import { armAttack, attack, ATTACKS } from "../support/hostile-apps";
import type { Bench } from "./support/bench";
import { openCopy } from "./support/database";
import { cookieOf, startProduct } from "./support/servers";

const POSTS = 1_000;
const READER = 1;
/** In ms of processor time. */
const LIMIT = 50;

const bench: Bench = {
  title: "What hostile apps send: the longest task of the shell's main thread",
  run: async (context) => {
    const { url: databaseUrl } = await openCopy(context, POSTS);
    const { url } = await startProduct(context, databaseUrl);
    const [name, value] = (await cookieOf(READER)).split(/=(.*)/s) as [string, string];
    for (const [what, one] of Object.entries(ATTACKS)) {
      // A browser for each: tracing is the browser's, not the page's.
      const browser = await chromium.launch(browserOptions());
      context.closing(() => browser.close());
      const page = await browser.newPage({ baseURL: url });
      await page.context().addCookies([{ name, value, url }]);
      await armAttack(page, one);
      await browser.startTracing(page, { categories: ["toplevel", "disabled-by-default-devtools.timeline"] });
      await attack(page, one);
      const trace = JSON.parse((await browser.stopTracing()).toString()) as Trace;
      context.report.figure({ what, value: longestTaskOf(trace, page.url()), unit: "ms CPU", limit: LIMIT });
      await browser.close();
    }
  },
};

type Trace = {
  traceEvents: {
    name: string;
    pid: number;
    tid: number;
    tdur?: number;
    args: { name?: string; data?: { frames?: { url: string; processId: number }[] } };
  }[];
};

/** The longest task on the main thread of the page at `url`. */
function longestTaskOf({ traceEvents }: Trace, url: string): number {
  const pid = traceEvents
    .flatMap(({ args }) => args.data?.frames ?? [])
    .find((frame) => frame.url === url)?.processId;
  const main = traceEvents.find((event) => event.pid === pid && event.args.name === "CrRendererMain");
  const tasks = traceEvents.filter(
    (event) => event.pid === pid && event.tid === main?.tid && event.name.endsWith("RunTask"),
  );
  if (tasks.length === 0) throw new Error("The trace has no task of the shell.");
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur / 1_000));
}

export default bench;
