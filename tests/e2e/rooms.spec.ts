import type { Locator } from "@playwright/test";
import type { App } from "@/lib/apps/contract";
import { expect, test, type Browser, type Page } from "../support/test";
import { signUpOnboarded } from "../support/accounts";
import { makePackage } from "../support/package-bytes";
import { cardOf, publish } from "../support/posts";
import { appFrame, appName, setPublished, uploadByApi } from "../support/store";

/** Of the hint; the toast of a refused change begins alike. */
const CLOSED = "This shared app is closed: you can look at it";

// Order, limits and rights at the server: tests/integration/rooms.test.ts; the API inside a frame: sandbox-rooms.test.ts.

const HEAD = `<!doctype html><meta charset="utf-8"><title>t</title>
<input aria-label="Word"><button>Add</button><ol></ol><p role="status"></p>`;
const show = (list: string) => `
  const input = document.querySelector("input");
  const state = document.querySelector("p");
  const show = (text) => document.querySelector("ol").append(Object.assign(document.createElement("li"), { textContent: text }));
  document.querySelector("button").addEventListener("click", () => add(input.value));
  ${list}`;

/** A list of words that everybody adds to. */
const sharedList = (name: string) =>
  makePackage(
    { name, entry: { html: "index.html" }, room: true },
    {
      "index.html": `${HEAD}<script>${show(`
        const add = (word) => gum.room.send(word).then(({ serial }) => (state.textContent = "sent " + serial), ({ code }) => (state.textContent = code));
        if (gum.room) gum.room.listen(0, ({ payload }) => show(payload)); else state.textContent = "alone";`)}</script>`,
    },
  );
/** The same, made for webxdc; with a button for the realtime channel. */
const sharedXdc = (name: string) =>
  makePackage(
    { name, entry: { html: "index.html" }, metadata: { webxdc: true } },
    {
      "index.html": `${HEAD}<button>Wave</button><script src="webxdc.js"></script><script>${show(`
        const add = (word) => webxdc.sendUpdate({ payload: word, summary: word }, "");
        webxdc.setUpdateListener(({ payload }) => show(payload), 0).then(() => (state.textContent = "ready"));
        const channel = webxdc.joinRealtimeChannel();
        document.querySelectorAll("button")[1].addEventListener("click", () => channel.send(new TextEncoder().encode("hello")));
        channel.setListener((bytes) => (state.textContent = new TextDecoder().decode(bytes)));`)}</script>`,
    },
  );

async function personIn(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signUpOnboarded(page);
  return page;
}

async function postWith(page: Page, app: App) {
  return publish(page, `Together in ${app.name}`, { appRef: { appId: app.id } });
}

async function runInPost(page: Page, postId: string, app: App): Promise<void> {
  await page.goto(`/post/${postId}`);
  await page.getByRole("button", { name: `Open ${app.name}` }).click();
  await expect(appFrame(page).getByRole("button", { name: "Add" })).toBeVisible();
}

const words = (page: Page): Locator => appFrame(page).locator("li");

async function add(page: Page, word: string): Promise<void> {
  await appFrame(page).getByLabel("Word").fill(word);
  await appFrame(page).getByRole("button", { name: "Add" }).click();
}

test("an app runs on while the controls of its room are loaded", { tag: "@full" }, async ({ page }) => {
  await signUpOnboarded(page);
  const name = appName("List");
  const app = await uploadByApi(page, sharedList(name));
  const post = await postWith(page, app);
  let hasJoined = false;
  let held = 0;
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  page.on("response", (answer) => {
    if (answer.url().endsWith(`/posts/${post.id}/room`)) hasJoined = true;
  });
  // Only the rest of the menu's code: the app needs other chunks to start.
  await page.route("**/_next/static/chunks/*.js", async (route) => {
    const response = await route.fetch();
    if (hasJoined && (await response.text()).includes("data-radix-collection-item")) {
      held += 1;
      await released;
    }
    await route.fulfill({ response });
  });
  await runInPost(page, post.id, app);
  await expect.poll(() => held).toBeGreaterThan(0);
  await expect(appFrame(page).getByRole("button", { name: "Add" })).toBeVisible();
  release();
  await expect(page.getByRole("button", { name: "Shared app, 1 person" })).toBeVisible();
});

test("all who see a post share its app: live, offline, closed, without who was removed", async ({
  browser,
}) => {
  test.slow();
  const [ada, ben] = await Promise.all([personIn(browser), personIn(browser)]);
  const app = await uploadByApi(ada, sharedList(appName("List")), { published: true });
  const post = await postWith(ada, app);
  await runInPost(ada, post.id, app);
  await runInPost(ben, post.id, app);

  await test.step("an update is seen live in both", async () => {
    await add(ada, "bread");
    // The order is that in which they reach the server.
    await expect(words(ben)).toHaveText(["bread"]);
    await add(ben, "milk");
    for (const page of [ada, ben]) await expect(words(page)).toHaveText(["bread", "milk"]);
  });

  await test.step("what is written offline is sent once, in order, when the connection is back", async () => {
    await ben.context().setOffline(true);
    await add(ben, "eggs");
    await add(ben, "salt");
    await expect(ben.getByText("2 changes will be sent when you are online.")).toBeVisible();
    await ben.context().setOffline(false);
    for (const page of [ada, ben]) await expect(words(page)).toHaveText(["bread", "milk", "eggs", "salt"]);
    await expect(ben.getByText("will be sent when you are online")).toHaveCount(0);
  });

  await test.step("also after a reload, without opening the app again", async () => {
    await ben.route("**/api/rooms/*/updates", (route) => route.abort());
    await add(ben, "rice");
    await expect(ben.getByText("1 change will be sent when you are online.")).toBeVisible();
    await ben.unroute("**/api/rooms/*/updates");
    await ben.goto("/apps");
    await expect(words(ada)).toHaveText(["bread", "milk", "eggs", "salt", "rice"]);
    await runInPost(ben, post.id, app);
    await expect(words(ben)).toHaveText(["bread", "milk", "eggs", "salt", "rice"]);
  });

  await test.step("its author closes it: everybody reads, nobody writes", async () => {
    await ada.getByRole("button", { name: /^Shared app/ }).click();
    await ada.getByRole("menuitem", { name: "Close: look, but don’t change" }).click();
    for (const page of [ada, ben]) await expect(page.getByText(CLOSED)).toBeVisible();
    await add(ben, "late");
    await expect(appFrame(ben).getByText("room_closed")).toBeVisible();
    await ada.getByRole("button", { name: /^Shared app/ }).click();
    await ada.getByRole("menuitem", { name: "Open again" }).click();
    await expect(ben.getByText(CLOSED)).toHaveCount(0);
    await add(ben, "tea");
    await expect(words(ada).last()).toHaveText("tea");
  });

  await test.step("and removes a person, who sees it at once and does not get back in", async () => {
    await ada.getByRole("button", { name: /^Shared app, 2 people/ }).click();
    await ada.getByRole("menuitem", { name: "People…" }).click();
    await ada.getByRole("button", { name: /^Remove Somebody/ }).click();
    await ada.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await expect(ben.getByText("You are no longer part of this shared app.")).toBeVisible();
    await ben.reload();
    await ben.getByRole("button", { name: `Open ${app.name}` }).click();
    await expect(ben.getByText("You cannot take part in this shared app.")).toBeVisible();
  });

  await Promise.all([ada, ben].map((page) => page.context().close()));
});

test(
  "a webxdc app is shared by two people, its realtime channel too",
  { tag: "@full" },
  async ({ browser }) => {
    test.slow();
    const [ada, ben] = await Promise.all([personIn(browser), personIn(browser)]);
    const app = await uploadByApi(ada, sharedXdc(appName("Xdc")), { published: true });
    const post = await postWith(ada, app);
    await runInPost(ada, post.id, app);
    await expect(appFrame(ada).getByRole("status")).toHaveText("ready");
    await add(ada, "first");
    await runInPost(ben, post.id, app);
    await expect(words(ben)).toHaveText(["first"]);
    await add(ben, "second");
    for (const page of [ada, ben]) await expect(words(page)).toHaveText(["first", "second"]);
    await appFrame(ben).getByRole("button", { name: "Wave" }).click();
    await expect(appFrame(ada).getByRole("status")).toHaveText("hello");
    await expect(appFrame(ben).getByRole("status")).toHaveText("ready");
    await Promise.all([ada, ben].map((page) => page.context().close()));
  },
);

test(
  "tabs share one stream, and the app alone is another run than in a room",
  { tag: "@full" },
  async ({ browser }) => {
    test.slow();
    const [ada, ben] = await Promise.all([personIn(browser), personIn(browser)]);
    const app = await uploadByApi(ada, sharedList(appName("List")), { published: true });
    await ada.goto(`/apps/${app.id}`);
    await ada.getByRole("button", { name: "Start together" }).click();
    await ada.waitForURL(/\?room=/);
    await expect(appFrame(ada).getByRole("button", { name: "Add" })).toBeVisible();
    const link = ada.url();

    const guest = await (await browser.newContext()).newPage();
    await guest.goto(link);
    await expect(guest.getByText("You are invited to use an app together with others.")).toBeVisible();
    await guest.context().close();

    await ben.goto(link);
    await add(ada, "one");
    await expect(words(ben)).toHaveText(["one"]);

    let streams = 0;
    ben.context().on("request", (request) => {
      if (request.url().includes("/api/rooms/stream")) streams++;
    });
    const beside = await ben.context().newPage();
    await beside.goto(link);
    await expect(words(beside)).toHaveText(["one"]);
    await add(ada, "two");
    for (const page of [ben, beside]) await expect(words(page)).toHaveText(["one", "two"]);
    // The leading tab has opened it anew from where the new tab stands.
    expect(streams).toBeLessThanOrEqual(1);
    await ben.close();
    await add(ada, "three");
    await expect(words(beside)).toHaveText(["one", "two", "three"]);

    // Alone it is another run, and the dock has both.
    await beside.goto(`/apps/${app.id}/run`);
    await expect(appFrame(beside).getByText("alone")).toBeVisible();
    await expect(beside.locator(`#dock [data-app^="${app.id}"]`)).toHaveCount(2);
    await Promise.all([ada, beside].map((page) => page.context().close()));
  },
);

test("its author turns sharing off in the post's menu", { tag: "@full" }, async ({ browser }) => {
  const ada = await personIn(browser);
  const app = await uploadByApi(ada, sharedList(appName("List")), { published: true });
  const post = await postWith(ada, app);
  await ada.goto(`/post/${post.id}`);
  const card = cardOf(ada, post.body);
  await card.getByRole("button", { name: "More about this post" }).click();
  const shared = ada.getByRole("menuitemcheckbox", { name: `One ${app.name} for everybody` });
  await expect(shared).toBeChecked();
  await shared.click();
  await expect(ada.getByText(`Everybody has ${app.name} alone now`)).toBeVisible();
  await ada.getByRole("button", { name: `Open ${app.name}` }).click();
  await expect(appFrame(ada).getByText("alone")).toBeVisible();
  await ada.context().close();
});

test(
  "what a closed tab left is sent by another, once; what a closed room refuses is told",
  { tag: "@full" },
  async ({ browser }) => {
    test.slow();
    const [ada, ben] = await Promise.all([personIn(browser), personIn(browser)]);
    const app = await uploadByApi(ada, sharedList(appName("List")), { published: true });
    const post = await postWith(ada, app);
    await runInPost(ada, post.id, app);
    await runInPost(ben, post.id, app);
    await ben.route("**/api/rooms/*/updates", (route) => route.abort());
    for (const word of ["one", "two"]) await add(ben, word);
    await expect(ben.getByText("2 changes will be sent when you are online.")).toBeVisible();
    const beside = await ben.context().newPage();
    await beside.goto("/apps");
    await ben.close();
    await expect(words(ada)).toHaveText(["one", "two"]);
    await runInPost(beside, post.id, app);
    await expect(words(beside)).toHaveText(["one", "two"]);

    await beside.context().setOffline(true);
    await add(beside, "late");
    await expect(beside.getByText("1 change will be sent when you are online.")).toBeVisible();
    await ada.getByRole("button", { name: /^Shared app/ }).click();
    await ada.getByRole("menuitem", { name: "Close: look, but don’t change" }).click();
    await expect(ada.getByText(CLOSED)).toBeVisible();
    await beside.context().setOffline(false);
    await expect(beside.getByText("This shared app is closed: you can look").first()).toBeVisible();
    await expect(beside.getByText(`A change in ${app.name} could not be sent`)).toBeVisible();
    await expect(appFrame(beside).getByText("room_closed")).toBeVisible();
    await expect(words(ada)).toHaveText(["one", "two"]);
    await Promise.all([ada, beside].map((page) => page.context().close()));
  },
);

test(
  "the author looks after the app in the post's menu; unpublished, it ends for the others with a word",
  { tag: "@full" },
  async ({ browser }) => {
    test.slow();
    const [ada, ben] = await Promise.all([personIn(browser), personIn(browser)]);
    const app = await uploadByApi(ben, sharedList(appName("List")), { published: true });
    const post = await postWith(ada, app);
    const cy = await personIn(browser);
    await runInPost(ben, post.id, app);
    await runInPost(cy, post.id, app);

    const menu = async (item: string | RegExp) => {
      await cardOf(ada, post.body).getByRole("button", { name: "More about this post" }).click();
      await ada.getByRole("menuitem", { name: item }).click();
    };
    await ada.goto(`/post/${post.id}`);
    await menu("Close: look, but don’t change");
    for (const page of [ben, cy]) await expect(page.getByText(CLOSED)).toBeVisible();
    await menu("Open for changes again");
    for (const page of [ben, cy]) await expect(page.getByText(CLOSED)).toHaveCount(0);

    await menu("People using the app…");
    await expect(ada.getByRole("dialog").getByRole("listitem")).toHaveCount(2);
    await expect(ada.getByRole("dialog").getByRole("switch")).toHaveCount(0);
    await ada.keyboard.press("Escape");

    await setPublished(ben, app.id, false);
    await expect(cy.getByText("This app is no longer available")).toBeVisible();
    await expect(appFrame(cy).getByRole("button", { name: "Add" })).toHaveCount(0);
    await add(ben, "mine");
    await expect(words(ben)).toHaveText(["mine"]);
    await Promise.all([ada, ben, cy].map((page) => page.context().close()));
  },
);
