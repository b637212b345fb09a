import { expect, test } from "../support/test";
import { signUpOnboarded } from "../support/accounts";
import { browserOptions } from "../support/browser.mjs";
import { armAttack, attack, ATTACKS, runPage } from "../support/hostile-apps";
import { appFrame } from "../support/store";

/** Apps that send the shell too much, that hang, and that crash. */

// The headless shell runs apps in the page's process.
test.use({ launchOptions: browserOptions() });

// Each takes a browser of its own for half a minute. What the frame's host makes of such messages is tried each time in
// tests/integration/sandbox-abuse.test.ts.
for (const [what, one] of Object.entries(ATTACKS)) {
  test(`the shell bears what an app sends, or ends the app: ${what}`, { tag: "@full" }, async ({ page }) => {
    await signUpOnboarded(page);
    await armAttack(page, one);
    await attack(page, one);
    if (!one.ended) await expect(page.locator("[data-app-status=running]")).toBeVisible();
  });
}

test(
  "an app that hangs says so: the person waits, restarts it or closes it",
  { tag: "@full" },
  async ({ page }) => {
    await signUpOnboarded(page);
    await runPage(
      page,
      `<button>hang</button><script>document.querySelector("button").onclick=()=>setTimeout(()=>{for(;;);})</script>`,
    );
    // It hangs a task later, when the click is answered.
    const hang = () => appFrame(page).getByRole("button", { name: "hang" }).dispatchEvent("click");
    const notice = page.getByRole("status").filter({ hasText: "still running, but busy" });
    await hang();
    await expect(notice).toBeVisible();
    await notice.getByRole("button", { name: "Wait" }).click();
    await expect(notice).toBeHidden();
    await expect(notice).toBeVisible();
    await notice.getByRole("button", { name: "Restart" }).click();
    await expect(notice).toBeHidden();
    await expect(appFrame(page).getByRole("button", { name: "hang" })).toBeVisible();
    await hang();
    await expect(notice).toBeVisible();
    await notice.getByRole("button", { name: "Close" }).click();
    await expect(page.getByRole("button", { name: "Start", exact: true })).toBeVisible();
  },
);

test(
  "an app that crashes says so, unlike one that hangs, and starts again",
  { tag: "@full" },
  async ({ page }) => {
    await signUpOnboarded(page);
    await runPage(page, `<h1>Works</h1>`);
    await expect(appFrame(page).getByRole("heading", { name: "Works" })).toBeVisible();
    const frame = page.frames().find((one) => one.url().includes("/sandbox/run"));
    // Playwright gives up the page of a frame that crashed.
    const shell = await page.context().newCDPSession(page);
    const evaluate = async (expression: string): Promise<unknown> =>
      (await shell.send("Runtime.evaluate", { expression, returnByValue: true })).result.value;
    const app = await page.context().newCDPSession(frame!);
    void app.send("Page.crash").catch(() => undefined);
    const notice = `[...document.querySelectorAll("[role=alert]")].find((one) => one.textContent.includes("This app has crashed"))`;
    await expect.poll(() => evaluate(`${notice} !== undefined`), { timeout: 60_000 }).toBe(true);
    expect(await evaluate(`document.body.innerText.includes("still running")`)).toBe(false);
    await evaluate(
      `[...${notice}.querySelectorAll("button")].find((one) => one.textContent === "Start again").click()`,
    );
    // The text of the notice about the start goes once the app has painted.
    const isShown = `document.querySelector("[data-app-status=running]") !== null && !document.body.textContent.includes("Starting Hostile")`;
    await expect.poll(() => evaluate(isShown), { timeout: 60_000 }).toBe(true);
    expect(await evaluate(`${notice} === undefined`)).toBe(true);
  },
);
