import { expect, test, type Page } from "../support/test";
import { signUpOnboarded } from "../support/accounts";
import { dockedApp } from "../support/dock";
import { makePackage } from "../support/package-bytes";
import { appFrame, appName, countingApp, pressCounter, uploadByApi } from "../support/store";

/** What of an app stays in the tab when its page goes: changes that were on their way, and its sessionStorage. */

const running = (page: Page) => page.locator("[data-app-status=running] iframe");

/** An app that counts its clicks, and what its account's server has of it. */
async function counting(page: Page) {
  await signUpOnboarded(page);
  const app = await uploadByApi(page, countingApp({ name: appName("Counted") }));
  await page.goto(`/apps/${app.id}/run`);
  const count = appFrame(page).locator("#saved");
  await expect(count).toHaveText("0");
  return {
    count,
    click: () => appFrame(page).locator("#title").click(),
    kept: async () => {
      const answer = await page.request.get(`/api/apps/${app.id}/storage`);
      return ((await answer.json()) as { entries: { value: string }[] }).entries.map(({ value }) => value);
    },
  };
}

test(
  "what an app saved is there after a reload, although the browser dropped it on its way",
  { tag: "@full" },
  async ({ page }) => {
    await page.addInitScript(() => {
      const { fetch } = window;
      window.fetch = (input, init) =>
        init?.method === "PUT" && sessionStorage.getItem("dropped")
          ? Promise.reject(new TypeError("Dropped"))
          : fetch(input, init);
    });
    const { count, click, kept } = await counting(page);
    await page.evaluate(() => sessionStorage.setItem("dropped", "1"));
    await click();
    await expect(count).toHaveText("1");
    await page.reload();
    await expect(count).toHaveText("1");
    expect(await kept()).toEqual([]);

    // It is sent once more, and is then what the account has.
    await page.evaluate(() => sessionStorage.removeItem("dropped"));
    await expect.poll(kept).toEqual(["1"]);
  },
);

test("a save that is never answered does not hold up the last one", { tag: "@full" }, async ({ page }) => {
  const { count, click, kept } = await counting(page);
  await page.evaluate(() => {
    const { fetch } = window;
    window.fetch = (input, init) => {
      if (init?.method !== "PUT") return fetch(input, init);
      window.fetch = fetch;
      document.documentElement.dataset.saving = "";
      return new Promise(() => {});
    };
  });
  await click();
  await expect(page.locator("html[data-saving]")).toBeAttached();
  await click();
  await expect(count).toHaveText("2");
  // The frame sends changes in batches: its timer for this one is older than this timer.
  await count.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
  await page.goto("about:blank");
  await expect.poll(kept).toEqual(["2"]);
});

test(
  "an app of one account saves nothing into the account that another window signed in to",
  { tag: "@full" },
  async ({ page, context }) => {
    await signUpOnboarded(page);
    const app = await uploadByApi(page, countingApp({ name: appName("Shared") }), { published: true });
    await page.goto(`/apps/${app.id}/run`);
    const count = appFrame(page).locator("#saved");
    await pressCounter(page);
    const kept = async () => {
      const answer = await page.request.get(`/api/apps/${app.id}/storage`);
      return ((await answer.json()) as { entries: { value: string }[] }).entries.map(({ value }) => value);
    };
    await expect.poll(kept).toEqual(["1"]);

    // By the API: this page hears of it by its own save.
    const other = await context.newPage();
    await signUpOnboarded(other);
    const loaded = page.waitForEvent("load");
    await appFrame(page).locator("#title").click();
    await loaded;
    await expect(count).toHaveText("0");
    expect(await kept()).toEqual([]);
  },
);

test(
  "who signs in next in the same tab does not get the sessionStorage of the one before",
  { tag: "@full" },
  async ({ page }) => {
    await signUpOnboarded(page);
    const name = appName("Seen");
    const app = await uploadByApi(
      page,
      makePackage(
        { name, entry: { html: "index.html" } },
        {
          "index.html": `<!doctype html><meta charset="utf-8"><title>t</title><p id="out"></p><script>document.getElementById("out").textContent=sessionStorage.who??"nobody";sessionStorage.who="the one before"</script>`,
        },
      ),
      { published: true },
    );
    const out = appFrame(page).locator("#out");
    await page.goto(`/apps/${app.id}/run`);
    await expect(out).toHaveText("nobody");
    await expect(running(page)).toBeVisible();
    await page.reload();
    await expect(out).toHaveText("the one before");

    // Away from the product: its page would notice the other account and load anew, in the middle of the next steps.
    await page.goto("about:blank");
    await page.context().clearCookies();
    await signUpOnboarded(page);
    await page.goto(`/apps/${app.id}/run`);
    await expect(out).toHaveText("nobody");
  },
);

test(
  "after a reload an app is where it was, not where it was suspended; what else was open waits in the dock",
  { tag: "@full" },
  async ({ page }) => {
    await signUpOnboarded(page);
    const html = `<!doctype html><meta charset="utf-8"><title>t</title><button id="next">next</button><p id="out"></p><script>const state=gum.state.restored??{page:1};gum.state.save(()=>state);sessionStorage.lives=(sessionStorage.lives??"")+"x";const show=()=>{document.getElementById("out").textContent="page "+state.page+" "+sessionStorage.lives};show();document.getElementById("next").addEventListener("click",()=>{state.page+=1;show()})</script>`;
    const app = await uploadByApi(
      page,
      makePackage({ name: appName("Reader"), entry: { html: "index.html" } }, { "index.html": html }),
    );
    await page.goto(`/apps/${app.id}/run`);
    const out = appFrame(page).locator("#out");
    const next = appFrame(page).locator("#next");
    const terminal = page.getByRole("region", { name: "Developer Terminal" });
    const docked = dockedApp(page, app.name);
    await expect(out).toHaveText("page 1 x");
    await next.click();
    await page.locator("#content").focus();
    await expect(async () => {
      await page.keyboard.press("Control+Shift+Backquote");
      await expect(terminal).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await terminal.getByRole("textbox", { name: "Command" }).fill(`suspend ${app.name}`);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Resume" }).click();
    await expect(out).toHaveText("page 2 xx");
    await terminal.getByRole("textbox", { name: "Command" }).fill("clear");
    await page.keyboard.press("Enter");
    await next.click();
    await expect(out).toHaveText("page 3 xx");
    await expect(terminal.getByRole("log")).toContainText("← state kept");
    await page.reload();
    await expect(out).toHaveText("page 3 xxx");

    // A reload right after a press may come before the app was asked: then nothing is brought back, nothing old either.
    await next.click();
    await page.reload();
    await expect(out).toHaveText(/^page [14] x{4}$/);

    await page.goto("/timeline");
    await expect(docked).toHaveAttribute("data-suspended", "true");
    await docked.click();
    await expect(out).toHaveText(/x{5}$/);
  },
);
