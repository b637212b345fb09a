import type { Page, Route } from "@playwright/test";
import type { Collection, CollectionApp } from "@/lib/collections/contract";
import { signUpOnboarded } from "../support/accounts";
import { appName, countingApp, uploadByApi } from "../support/store";
import { expect, test } from "../support/test";

/** Waits until the server has an app's new place or note. */
const placed = (page: Page) =>
  page.waitForResponse(
    (response) =>
      response.request().method() === "PUT" && /\/collections\/[^/]+\/apps\//.test(response.url()),
  );

/** dnd-kit measures the rows before it takes the next key. */
const measured = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
  );

test(
  "a card of the store adds its app to a collection, by keyboard and by touch",
  { tag: "@full" },
  async ({ page, browser }) => {
    await signUpOnboarded(page);
    const name = appName("Shelf");
    await uploadByApi(page, countingApp({ name }), { published: true });
    const title = appName("Favourites");
    await page.goto(`/apps?search=${encodeURIComponent(name)}`);
    const more = page.getByRole("button", { name: `More for ${name}` });
    await more.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menuitem", { name: "Add to collection…" })).toBeFocused();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("New collection").fill(title);
    const saved = placed(page);
    await dialog.getByRole("button", { name: "Create" }).click();
    await saved;
    await page.keyboard.press("Escape");
    await expect(more).toBeFocused();

    const phone = await browser.newContext({
      storageState: await page.context().storageState(),
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    });
    const touched = await phone.newPage();
    await touched.goto(`/apps?search=${encodeURIComponent(name)}`);
    await touched.getByRole("button", { name: `More for ${name}` }).tap();
    await touched.getByRole("menuitem", { name: "Add to collection…" }).tap();
    await expect(touched.getByRole("dialog").getByRole("checkbox", { name: title })).toBeChecked();
    await phone.close();
  },
);

test(
  "a person collects apps from their pages, arranges them by keyboard, and another saves that",
  { tag: "@full" },
  async ({ page, browser }) => {
    const { username } = await signUpOnboarded(page);
    const names = ["First", "Second", "Third"].map((word) => appName(word));
    const apps = [];
    for (const name of names) apps.push(await uploadByApi(page, countingApp({ name }), { published: true }));
    const title = appName("Mornings");

    for (const [index, app] of apps.entries()) {
      await page.goto(`/apps/${app.id}`);
      await page.getByRole("button", { name: "More", exact: true }).click();
      await page.getByRole("menuitem", { name: "Add to collection…" }).click();
      const dialog = page.getByRole("dialog");
      const saved = placed(page);
      if (index === 0) {
        await dialog.getByRole("button", { name: "Create" }).click();
        await expect(dialog.getByText("Give it a title.")).toBeVisible();
        await dialog.getByLabel("New collection").fill(title);
        await dialog.getByRole("button", { name: "Create" }).click();
      } else await dialog.getByRole("checkbox", { name: title }).check();
      await saved;
      await expect(dialog.getByRole("checkbox", { name: title })).toBeChecked();
      await page.keyboard.press("Escape");
      await expect(page.getByRole("button", { name: "More", exact: true })).toBeFocused();
    }

    await page.goto("/collections");
    await page.getByRole("link", { name: title }).click();
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    await page.getByRole("button", { name: "Arrange" }).click();
    const rows = page.getByRole("list", { name: "Apps of the collection" }).getByRole("listitem");
    await expect(rows).toHaveCount(3);
    await page.getByRole("button", { name: `Move ${names[2]}` }).focus();
    await page.keyboard.press("Space");
    await expect(page.getByText(`Picked up ${names[2]}. It is number 3 of 3.`)).toBeAttached();
    await measured(page);
    await page.keyboard.press("ArrowUp");
    await expect(page.getByText(`${names[2]} is now number 2 of 3.`)).toBeAttached();
    await measured(page);
    await page.keyboard.press("ArrowUp");
    await expect(page.getByText(`${names[2]} is now number 1 of 3.`)).toBeAttached();
    const moved = placed(page);
    await page.keyboard.press("Space");
    await moved;
    await expect(rows.first()).toContainText(names[2]!);
    const noted = placed(page);
    await page.getByLabel(`Note about ${names[2]}`).fill("Before coffee");
    await page.keyboard.press("Tab");
    await noted;
    const lowered = placed(page);
    await page.getByRole("button", { name: `Actions for ${names[0]}` }).click();
    await page.getByRole("menuitem", { name: "Move down" }).click();
    await lowered;
    await expect(page.getByRole("button", { name: `Actions for ${names[0]}` })).toBeFocused();
    await expect(page.getByText(`${names[0]} is now number 3 of 3.`)).toBeAttached();
    await page.getByRole("button", { name: "Done" }).click();
    await expect(rows).toContainText([names[2]!, names[1]!, names[0]!]);
    await expect(rows.first()).toContainText("Before coffee");

    const readers = await browser.newContext();
    const reader = await readers.newPage();
    await signUpOnboarded(reader);
    await reader.goto(`/profile/${username}`);
    await reader.getByRole("tab", { name: "Collections" }).click();
    await reader.getByRole("link", { name: title }).click();
    await expect(reader.getByText("Before coffee")).toBeVisible();
    const kept = reader.waitForResponse((response) => response.url().endsWith("/save"));
    await reader.getByRole("button", { name: "Save" }).click();
    await expect(reader.getByRole("button", { name: "Saved", pressed: true })).toBeVisible();
    await kept;
    await reader.goto("/collections?tab=saved");
    await expect(reader.getByRole("link", { name: title })).toBeVisible();
    await reader.goto(`/apps/${apps[0]!.id}`);
    await expect(reader.getByRole("region", { name: "In collections" })).toContainText(title);

    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Delete collection" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete collection" }).click();
    await expect(page).toHaveURL(/\/collections$/);
    await reader.goto("/collections?tab=saved");
    await expect(reader.getByText("Nothing saved yet")).toBeVisible();
    await readers.close();
  },
);

const WEB = { "x-client-info": "gum-web" };

/** A collection of new apps, made without its pages. */
async function collectionByApi(page: Page, title: string, names: string[]) {
  const made = await page.request.post("/api/v1/collections", { headers: WEB, data: { title } });
  const { id } = (await made.json()) as Collection;
  const apps = [];
  for (const name of names) {
    const app = await uploadByApi(page, countingApp({ name }));
    await page.request.put(`/api/v1/collections/${id}/apps/${app.id}`, { headers: WEB, data: {} });
    apps.push(app);
  }
  return { id, apps };
}

const itemsOf = async (page: Page, id: string) =>
  ((await (await page.request.get(`/api/v1/collections/${id}/apps`)).json()) as { items: CollectionApp[] })
    .items;

/** Holds the requests that change the apps of a collection until `release` is called. */
async function holdChanges(page: Page) {
  const held: string[] = [];
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/collections\/[^/]+\/apps\/[^/]+$/, async (route: Route) => {
    held.push(route.request().method());
    await released;
    await route.continue();
  });
  return { held, release: () => release() };
}

test(
  "what somebody does with a collection is there at once, in order, and not lost",
  { tag: "@full" },
  async ({ page }) => {
    await signUpOnboarded(page);
    const names = ["First", "Second", "Third"].map((word) => appName(word));
    const { id, apps } = await collectionByApi(page, appName("Evenings"), names);
    const rows = page.getByRole("list", { name: "Apps of the collection" }).getByRole("listitem");
    const choose = async (name: string, item: string) => {
      await page.getByRole("button", { name: `Actions for ${name}` }).click();
      await page.getByRole("menuitem", { name: item }).click();
    };

    // The list that "Done" shows has the new order before the server does.
    await page.goto(`/collections/${id}`);
    await page.getByRole("button", { name: "Arrange" }).click();
    await expect(rows).toHaveCount(3);
    const order = await holdChanges(page);
    await choose(names[0]!, "Move down");
    await expect.poll(() => order.held).toEqual(["PUT"]);
    const orders: string[] = [];
    await page.exposeFunction("seeOrder", (text: string) => orders.push(text));
    await page.evaluate(() => {
      const see = () => {
        const shown = [...document.querySelectorAll("ol article h3")].map((title) => title.textContent);
        void (window as unknown as { seeOrder: (text: string) => void }).seeOrder(shown.join());
      };
      new MutationObserver(see).observe(document.body, {
        childList: true,
        subtree: true,
        characterData: true,
      });
    });
    await page.getByRole("button", { name: "Done" }).click();
    await expect(rows).toContainText([names[1]!, names[0]!, names[2]!]);
    const read = page.waitForResponse((response) => /\/apps\?limit=20/.test(response.url()));
    order.release();
    await read;
    await expect(rows).toContainText([names[1]!, names[0]!, names[2]!]);
    expect(new Set(orders.filter(Boolean))).toEqual(new Set([[names[1], names[0], names[2]].join()]));
    await page.unrouteAll({ behavior: "wait" });

    // The focus goes on to the next row.
    await page.getByRole("button", { name: "Arrange" }).click();
    await expect(rows).toHaveCount(3);
    await choose(names[1]!, "Remove from collection");
    await expect(page.getByRole("button", { name: `Actions for ${names[0]}` })).toBeFocused();
    await choose(names[2]!, "Remove from collection");
    await expect(page.getByRole("button", { name: `Actions for ${names[0]}` })).toBeFocused();
    await expect.poll(async () => (await itemsOf(page, id)).length).toBe(1);

    // A page that is left takes along what is typed.
    await page.getByLabel(`Note about ${names[0]}`).fill("Half a sentence");
    await page.goto(`/apps/${apps[1]!.id}?collect`);
    await expect.poll(async () => (await itemsOf(page, id))[0]!.note).toBe("Half a sentence");

    // The last press wins.
    const dialog = page.getByRole("dialog");
    const box = dialog.getByRole("checkbox").first();
    const presses = await holdChanges(page);
    await box.check();
    await box.uncheck();
    await expect.poll(() => presses.held).toEqual(["PUT"]);
    const last = page.waitForResponse((response) => response.request().method() === "DELETE");
    presses.release();
    await last;
    await expect(box).not.toBeChecked();
    expect(await itemsOf(page, id)).toHaveLength(1);
    await page.unrouteAll({ behavior: "wait" });

    // One press makes one collection, also where the app does not get into it.
    await page.route(/\/collections\/[^/]+\/apps\/[^/]+$/, (route) => route.abort());
    const title = appName("Once");
    await dialog.getByLabel("New collection").fill(title);
    await dialog.getByRole("button", { name: "Create" }).click();
    await expect(page.getByText("Unable to connect").first()).toBeVisible();
    await expect(dialog.getByRole("checkbox", { name: title })).not.toBeChecked();
    await dialog.getByRole("button", { name: "Create" }).click();
    await expect(dialog.getByText("Give it a title.")).toBeVisible();
    await expect(dialog.getByRole("checkbox", { name: title })).toHaveCount(1);
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(`/apps/${apps[1]!.id}`);
  },
);

test(
  "a search finds collections by title and description, in a tab and among all results, also on a phone in Japanese",
  { tag: "@full" },
  async ({ page, browser }) => {
    await signUpOnboarded(page);
    const name = appName("Found");
    const { id: appId } = await uploadByApi(page, countingApp({ name }), { published: true });
    const word = appName("Lantern").replaceAll(/\W/g, "");
    const make = async (title: string, description: string) => {
      const made = await page.request.post("/api/v1/collections", { data: { title, description } });
      const { id } = (await made.json()) as Collection;
      const put = await page.request.put(`/api/v1/collections/${id}/apps/${appId}`, { data: {} });
      expect(put.status()).toBe(200);
      return id;
    };
    const first = await make(`${word} walks`, "For the dark");
    for (let n = 0; n < 3; n++) await make(`Night ${n}`, `夜の散歩 ${word}`);

    await page.goto("/search");
    await page.getByRole("searchbox").fill(word);
    const section = page.getByRole("region", { name: "Collections" });
    await expect(section.getByRole("listitem")).toHaveCount(3);
    await section.getByRole("button", { name: "See all" }).click();
    await expect(page.getByRole("tab", { name: "Collections" })).toBeFocused();
    await expect(page).toHaveURL(/type=collections/);
    const list = page.getByRole("list", { name: "Collections" });
    await expect(list.getByRole("listitem")).toHaveCount(4);

    await page.getByRole("searchbox").fill(`${word} wal`);
    await expect(list.getByRole("listitem")).toHaveCount(1);
    await list.getByRole("link", { name: `${word} walks` }).click();
    await page.waitForURL(`**/collections/${first}`);

    const phone = await browser.newContext({
      storageState: await page.context().storageState(),
      viewport: { width: 390, height: 844 },
      locale: "ja-JP",
      hasTouch: true,
    });
    const touched = await phone.newPage();
    await touched.goto(`/search?q=${encodeURIComponent(`散歩 ${word}`)}`);
    await touched.getByRole("tab", { name: "コレクション" }).tap();
    await expect(touched.getByRole("list", { name: "コレクション" }).getByRole("listitem")).toHaveCount(3);
    await expect(touched.getByRole("tab", { name: "コレクション" })).toBeInViewport({ ratio: 1 });
    await touched.getByRole("searchbox").fill(`${word}zzz`);
    await expect(touched.getByText(`「${word}zzz」は見つかりませんでした`)).toBeVisible();
    await phone.close();
  },
);
