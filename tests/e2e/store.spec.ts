import { expect, test, type Page } from "../support/test";
import { signUpOnboarded } from "../support/accounts";
import {
  appFrame,
  appName,
  countingApp,
  gumFile,
  keptEntries,
  pressCounter,
  uploadByApi,
} from "../support/store";

const storeList = (page: Page) => page.getByRole("main").getByRole("list", { name: "Apps" });

test(
  "searches while typing, by category and order, and keeps that in the address",
  { tag: "@full" },
  async ({ page, isMobile }) => {
    await signUpOnboarded(page);
    const name = appName("Zebra");
    const app = await uploadByApi(page, countingApp({ name, category: "music" }), { published: true });
    await page.goto("/apps");
    const list = storeList(page);
    await expect(list.getByRole("heading", { name })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Featured" })).toBeVisible();

    await page.getByRole("searchbox", { name: "Search apps" }).fill(name.slice(0, -3));
    await expect(list.getByRole("article")).toHaveCount(1);
    await expect(page.getByRole("heading", { name: "Featured" })).toHaveCount(0);
    await expect(page).toHaveURL(/search=Zebra/);
    await page.reload();
    await expect(storeList(page).getByRole("article")).toHaveCount(1);

    await page.getByRole("searchbox", { name: "Search apps" }).fill("qqqqzz");
    await expect(page.getByRole("heading", { name: "No apps for “qqqqzz”" })).toBeVisible();
    await page.getByRole("button", { name: "Show all apps" }).click();
    await expect(list.getByRole("heading", { name })).toBeVisible();

    await page.getByText("Games", { exact: true }).click();
    await expect(list.getByRole("heading", { name })).toHaveCount(0);
    await page.getByText("Music", { exact: true }).click();
    await expect(list.getByRole("heading", { name })).toBeVisible();
    const ordered = page.waitForResponse(/\/api\/apps\?.*orderBy=name/);
    await page.getByLabel("Order").selectOption("name");
    await expect(page).toHaveURL(/category=music&orderBy=name/);
    // Until then the list is in the order before, and the card moves away from the pointer.
    await ordered;
    await expect(list.getByRole("article").last()).toContainText(name);
    const link = list.getByRole("link", { name }).first();
    if (!isMobile) {
      // Where the pointer rests, what is needed to run is fetched.
      const fetched = page.waitForRequest((request) => request.url().includes(`/apps/${app.id}/package`));
      await link.hover();
      await fetched;
    }
    await link.click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  },
);

test(
  "an app is liked, added, tried, removed from the shelf and put back",
  { tag: "@phone-full" },
  async ({ page, browser }) => {
    const makers = await browser.newContext();
    const maker = await makers.newPage();
    await signUpOnboarded(maker);
    const name = appName("Loved");
    const app = await uploadByApi(maker, countingApp({ name }), { published: true });
    await makers.close();

    await signUpOnboarded(page);
    await page.goto(`/apps/${app.id}`);
    const liking = page.waitForResponse((answer) => answer.url().endsWith("/like"));
    await page.getByRole("button", { name: `Like ${name}` }).click();
    await liking;
    await expect(page.getByRole("button", { name: `Unlike ${name}, 1 like` })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    await page.reload();
    await expect(page.getByRole("button", { name: `Unlike ${name}, 1 like` })).toBeVisible();

    await page.getByRole("button", { name: "Try for 30 minutes" }).click();
    await expect(
      page.getByText("Trial: 30 minutes left").or(page.getByText("Trial: 29 minutes left")),
    ).toBeVisible();
    await expect(appFrame(page).getByRole("heading", { name: "It runs" })).toBeVisible();
    const installing = page.waitForResponse((answer) => answer.url().endsWith("/install"));
    await page.getByRole("button", { name: "Keep it" }).click();
    await installing;
    await expect(page.getByText("Trial:")).toHaveCount(0);

    await page.goto("/apps-list");
    await expect(page.getByRole("article").filter({ hasText: name })).toBeVisible();
    await page.getByRole("button", { name: `Remove ${name}` }).click();
    await expect(page.getByRole("article").filter({ hasText: name })).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("article").filter({ hasText: name })).toBeVisible();
  },
);

test("the owner edits, deletes and takes that back", { tag: ["@full", "@phone-full"] }, async ({ page }) => {
  await signUpOnboarded(page);
  const name = appName("Mine");
  const app = await uploadByApi(page, countingApp({ name }), { published: true });
  await page.goto(`/apps/${app.id}`);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Description").fill("Written anew.");
  await dialog.getByRole("button", { name: "Close" }).click();
  const question = page.getByRole("alertdialog", { name: "Discard your changes?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Written anew.")).toBeVisible();

  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL(/\/apps$/);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  const restored = (await (await page.request.get(`/api/apps/${app.id}`)).json()) as { shareId: string };
  expect(restored.shareId).toBe(app.shareId);
});

test(
  "a version that wants to do more asks before it runs, and the older one can stay",
  { tag: "@full" },
  async ({ page, browser }) => {
    const makers = await browser.newContext();
    const maker = await makers.newPage();
    await signUpOnboarded(maker);
    const name = appName("Grows");
    const app = await uploadByApi(maker, countingApp({ name }, "First"), { published: true });

    await signUpOnboarded(page);
    await page.goto(`/apps/${app.id}/run`);
    await expect(appFrame(page).getByRole("heading", { name: "First" })).toBeVisible();
    await expect
      .poll(async () => (await page.request.get(`/api/apps/${app.id}/runs`)).json())
      .toMatchObject({
        lastVersion: "1.0.0",
      });

    const network = { hosts: ["api.example.com"], reason: "Looks up the weather" };
    await uploadByApi(maker, countingApp({ name, version: "2.0.0", network }, "Second"), { appId: app.id });
    await makers.close();
    await page.reload();
    await expect(page.getByRole("heading", { name: `${name} 2.0.0 wants to do more` })).toBeVisible();
    await expect(page.getByText("api.example.com")).toBeVisible();
    await expect(page.getByText("Looks up the weather")).toBeVisible();
    await page.getByRole("button", { name: "Stay with 1.0.0" }).click();
    await expect(appFrame(page).getByRole("heading", { name: "First" })).toBeVisible();

    await page.reload();
    await expect(appFrame(page).getByRole("heading", { name: "First" })).toBeVisible();
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Update to 2.0.0" }).click();
    await expect(appFrame(page).getByRole("heading", { name: "Second" })).toBeVisible();
    await page.reload();
    await expect(appFrame(page).getByRole("heading", { name: "Second" })).toBeVisible();
  },
);

test(
  "an app of this browser runs without being sent anywhere, and can be published later",
  { tag: ["@phone-full", "@full"] },
  async ({ page }) => {
    await signUpOnboarded(page);
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/api/apps") && request.method() !== "GET") sent.push(request.url());
    });
    await page.goto("/local-apps");
    const name = appName("Local");
    await page.locator("label.file-drop input[type=file]").setInputFiles(gumFile(countingApp({ name })));
    await expect(page.getByRole("article").filter({ hasText: name })).toBeVisible();
    await page.getByRole("link", { name: `Open ${name}` }).click();
    await pressCounter(page);
    await expect.poll(() => keptEntries(page)).toBe(1);
    await page.reload();
    await expect(appFrame(page).locator("#saved")).toHaveText("1");
    expect(sent).toEqual([]);

    await page.goto("/local-apps");
    // Without a connection too, while the page is open.
    const waiting = await page.waitForSelector("#gum-frame-parking iframe", { state: "attached" });
    const ready = (await waiting.contentFrame())!;
    await expect.poll(() => ready.evaluate(() => "__gumRun" in window)).toBe(true);
    await page.context().setOffline(true);
    await page.getByRole("link", { name: `Open ${name}` }).click();
    await expect(appFrame(page).getByRole("heading", { name: "It runs" })).toBeVisible();
    await page.getByRole("link", { name: "Apps in this browser" }).click();
    await page.context().setOffline(false);

    await page.getByRole("article").getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Publish" }).click();
    await expect(page).toHaveURL(/\/add-app$/);
    await expect(page.getByLabel("Name")).toHaveValue(name);
  },
);

test(
  "people talk about an app, its owner is told, and somebody reports it",
  { tag: "@full" },
  async ({ page, browser }) => {
    const makers = await browser.newContext();
    const maker = await makers.newPage();
    await signUpOnboarded(maker);
    const name = appName("Talk");
    const app = await uploadByApi(maker, countingApp({ name }), { published: true });

    await signUpOnboarded(page);
    await page.goto(`/apps/${app.id}`);
    const comments = page.getByRole("region", { name: "Comments" });
    await comments.getByRole("textbox", { name: "Write a comment" }).fill("Counts well.");
    await comments.getByRole("button", { name: "Comment", exact: true }).click();
    const comment = comments.getByRole("listitem").filter({ hasText: "Counts well." });
    await expect(comment.getByRole("button", { name: "More about this comment" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Comments (1)" })).toBeVisible();

    await maker.goto("/notifications");
    await maker.getByRole("link", { name: `commented on your app ${name}` }).click();
    await expect(maker).toHaveURL(new RegExp(`/apps/${app.id}#comments$`));
    await expect(maker.getByText("Counts well.")).toBeVisible();
    await makers.close();

    await comment.getByRole("button", { name: "More about this comment" }).click();
    await page.getByRole("menuitem", { name: "Delete comment" }).click();
    await expect(comment).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(comment).toBeVisible();

    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Report" }).click();
    const dialog = page.getByRole("dialog", { name: `Report ${name}` });
    await dialog.getByText("Malicious software or a scam").click();
    await dialog.getByRole("button", { name: "Send report" }).click();
    await expect(page.getByText("Your report is with us.")).toBeVisible();
  },
);

test("what does not exist is an unknown app", { tag: "@full" }, async ({ page }) => {
  await signUpOnboarded(page);
  for (const path of ["/apps/nothing", "/apps/00000000-0000-7000-8000-000000000000", "/apps/nothing/run"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: "Unknown app" })).toBeVisible();
  }
});

test("an icon that cannot be had is the default one", { tag: "@full" }, async ({ page }) => {
  await signUpOnboarded(page);
  await uploadByApi(page, countingApp({ name: appName("Iconless") }));
  await page.route(/\/api\/apps\/[^/]+\/icon/, (route) => route.abort());
  await page.goto("/apps");
  const icons = page.getByRole("main").locator("img.app-icon");
  await expect(icons.first()).toHaveAttribute("src", "/icons/app-default.svg");
  await expect(
    page.getByRole("navigation", { name: "Dock" }).locator("img.app-icon").first(),
  ).toHaveAttribute("src", "/icons/app-default.svg");
});
