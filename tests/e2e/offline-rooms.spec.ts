import { expect, test, type Browser, type Page } from "../support/test";
import { signUpOnboarded } from "../support/accounts";
import { cardOf, publish } from "../support/posts";
import { appFrame, appName, exampleApp, scriptsRun } from "../support/store";

// Which data a start without a connection has: lib/sandbox/host/storage/offline-storage.test.ts; what is shown of unsent
// changes: lib/sandbox/frame/inside/shared-map/shared-map.test.ts, tests/integration/sandbox-rooms.test.ts.

async function personIn(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signUpOnboarded(page);
  return page;
}

const items = (page: Page) => appFrame(page).locator("#to-buy li");

async function open(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Open Kago" }).click();
  await expect(appFrame(page).getByRole("textbox")).toBeEnabled();
  await scriptsRun(appFrame(page).getByRole("textbox"));
}

async function add(page: Page, name: string): Promise<void> {
  await appFrame(page).getByRole("textbox").fill(name);
  await appFrame(page).getByRole("textbox").press("Enter");
}

/** What the browser has kept of rooms and apps, by the names of the copies: how many updates of a room. */
const copiesByName = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const found: Record<string, number> = {};
        const opening = indexedDB.open("gum-offline");
        opening.onerror = () => reject(opening.error!);
        opening.onsuccess = () => {
          const cursor = opening.result.transaction("copies").objectStore("copies").openCursor();
          cursor.onsuccess = () => {
            const copy = cursor.result;
            if (copy) {
              const { updates } = copy.value as { updates?: unknown[] };
              found[String(copy.key).replace(/^\S+ /, "")] = updates?.length ?? 0;
              return copy.continue();
            }
            opening.result.close();
            resolve(found);
          };
        };
      }),
  );

const copies = async (page: Page): Promise<string[]> => Object.keys(await copiesByName(page));

/** The frame for the next start is here. */
const frameReady = (page: Page) =>
  expect(page.locator("#gum-frame-parking iframe")).toHaveAttribute("style", /width/);

test(
  "a shopping list starts without a connection, and what is added there is sent once",
  { tag: "@full" },
  async ({ browser }) => {
    test.slow();
    const [ada, ben] = await Promise.all([personIn(browser), personIn(browser)]);
    const kago = await exampleApp(ada, "Kago");
    const body = appName("For the weekend");
    const post = await publish(ada, body, { appRef: { appId: kago.id } });
    for (const page of [ada, ben]) await page.goto(`/post/${post.id}`);
    await open(ada);
    await open(ben);
    await add(ada, "Bread");
    for (const page of [ada, ben]) await expect(items(page)).toHaveText(["Bread"]);
    await expect
      .poll(async () => (await copies(ada)).sort())
      .toEqual([`app ${kago.id}`, `room post:${post.id}`]);
    await frameReady(ada);
    // Chromium does not cut a stream that is already open, and the app saves before it leaves its room.
    const left = ada.waitForEvent("requestfailed", (request) => request.url().includes("/api/rooms/stream"));
    await ada.getByRole("button", { name: "Close Kago" }).click();
    await left;

    await test.step("the list is there, and takes an item", async () => {
      await expect(cardOf(ada, body).getByRole("button", { name: "Open Kago" })).toBeVisible();
      await ada.context().setOffline(true);
      await open(ada);
      await add(ben, "Rice");
      await expect(items(ben)).toHaveText(["Bread", "Rice"]);
      await expect(items(ada)).toHaveText(["Bread"]);
      await expect(ada.getByText("You are offline. This is how it was when you last saw it.")).toBeVisible();
      await add(ada, "Milk");
      await expect(items(ada)).toHaveText(["Bread", "Milk"]);
      await expect(ada.getByText("1 change will be sent when you are online.")).toBeVisible();
      await ada.getByRole("button", { name: "Close Kago" }).click();
      await expect(cardOf(ada, body).getByRole("button", { name: "Open Kago" })).toBeVisible();
    });

    await test.step("with a connection again, the other one sees it once", async () => {
      await ada.context().setOffline(false);
      await expect(items(ben)).toHaveCount(3);
      await open(ada);
      await expect(items(ada)).toHaveCount(3);
      for (const page of [ada, ben])
        expect((await items(page).allTextContents()).sort()).toEqual(["Bread", "Milk", "Rice"]);
      await expect(ada.getByText("This is how it was")).toHaveCount(0);
    });

    await test.step("after a reload, what waits is seen at once, before it is sent", async () => {
      await ada.route("**/api/rooms/*/updates", (route) => route.abort());
      await add(ada, "Tea");
      await expect(ada.getByText("1 change will be sent when you are online.")).toBeVisible();
      await ada.reload();
      await open(ada);
      await expect(items(ada).filter({ hasText: "Tea" })).toHaveCount(1);
      await expect(items(ada)).toHaveCount(4);
      await expect(appFrame(ada).getByText("1 change waits")).toBeVisible();
      await expect(items(ben)).toHaveCount(3);
      await ada.unroute("**/api/rooms/*/updates");
      // It tries again after a while that doubles, up to a minute.
      await expect(items(ben)).toHaveCount(4, { timeout: 90_000 });
      await expect(items(ada)).toHaveCount(4);
    });

    await test.step("signed out, the browser keeps nothing of it", async () => {
      await expect.poll(() => copies(ada)).toContain(`room post:${post.id}`);
      await ada.goto("/settings");
      await ada.getByRole("button", { name: "Sign out", exact: true }).click();
      await ada.waitForURL(/\/login/);
      expect(await copies(ada)).toEqual([]);
    });
    await Promise.all([ada, ben].map((page) => page.context().close()));
  },
);

/** The page is kept after its code and the app's package. */
const isKept = (page: Page) =>
  page.evaluate(async () => Boolean(await caches.match(location.pathname, { cacheName: "gum-pages" })));

/** What a page and the apps in it start from. */
const loadedFiles = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .map(({ name }) => name)
      .filter((name) => /\/_next\/static\/.*\.(?:js|css)|\/api\/apps\/[^/]+\/package/.test(name)),
  );
/** Those that the browser has not kept yet; it does so after the page was left, too. */
const missingFiles = (page: Page, names: string[]) =>
  page.evaluate(async (files) => {
    const found = await Promise.all(files.map((file) => caches.match(file)));
    return files.filter((_, index) => !found[index]);
  }, names);

test(
  "without a connection, a page opens as it was, and its shopping list works",
  { tag: "@full" },
  async ({ browser }) => {
    test.slow();
    const ada = await personIn(browser);
    const kago = await exampleApp(ada, "Kago");
    const body = appName("For the cellar");
    const post = await publish(ada, body, { appRef: { appId: kago.id } });
    await ada.goto(`/post/${post.id}`);
    const document = ada.waitForResponse(/\/sandbox\/run\?kept=/);
    // Preloaded here, and not without a connection: both ways need the same code.
    const preloaded = ada.waitForResponse(/\/api\/apps\/[^/]+\/package/);
    await ada.getByRole("button", { name: "Open Kago" }).hover();
    await (await preloaded).finished();
    await open(ada);
    await add(ada, "Bread");
    await expect(appFrame(ada).getByText("change waits")).toHaveCount(0);
    await (await document).finished();
    await expect.poll(async () => (await copiesByName(ada))[`room post:${post.id}`]).toBeGreaterThan(0);
    await expect.poll(() => isKept(ada)).toBe(true);
    const loaded = await loadedFiles(ada);
    await ada.goto("/timeline");
    await expect.poll(() => isKept(ada)).toBe(true);
    await expect.poll(() => missingFiles(ada, loaded)).toEqual([]);
    await ada.goto(`/post/${post.id}`);

    await test.step("after a reload", async () => {
      await ada.context().setOffline(true);
      await ada.reload();
      await expect(cardOf(ada, body)).toBeVisible();
      await open(ada);
      await expect(items(ada)).toHaveText(["Bread"]);
      await add(ada, "Milk");
      await expect(items(ada)).toHaveText(["Bread", "Milk"]);
      await expect(ada.getByText("1 change will be sent when you are online.")).toBeVisible();
    });

    await test.step("in a new tab", async () => {
      const other = await ada.context().newPage();
      await ada.close();
      await other.goto("/timeline");
      await expect(other.getByText("You are offline. What you see may be out of date")).toBeVisible();
      await other.goto(`/post/${post.id}?again=1`);
      await open(other);
      await expect(items(other)).toHaveText(["Bread", "Milk"]);
      await other.goto("/notifications");
      await expect(other.getByRole("heading", { name: "You are offline" })).toBeVisible();
      await other.getByRole("link", { name: new RegExp(body) }).click();
      await expect(cardOf(other, body)).toBeVisible();

      await other.context().setOffline(false);
      await other.reload();
      await open(other);
      await expect(appFrame(other).getByText("change waits")).toHaveCount(0);
      await expect(items(other)).toHaveText(["Bread", "Milk"]);
    });

    await test.step("signed out, nothing of it is left", async () => {
      const [page] = ada.context().pages();
      await page!.goto("/settings");
      await page!.getByRole("button", { name: "Sign out", exact: true }).click();
      await page!.waitForURL(/\/login/);
      await expect.poll(() => page!.evaluate(() => caches.keys())).toEqual(["gum-code"]);
      await ada.context().setOffline(true);
      // On a busy machine Chromium has bypassed the worker here, and shown its own error page.
      const shown = await page!.goto(`/post/${post.id}`).then(
        () => page!.getByRole("heading").textContent(),
        (error: Error) => error.message,
      );
      expect(shown).toMatch(/You are offline|ERR_INTERNET_DISCONNECTED/);
      await expect(page!.getByText(body)).toHaveCount(0);
    });
    await ada.context().close();
  },
);

test(
  "a page is not shown while the browser still deletes what the last person could see",
  { tag: "@full" },
  async ({ browser }) => {
    const ada = await personIn(browser);
    const body = appName("Only for me");
    const post = await publish(ada, body);
    await ada.goto(`/post/${post.id}`);
    await ada.evaluate(async () => {
      await navigator.serviceWorker.register("/service-worker.js");
      await navigator.serviceWorker.ready;
    });
    await ada.reload();
    await expect.poll(() => isKept(ada)).toBe(true);
    const [worker] = ada.context().serviceWorkers();
    await worker!.evaluate(() => {
      const { fetch } = globalThis;
      // As on a slow disk.
      const remove = caches.delete.bind(caches);
      const slow = new Promise((resolve) => addEventListener("test:disk", resolve));
      caches.delete = (name) => slow.then(() => remove(name));
      globalThis.fetch = (...request) =>
        fetch(...request).catch((error: unknown) => {
          dispatchEvent(new Event("test:unreachable"));
          throw error;
        });
    });
    await ada.goto("/login?as=somebody-else");
    await ada.context().setOffline(true);
    const unreachable = worker!.evaluate(
      () => new Promise<void>((resolve) => addEventListener("test:unreachable", () => resolve())),
    );
    const back = ada.goto(`/post/${post.id}`);
    await unreachable;
    // A lookup that does not wait for the deletion ends before it.
    await worker!.evaluate(async () => {
      await caches.keys();
      dispatchEvent(new Event("test:disk"));
    });
    await back;
    await expect(ada.getByRole("heading", { name: "You are offline" })).toBeVisible();
    await expect(ada.getByText(body)).toHaveCount(0);
    await ada.context().close();
  },
);

test("a server that is gone is no reason for an app not to start", { tag: "@full" }, async ({ browser }) => {
  test.slow();
  const ada = await personIn(browser);
  const kago = await exampleApp(ada, "Kago");
  const post = await publish(ada, appName("Alone"), { appRef: { appId: kago.id } });
  await ada.goto(`/post/${post.id}`);
  await open(ada);
  await add(ada, "Bread");
  await expect(appFrame(ada).getByText("change waits")).toHaveCount(0);
  await expect.poll(() => copies(ada)).toContain(`room post:${post.id}`);
  await frameReady(ada);
  await ada.getByRole("button", { name: "Close Kago" }).click();
  // As of a proxy whose server is being replaced.
  await ada.route("**/api/**", (route) => route.fulfill({ status: 502, body: "Bad gateway" }));
  await open(ada);
  await expect(items(ada)).toHaveText(["Bread"]);
  await add(ada, "Milk");
  await expect(items(ada)).toHaveText(["Bread", "Milk"]);
  await ada.unroute("**/api/**");
  await expect(appFrame(ada).getByText("change waits")).toHaveCount(0);
  await ada.context().close();
});
