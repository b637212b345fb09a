import { readFile } from "node:fs/promises";
import { expect, test, type Page } from "../support/test";
import { strFromU8, unzipSync } from "fflate";
import { signUpOnboarded } from "../support/accounts";
import { appFrame, appName, countingApp, uploadByApi } from "../support/store";
import { notice } from "../support/notices";

const editor = (page: Page, file: string) => page.getByRole("textbox", { name: `Text of ${file}` });
const open = (page: Page, file: string) =>
  page.getByRole("navigation", { name: "Files" }).getByText(file, { exact: true }).click();
const choose = async (page: Page, item: string) => {
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: item }).click();
};

test("a guest writes an app, sees it run and fail with its line, and passes it on", async ({
  page,
  context,
  browser,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/playground?template=page");
  await expect(appFrame(page).getByRole("button", { name: "Press me" })).toBeVisible();

  await open(page, "index.html");
  await editor(page, "index.html").fill('<h1>Mine</h1><script src="app.js"></script>');
  await expect(appFrame(page).getByRole("heading", { name: "Mine" })).toBeVisible();
  await open(page, "app.js");
  await editor(page, "app.js").fill('console.log("one of mine");\n\nmissing();');
  const printed = page.getByRole("log", { name: "Console" });
  await expect(printed.getByText("one of mine")).toBeVisible();
  await open(page, "index.html");
  await editor(page, "index.html").fill("<p>Wrong</p>\n<script>\nlet it = ;\n</script>");
  await expect(printed.getByRole("button", { name: "index.html:3" })).toBeVisible();
  await editor(page, "index.html").fill('<h1>Mine</h1><script src="app.js"></script>');
  await printed.getByRole("button", { name: "app.js:3" }).click();
  await expect(editor(page, "app.js")).toBeFocused();

  await page.getByRole("button", { name: "Copy a link" }).click();
  await expect(notice(page, "Link copied.")).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await browser.newPage();
  await other.goto(link);
  await expect(other.getByRole("heading", { name: /^Run “/ })).toBeVisible();
  await expect(other.locator("iframe.gum-app-frame")).toHaveCount(0);
  await other.getByRole("button", { name: "Run it" }).click();
  await expect(appFrame(other).getByRole("heading", { name: "Mine" })).toBeVisible();
  await other.close();

  const saving = page.waitForEvent("download");
  await choose(page, "Save as .gum");
  const saved = unzipSync(new Uint8Array(await readFile(await (await saving).path())));
  expect(strFromU8(saved["index.html"]!)).toContain("<h1>Mine</h1>");

  // What was written is there again after a reload.
  await page.goto("/playground");
  await expect(appFrame(page).getByRole("heading", { name: "Mine" })).toBeVisible();
});

test("an example of the documentation runs in the playground", async ({ page }) => {
  await page.goto("/docs");
  await expect(page.getByRole("heading", { level: 1, name: "The .gum package" })).toBeVisible();
  await page
    .getByRole("navigation", { name: "Documentation" })
    .getByRole("link", { name: "The host API" })
    .click();
  await page
    .getByRole("heading", { name: "Ready", exact: true })
    .locator("xpath=following::a[text()='Open in the playground'][1]")
    .click();
  await page.getByRole("button", { name: "Run it" }).click();
  await expect(appFrame(page).getByText("Example 1.0.0 is ready.")).toBeVisible();

  await page.context().addCookies([{ name: "gum-locale", value: "ja", url: page.url() }]);
  await page.goto("/docs/gum#theme-and-language");
  await expect(page.getByRole("heading", { name: "テーマと言語" })).toBeInViewport();
  await expect(page.locator("article")).toHaveAttribute("lang", "ja");
});

test(
  "the source of an app whose license allows it opens there, and becomes one's own",
  { tag: "@full" },
  async ({ page, browser }) => {
    const makers = await browser.newContext();
    const maker = await makers.newPage();
    await signUpOnboarded(maker);
    const free = await uploadByApi(maker, countingApp({ name: appName("Free"), license: "MIT" }), {
      published: true,
    });
    const closed = await uploadByApi(maker, countingApp({ name: appName("Closed"), license: "UNLICENSED" }), {
      published: true,
    });
    await makers.close();

    await signUpOnboarded(page);
    await page.goto(`/apps/${closed.id}`);
    await page.getByRole("button", { name: "More", exact: true }).click();
    await expect(page.getByRole("menuitem", { name: "Report" })).toBeVisible();
    await expect(page.getByRole("menuitem", { name: "View source" })).toHaveCount(0);

    await page.goto(`/apps/${free.id}`);
    await choose(page, "View source");
    await expect(page).toHaveURL(/\/playground$/);
    await expect(
      page.getByRole("heading", { name: `Run “${free.name}” by ${free.owner.displayName}?` }),
    ).toBeVisible();
    await page.getByRole("button", { name: "Run it" }).click();
    await expect(appFrame(page).getByRole("heading", { name: "It runs" })).toBeVisible();
    await page.getByRole("button", { name: "Keep it as my project" }).click();
    await open(page, "manifest.json");
    const name = appName("Remixed");
    await editor(page, "manifest.json").fill(JSON.stringify({ name, entry: { html: "index.html" } }));
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await page.getByRole("button", { name: "Publish…" }).click();
    await expect(page).toHaveURL(/\/add-app$/);
    await expect(page.getByLabel("Name")).toHaveValue(name);
  },
);

test("a link opens beside one's own projects, runs and stays only if the person wants it to", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/playground?template=page");
  await open(page, "index.html");
  await editor(page, "index.html").fill("<h1>My own work</h1>");
  await expect(appFrame(page).getByRole("heading", { name: "My own work" })).toBeVisible();
  await page.getByRole("button", { name: "Copy a link" }).click();
  await expect(notice(page, "Link copied.")).toBeVisible();
  const link = (await page.evaluate(() => navigator.clipboard.readText())).replace(/.*#/, "#");
  await editor(page, "index.html").fill("<h1>My newer work</h1>");
  await expect(appFrame(page).getByRole("heading", { name: "My newer work" })).toBeVisible();

  // In the open playground, and by its address.
  await page.evaluate((hash) => location.assign(hash), link);
  await expect(page.getByRole("heading", { name: /^Run “/ })).toBeVisible();
  await expect(page.getByText("This came by a link and is not kept.")).toBeVisible();
  await expect(page.locator("iframe.gum-app-frame")).toHaveCount(0);
  await page.goto("/playground");
  await expect(appFrame(page).getByRole("heading", { name: "My newer work" })).toBeVisible();

  await page.goto(`/playground${link}`);
  await page.getByRole("button", { name: "Keep it as my project" }).click();
  await page.getByRole("button", { name: "My projects" }).click();
  const list = page.getByRole("dialog", { name: "My projects" }).getByRole("listitem");
  await expect(list).toHaveCount(2);
  await list.nth(1).getByRole("button").first().click();
  await expect(appFrame(page).getByRole("heading", { name: "My newer work" })).toBeVisible();
  await page.reload();
  await expect(appFrame(page).getByRole("heading", { name: "My newer work" })).toBeVisible();

  // A deleted project is gone, with a way back.
  await page.getByRole("button", { name: "My projects" }).click();
  await list
    .nth(0)
    .getByRole("button", { name: /^Delete/ })
    .click();
  await expect(list).toHaveCount(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(list).toHaveCount(2);
});

test(
  "the project of an earlier release joins the list, whatever is opened first",
  { tag: "@full" },
  async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto("/playground?template=page");
    await open(page, "index.html");
    await editor(page, "index.html").fill("<h1>From before</h1>");
    await page.getByRole("button", { name: "Copy a link" }).click();
    await expect(notice(page, "Link copied.")).toBeVisible();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const project = link.slice(link.indexOf("#g=") + 3);
    await page.goto("/docs");
    await page.evaluate(
      async (state) => {
        indexedDB.deleteDatabase("gum-playground");
        localStorage.setItem("gum-playground", JSON.stringify({ version: 1, state }));
      },
      { project, current: "index.html" },
    );

    await page.goto("/playground?template=canvas");
    await open(page, "index.html");
    await editor(page, "index.html").fill("<h1>Something new</h1>");
    await expect(appFrame(page).getByRole("heading", { name: "Something new" })).toBeVisible();
    await page.getByRole("button", { name: "My projects" }).click();
    const list = page.getByRole("dialog", { name: "My projects" }).getByRole("listitem");
    await expect(list).toHaveCount(2);
    await list.nth(1).getByRole("button").first().click();
    await expect(appFrame(page).getByRole("heading", { name: "From before" })).toBeVisible();
  },
);
