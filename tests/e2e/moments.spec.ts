import { signUpOnboarded } from "../support/accounts";
import { background } from "../support/background";
import { makePackage } from "../support/package-bytes";
import { cardOf, publish } from "../support/posts";
import { appFrame, appName, uploadByApi } from "../support/store";
import { expect, test, type Browser, type Page } from "../support/test";

/** Counts presses, keeps the count, and shares it. Tells where it was opened. */
const COUNTER = `<!doctype html><meta charset="utf-8"><title>t</title>
<button id="add">Add</button><button id="share">Share</button><p role="status"></p><i></i><script>
  const born = Math.random().toString(36).slice(2);
  let count = gum.state.restored?.count ?? gum.moment?.state.count ?? Number(localStorage.count ?? 0);
  const show = () => {
    document.querySelector("p").textContent = count + " " + location.search + location.hash;
    document.querySelector("i").textContent = born;
  };
  gum.state.save(() => ({ count }));
  addEventListener("hashchange", show);
  document.querySelector("#add").onclick = () => { count++; localStorage.count = count; show(); };
  document.querySelector("#share").onclick = async () => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 320, height: 160 });
    const pen = canvas.getContext("2d");
    pen.fillStyle = "#47a"; pen.fillRect(0, 0, 320, 160); pen.fillStyle = "#fff"; pen.font = "60px sans-serif"; pen.fillText(String(count), 140, 100);
    const image = await new Promise((resolve) => canvas.toBlob(resolve));
    await gum.share({ text: "Beat " + count, state: { count }, image: { picture: image, alt: "Count " + count }, href: "#level-" + count });
  };
  show();
</script>`;

const shown = (page: Page) => appFrame(page).getByRole("status");
/** The same as long as the app has not started anew. */
const bornIn = (page: Page) => appFrame(page).locator("i").textContent();
const add = (page: Page) => appFrame(page).getByRole("button", { name: "Add" }).click();

async function counterBy(page: Page, more: object = {}) {
  const manifest = { name: appName("Counter"), entry: { html: "index.html" }, ...more };
  return uploadByApi(page, makePackage(manifest, { "index.html": COUNTER }), { published: true });
}

/** Posts a counter, plays it in the post and presses once. `born` is the app's. */
async function playOwn(page: Page) {
  const app = await counterBy(page);
  const post = await publish(page, "Look", { appRef: { appId: app.id } });
  await page.goto(`/post/${post.id}`);
  await page.getByRole("button", { name: `Open ${app.name}` }).click();
  await add(page);
  return { app, born: await bornIn(page) };
}

async function another(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signUpOnboarded(page);
  return page;
}

test(
  "a moment is shared from an app, and somebody else plays from exactly there",
  { tag: "@full" },
  async ({ page, browser }) => {
    await signUpOnboarded(page);
    const app = await counterBy(page);
    await page.goto(`/apps/${app.id}/run`);
    await add(page);
    await add(page);
    await appFrame(page).getByRole("button", { name: "Share" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText(`${app.name} wrote this text.`)).toBeVisible();
    await expect(dialog.getByText("With this moment")).toBeVisible();
    await expect(dialog.getByRole("img", { name: "Count 2" })).toBeVisible();
    const sent = page.waitForResponse((answer) => answer.url().endsWith("/api/v1/posts") && answer.ok());
    await dialog.getByRole("button", { name: "Post", exact: true }).click();
    const { id } = (await (await sent).json()) as { id: string };

    const other = await another(browser);
    await other.goto(`/post/${id}`);
    const post = cardOf(other, "Beat 2");
    await expect(post.getByRole("img", { name: "Count 2" })).toBeVisible();
    await post.getByRole("button", { name: `Open ${app.name} from here` }).click();
    await expect(shown(other)).toHaveText("2 #level-2");
  },
);

test("the composer says what is lost, and a moment goes with its app", { tag: "@full" }, async ({ page }) => {
  await signUpOnboarded(page);
  const app = await counterBy(page);
  await page.goto(`/apps/${app.id}/run`);
  await appFrame(page).getByRole("button", { name: "Share" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: `Remove ${app.name}` }).click();
  await expect(dialog.getByText("With this moment")).toHaveCount(0);
  const sent = page.waitForResponse((answer) => answer.url().endsWith("/api/v1/posts") && answer.ok());
  await dialog.getByRole("button", { name: "Post", exact: true }).click();
  const post = (await (await sent).json()) as { app: unknown; moment: unknown };
  expect([post.app, post.moment]).toEqual([null, null]);
});

test(
  "a moment that is shared offline is posted when the connection is back",
  { tag: "@full" },
  async ({ page }) => {
    await signUpOnboarded(page);
    const app = await counterBy(page);
    await page.goto(`/apps/${app.id}/run`);
    await add(page);
    await appFrame(page).getByRole("button", { name: "Share" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("img", { name: "Count 1" })).toBeVisible();
    await background(page);
    await page.context().setOffline(true);
    await dialog.getByRole("button", { name: "Post", exact: true }).click();
    await expect(dialog).toHaveCount(0);
    const sent = page.waitForResponse((answer) => answer.url().endsWith("/api/v1/posts") && answer.ok());
    await page.context().setOffline(false);
    const { id } = (await (await sent).json()) as { id: string };
    await page.goto(`/post/${id}`);
    await page.getByRole("button", { name: `Open ${app.name} from here` }).click();
    await expect(shown(page)).toHaveText("1 #level-1");
  },
);

test("an address leads into an app, on its page and in a post", { tag: "@full" }, async ({ page }) => {
  await signUpOnboarded(page);
  const app = await counterBy(page);
  await test.step("on its page, once", async () => {
    await page.goto(`/apps/${app.id}/run?a=b#part`);
    await expect(shown(page)).toHaveText("0 ?a=b#part");
    await expect(page).toHaveURL(new RegExp(`/apps/${app.id}/run$`));
    const born = await bornIn(page);
    await add(page);
    await page.evaluate(() => (location.hash = "#other"));
    await expect(shown(page)).toHaveText("1 ?a=b#other");
    expect(await bornIn(page)).toBe(born);
  });
  await test.step("in a post when it is played, and later", async () => {
    const post = await publish(page, "Look", { appRef: { appId: app.id } });
    await page.goto(`/post/${post.id}#three`);
    const play = page.getByRole("button", { name: `Open ${app.name}` });
    await expect(play).toBeVisible();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await expect(page.locator("iframe")).toHaveCount(0);
    await play.click();
    // The page before has left its query: the app goes on where it was, at the fragment of this one.
    await expect(shown(page)).toHaveText("1 ?a=b#three");
    await page.evaluate(() => (location.hash = "#four"));
    await expect(shown(page)).toHaveText("1 ?a=b#four");
  });
});

test(
  "an app in a post grows to the whole page and goes to the dock as it is",
  { tag: "@full" },
  async ({ page }) => {
    await signUpOnboarded(page);
    const { app, born } = await playOwn(page);

    await test.step("grown, it goes on", async () => {
      await page.getByRole("link", { name: `Open ${app.name} on its own` }).click();
      await page.waitForURL(`**/apps/${app.id}/run`);
      await expect(page.getByRole("region", { name: app.name })).toHaveAttribute("data-front", "true");
      expect(await bornIn(page)).toBe(born);
      await add(page);
      await expect(shown(page)).toHaveText("2");
    });
    await test.step("it stays in the dock when the person goes on, and comes back", async () => {
      await page.goBack();
      await expect(page.getByRole("button", { name: `Open ${app.name}` })).toBeVisible();
      await page.goForward();
      expect(await bornIn(page)).toBe(born);
    });
  },
);

test("an app in a post is kept in the dock", { tag: "@full" }, async ({ page }) => {
  await signUpOnboarded(page);
  const { app, born } = await playOwn(page);
  await page.getByRole("button", { name: `Keep ${app.name} in the dock` }).click();
  await expect(page.getByRole("button", { name: `Open ${app.name}` })).toBeVisible();
  await page.locator(`[data-app="${app.id}"]`).press("Enter");
  await page.waitForURL(`**/apps/${app.id}/run`);
  await expect(shown(page)).toHaveText("1");
  expect(await bornIn(page)).toBe(born);
});

test(
  "a grown app stays in its room, and a moment beside the app alone",
  { tag: "@full" },
  async ({ page }) => {
    await signUpOnboarded(page);
    const app = await counterBy(page, { room: true });
    const grow = async (button: string) => {
      await page.getByRole("button", { name: button }).click();
      await add(page);
      const born = await bornIn(page);
      await page.getByRole("link", { name: `Open ${app.name} on its own` }).click();
      await page.waitForURL(`**/apps/${app.id}/run?*`);
      await expect(page.getByRole("region", { name: app.name })).toHaveAttribute("data-front", "true");
      expect(await bornIn(page)).toBe(born);
    };
    const together = await publish(page, "Together", { appRef: { appId: app.id } });
    await page.goto(`/post/${together.id}`);
    const joined = page.waitForResponse((answer) => answer.url().endsWith("/room") && answer.ok());
    await grow(`Open ${app.name}`);
    const room = (await (await joined).json()) as { id: string };
    expect(new URL(page.url()).search).toBe(`?room=${room.id}`);
    await expect(page.locator("iframe.gum-app-frame")).toHaveCount(1);

    const moment = { state: JSON.stringify({ count: 40 }), href: "#forty" };
    const shared = await publish(page, "From here", { appRef: { appId: app.id }, moment });
    await page.goto(`/post/${shared.id}`);
    await grow(`Open ${app.name} from here`);
    expect(new URL(page.url()).search).toBe(`?moment=${shared.id}`);
    await expect(shown(page)).toHaveText("41 #forty");
    // After a reload it goes on, and not from the moment again.
    await page.reload();
    await expect(shown(page)).toHaveText("41 #forty");
  },
);

test(
  "an app in a post is suspended far out of view and on other pages, and goes on",
  { tag: "@full" },
  async ({ page }) => {
    await signUpOnboarded(page);
    const { app, born } = await playOwn(page);
    await page.evaluate(() => {
      document
        .querySelector("main")!
        .append(Object.assign(document.createElement("div"), { style: "height: 5000px" }));
      scrollTo(0, 5_000);
    });
    await expect(page.locator("iframe.gum-app-frame")).toHaveCount(0);
    await page.evaluate(() => {
      localStorage.clear();
      scrollTo(0, 0);
    });
    await expect(shown(page)).toHaveText("1");
    const again = await bornIn(page);
    expect(again).not.toBe(born);

    await page.getByRole("link", { name: "Timeline" }).first().click();
    await page.waitForURL("**/timeline");
    await page.goBack();
    await page.getByRole("button", { name: `Open ${app.name}` }).click();
    await expect(shown(page)).toHaveText("1");
  },
);
