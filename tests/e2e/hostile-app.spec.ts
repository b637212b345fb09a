import { expect, test, type Page } from "../support/test";
import { signUpOnboarded } from "../support/accounts";
import { browserOptions } from "../support/browser.mjs";
import { handOverPorts } from "../support/forge";
import { makePackage } from "../support/package-bytes";
import { appFrame, appName, uploadByApi } from "../support/store";

/** Apps that send the shell too much, that hang, and that crash. */

// The headless shell runs apps in the page's process.
test.use({ launchOptions: browserOptions() });

/** In milliseconds of processor time. Unbounded, each of these takes the shell seconds; it allows itself 50. */
const TASK_MS = 400;

async function open(page: Page, body: string): Promise<void> {
  const name = appName("Hostile");
  const files = { "index.html": `<!doctype html><meta charset="utf-8"><title>${name}</title><body>${body}` };
  const app = await uploadByApi(page, makePackage({ name, entry: { html: "index.html" } }, files));
  await page.goto(`/apps/${app.id}/run`);
  await expect(page.locator("[data-app-status=running] iframe")).toBeVisible();
}

/** What an app sends that speaks to the shell's port itself, and whether it survives that; a fast machine may bear it. */
const ATTACKS: Record<string, { code: string; ended?: RegExp; bearable?: true }> = {
  "changes that clear what others wrote": {
    code: `const writes=Array.from({length:2000},(_,i)=>({area:"local",key:"k"+i,value:"v"}));const clears=Array.from({length:2000},()=>({area:"local",key:null,value:null}));for(let i=0;i<60;i++){forge({type:"storage",changes:writes});forge({type:"storage",changes:clears})}`,
    ended: /too busy/,
    bearable: true,
  },
  "more keys than there is room for": {
    code: `let n=0;for(let i=0;i<50;i++){forge({type:"storage",changes:Array.from({length:2000},()=>({area:"local",key:(n++).toString(36),value:""}))});await new Promise((r)=>setTimeout(r,50))}`,
  },
  "updates of a webxdc app that it is not": {
    code: `for(let i=0;i<200;i++)forge({type:"xdcUpdate",update:"{}",description:""})`,
  },
  "one large message": {
    code: `forge({type:"console",entries:Array.from({length:6_000_000},()=>[]),dropped:0})`,
    ended: /too busy/,
  },
  "parameters of a call": {
    code: `forge({type:"call",id:1,method:"alert",params:Array.from({length:6_000_000},()=>[])})`,
    ended: /too busy/,
  },
  "the name of a file": {
    code: `forge({type:"call",id:1,method:"save",params:{name:"x",file:new File([],"x".repeat(1e8))}})`,
  },
};

/** The others are for the full run: each takes a browser of its own for half a minute. */
const FIRST = ["changes that clear what others wrote", "one large message"];

for (const [what, { code, ended, bearable }] of Object.entries(ATTACKS)) {
  const tag = FIRST.includes(what) ? [] : "@full";
  test(`what an app sends does not hold the shell: ${what}`, { tag }, async ({ page, browser }) => {
    await signUpOnboarded(page);
    await handOverPorts(page);
    await open(
      page,
      `<button>go</button><script>document.querySelector("button").onclick=async()=>{${code};document.body.append("sent")}</script>`,
    );
    const inside = appFrame(page);
    await expect(inside.getByRole("button")).toBeEnabled();
    await browser.startTracing(page, { categories: ["toplevel", "disabled-by-default-devtools.timeline"] });
    await inside.getByRole("button").dispatchEvent("click");
    const over = page.getByRole("alert").filter({ hasText: ended ?? /never/ });
    const sent = inside.getByText("sent");
    if (bearable)
      await expect
        .poll(async () => (await over.isVisible()) || (await sent.isVisible()), { timeout: 30_000 })
        .toBe(true);
    else await expect(ended ? over : sent).toBeVisible({ timeout: 30_000 });
    if (!ended) await expect(page.locator("[data-app-status=running]")).toBeVisible();
    const trace = await browser.stopTracing();
    expect(longestTaskOf(JSON.parse(trace.toString()) as Trace, page.url())).toBeLessThan(TASK_MS);
  });
}

interface Trace {
  traceEvents: {
    name: string;
    pid: number;
    tid: number;
    tdur?: number;
    args: { name?: string; data?: { frames?: { url: string; processId: number }[] } };
  }[];
}

/** Milliseconds of processor time of the longest task on the page's main thread. */
function longestTaskOf({ traceEvents }: Trace, url: string): number {
  const pid = traceEvents
    .flatMap(({ args }) => args.data?.frames ?? [])
    .find((frame) => frame.url === url)?.processId;
  const main = traceEvents.find((event) => event.pid === pid && event.args.name === "CrRendererMain");
  const tasks = traceEvents.filter(
    (event) => event.pid === pid && event.tid === main?.tid && event.name.endsWith("RunTask"),
  );
  expect(tasks.length).toBeGreaterThan(0);
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur / 1_000));
}

test("an app that hangs says so: the person waits, restarts it or closes it", async ({ page }) => {
  test.slow();
  await signUpOnboarded(page);
  await open(
    page,
    `<button>hang</button><script>document.querySelector("button").onclick=()=>{for(;;);}</script>`,
  );
  const hang = () =>
    appFrame(page)
      .getByRole("button", { name: "hang" })
      .dispatchEvent("click", {}, { timeout: 5_000 })
      .catch(() => undefined);
  const notice = page.getByRole("status").filter({ hasText: "This app does not answer." });
  await hang();
  await expect(notice).toBeVisible({ timeout: 20_000 });
  await notice.getByRole("button", { name: "Wait" }).click();
  await expect(notice).toBeHidden();
  await expect(notice).toBeVisible({ timeout: 20_000 });
  await notice.getByRole("button", { name: "Restart" }).click();
  await expect(notice).toBeHidden();
  await expect(appFrame(page).getByRole("button", { name: "hang" })).toBeVisible();
  await hang();
  await expect(notice).toBeVisible({ timeout: 20_000 });
  await notice.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("button", { name: "Start", exact: true })).toBeVisible();
});

test("an app that crashes says so, and starts again", async ({ page }) => {
  await signUpOnboarded(page);
  await open(page, `<h1>Works</h1>`);
  await expect(appFrame(page).getByRole("heading", { name: "Works" })).toBeVisible();
  const frame = page.frames().find((one) => one.url().includes("/sandbox/run"));
  // Playwright gives up the page of a frame that crashed.
  const shell = await page.context().newCDPSession(page);
  const evaluate = async (expression: string): Promise<unknown> =>
    (await shell.send("Runtime.evaluate", { expression, returnByValue: true })).result.value;
  const app = await page.context().newCDPSession(frame!);
  void app.send("Page.crash").catch(() => undefined);
  const notice = `[...document.querySelectorAll("[role=status]")].find((one) => one.textContent.includes("This app does not answer."))`;
  await expect.poll(() => evaluate(`${notice} !== undefined`), { timeout: 20_000 }).toBe(true);
  await evaluate(
    `[...${notice}.querySelectorAll("button")].find((one) => one.textContent === "Restart").click()`,
  );
  // The text of the notice about the start goes once the app has painted.
  const isShown = `document.querySelector("[data-app-status=running]") !== null && !document.body.textContent.includes("Starting Hostile")`;
  await expect.poll(() => evaluate(isShown), { timeout: 20_000 }).toBe(true);
  expect(await evaluate(`${notice} === undefined`)).toBe(true);
});
