import { expect, test, type Page } from "../support/test";
import { appFrame } from "../support/store";

async function run(page: Page, script: string) {
  await page.goto("/playground?template=page");
  await expect(appFrame(page).getByRole("button", { name: "Press me" })).toBeVisible();
  await page.getByRole("navigation", { name: "Files" }).getByText("index.html", { exact: true }).click();
  await page
    .getByRole("textbox", { name: "Text of index.html" })
    .fill(`<h1 id="top" class="big">Prints</h1>\n<script>\n${script}\n</script>`);
  await expect(appFrame(page).getByRole("heading", { name: "Prints" })).toBeVisible();
  const log = page.getByRole("log", { name: "Console" });
  return { log, line: (text: string) => log.getByRole("listitem").filter({ hasText: text }) };
}

test(
  "what an app prints is unfolded by press and by key, and copied as JSON",
  { tag: "@full" },
  async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const { log, line } = await run(
      page,
      `const score = { name: "Ada", tags: ["a", "b"], get secret() { document.title = "called"; return 1; } };
       score.self = score;
       console.log("scores of %s: %d", "today", 3.7, score);
       console.log(new Map([["k", { deep: 1 }]]), document.querySelector("h1"));
       for (let at = 0; at < 3; at++) console.info("again");`,
    );
    await expect(log.getByText("scores of today: 3")).toBeVisible();
    const tree = line("scores of today").getByRole("tree");
    const root = tree.getByRole("treeitem").first();
    await expect(root).toContainText('{name: "Ada", tags: (2) ["a", "b"], secret: (get), self: {');
    await expect(root).toHaveAttribute("aria-expanded", "false");
    await root.click();
    await expect(tree.getByRole("treeitem")).toHaveCount(5);
    await expect(tree.getByRole("treeitem", { name: /self: ↺/ })).not.toHaveAttribute("aria-expanded");

    await page.keyboard.press("Tab");
    await root.focus();
    for (const key of ["ArrowDown", "ArrowDown", "ArrowRight", "ArrowDown"]) await page.keyboard.press(key);
    await expect(tree.getByRole("treeitem", { name: '0: "a"' })).toBeFocused();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await expect(tree.getByRole("treeitem", { name: '0: "a"' })).toHaveCount(0);
    await page.keyboard.press("Home");
    await page.keyboard.press("Enter");
    await expect(tree.getByRole("treeitem")).toHaveCount(1);

    await line("scores of today").getByRole("button", { name: "Copy as JSON" }).click();
    await expect(page.getByText("Copied as JSON")).toBeVisible();
    expect(JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))).toEqual({
      name: "Ada",
      tags: ["a", "b"],
      secret: "(get)",
      self: "[Circular]",
    });
    await expect(log.getByText('Map(1) {"k" → {deep: 1}}')).toBeVisible();
    await expect(log.getByText('<h1 id="top" class="big">')).toBeVisible();
    await expect(line("again")).toHaveCount(1);
    await expect(line("again").getByLabel("3 times")).toBeVisible();
  },
);

test(
  "groups fold, tables are tables, errors lead to their line, and lines are filtered",
  { tag: "@full" },
  async ({ page }) => {
    const { log, line } = await run(
      page,
      `console.groupCollapsed("closed"); console.log("inside"); console.groupEnd();
       console.table([{ a: 1, b: "x" }, { a: 2 }]);
       console.count("turns"); console.count("turns"); console.time("t"); console.timeEnd("t");
       console.warn("careful");
       try { null.x } catch (error) { console.error(error); }`,
    );
    await expect(log.getByText("turns: 2")).toBeVisible();
    await expect(log.getByText(/^t: [\d.]+ ms$/)).toBeVisible();
    await expect(log.getByText("inside", { exact: true })).toHaveCount(0);
    await log.getByRole("button", { name: "Group closed" }).click();
    await expect(log.getByText("inside", { exact: true })).toBeVisible();
    const table = log.getByRole("table");
    await expect(table.getByRole("columnheader")).toHaveText(["Index", "a", "b"]);
    await expect(table.getByRole("row").nth(1)).toContainText('"x"');
    const failure = line("TypeError");
    await expect(failure.getByRole("button", { name: /^index\.html:\d+$/ })).toBeVisible();

    await page.getByRole("combobox", { name: "Level" }).selectOption("warn");
    await expect(log.getByRole("listitem")).toHaveText([/careful/]);
    await page.getByRole("combobox", { name: "Level" }).selectOption("all");
    await page.getByRole("searchbox", { name: "Filter by text" }).fill("TURNS");
    await expect(log.getByRole("listitem")).toHaveCount(2);
    await page.getByRole("searchbox", { name: "Filter by text" }).fill("nothing of it");
    await expect(log.getByText("lines are hidden by the filter.")).toBeVisible();
    await page.getByRole("searchbox", { name: "Filter by text" }).fill("");
    await failure.getByRole("button", { name: /^index\.html:/ }).click();
    await expect(page.getByRole("textbox", { name: "Text of index.html" })).toBeFocused();
  },
);

test(
  "what a hostile app prints is text, has bounds, and leaves the page as it is",
  { tag: "@full" },
  async ({ page }) => {
    const { log, line } = await run(
      page,
      `const evil = new Proxy({}, { ownKeys() { throw 1 }, getPrototypeOf() { console.log(evil); throw 2 } });
       console.log("proxy", evil);
       class Sly {} Object.defineProperty(Sly, "name", { value: "<img src=x onerror=alert(1)>" });
       console.log("class", new Sly());
       const endless = {}; let at = endless; for (let i = 0; i < 1e4; i++) at = at.next = { i };
       console.log("deep", endless);
       console.log("wide", Object.fromEntries(Array.from({ length: 1e5 }, (_, at) => ["k" + at, at])));
       Array.prototype.push = Array.prototype.map = Map.prototype.get = Reflect.ownKeys = () => { throw 3 };
       Object.prototype.value = "polluted";
       console.log("still", { here: 1, get there() { return 1 } });
       delete Object.prototype.value;
       for (let i = 0; i < 5000; i++) console.log("flood", i, { i });`,
    );
    await expect(line("proxy")).toContainText("(!)");
    await expect(line("class")).toContainText("<img src=x onerror=alert(1)>");
    await expect(log.locator("img")).toHaveCount(0);
    await expect(line("still")).toContainText("{here: 1, there: (get)}");
    await expect(line("wide").getByRole("treeitem")).toHaveCount(1);
    await line("wide").getByRole("treeitem").click();
    await expect(line("wide").getByText("99,900 more, not sent")).toBeVisible();
    await expect(log.getByText(/^… \d+ more$/)).toBeVisible();
    // The run has not ended.
    await expect(appFrame(page).getByRole("heading", { name: "Prints" })).toBeVisible();
  },
);
