import { readFile } from "node:fs/promises";
import { expect, test, type Page } from "../support/test";
import { strFromU8, unzipSync } from "fflate";
import { signUpOnboarded } from "../support/accounts";
import { appFrame, appName, countingApp, scriptsRun, uploadByApi } from "../support/store";
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

test("an example of the documentation runs in the playground", { tag: "@full" }, async ({ page }) => {
  await page.goto("/docs");
  await expect(page.getByRole("heading", { level: 1, name: "A game in fifteen minutes" })).toBeVisible();
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
    await expect(page.getByText("Your last upload was not finished")).toBeHidden();
  },
);

test(
  "a link opens beside one's own projects, runs and stays only if the person wants it to",
  { tag: "@full" },
  async ({ page, context }) => {
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

    // A deleted project is gone, with an undo.
    await page.getByRole("button", { name: "My projects" }).click();
    await list
      .nth(0)
      .getByRole("button", { name: /^What to do/ })
      .click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await expect(list).toHaveCount(1);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(list).toHaveCount(2);
  },
);

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
        const remove = (name: string) =>
          new Promise((resolve) => (indexedDB.deleteDatabase(name).onsuccess = resolve));
        await Promise.all(["gum-playground", "gum-playground-unsaved"].map(remove));
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

/** The app in one person's pane. */
const pane = (page: Page, name: string) =>
  page.getByRole("region", { name, exact: true }).frameLocator("iframe.gum-app-frame");

test(
  "two people share a list in the playground, without an account and without a connection",
  { tag: "@full" },
  async ({ page }) => {
    await page.goto("/playground?template=list");
    const [ada, ben] = [pane(page, "Ada"), pane(page, "Ben")];
    await scriptsRun(ada.getByRole("textbox"));
    await ada.getByRole("textbox").fill("Milk");
    await ada.getByRole("textbox").press("Enter");
    await expect(ben.getByText("Milk")).toBeVisible();
    await ben.getByRole("checkbox").check();
    await expect(ada.getByRole("checkbox")).toBeChecked();

    // The room outlasts a state of the code that cannot run.
    await page.getByRole("navigation", { name: "Files" }).getByText("manifest.json", { exact: true }).click();
    const manifest = page.getByRole("textbox", { name: "Text of manifest.json" });
    const written = await manifest.innerText();
    await manifest.fill("{");
    const preview = page.getByRole("region", { name: "Preview" });
    await expect(preview.getByText("manifest.json is not valid JSON")).toBeVisible();
    await expect(preview.getByRole("combobox", { name: "Screen" })).toBeVisible();
    await manifest.fill(written);
    await expect(ada.getByText("Milk")).toBeVisible();
    await expect(ben.getByRole("checkbox")).toBeChecked();

    await page.getByRole("switch", { name: "Two people" }).uncheck();
    await expect(page.getByRole("region", { name: "Ben" })).toHaveCount(0);
    await expect(ada.getByText("Milk")).toBeVisible();
  },
);

test(
  "in the playground people go offline, restart, chat by webxdc, point, notify, and see the card of the post",
  { tag: "@full" },
  async ({ page }) => {
    await page.goto("/playground?template=list");
    const [ada, ben] = [pane(page, "Ada"), pane(page, "Ben")];
    const add = async (who: typeof ada, item: string) => {
      await who.getByRole("textbox").fill(item);
      await who.getByRole("textbox").press("Enter");
    };
    for (const who of [ada, ben]) await scriptsRun(who.getByRole("textbox"));
    await add(ada, "Milk");
    await expect(ben.getByText("Milk")).toBeVisible();
    const offline = page.getByRole("button", { name: "Ben is offline" });
    await offline.click();
    await expect(offline).toHaveAttribute("aria-pressed", "true");
    await add(ada, "Tea");
    await add(ben, "Bread");
    await expect(page.getByText("Offline, 1 update waits")).toBeVisible();
    await expect(ben.getByText("Bread")).toBeVisible();
    await expect(ben.getByText("Tea")).toHaveCount(0);
    await offline.click();
    for (const who of [ada, ben])
      for (const item of ["Milk", "Tea", "Bread"]) await expect(who.getByText(item)).toBeVisible();
    await page.getByRole("button", { name: "Restart for Ben" }).click();
    await expect(ben.getByText("Bread")).toBeVisible();
    await page.getByRole("button", { name: "Empty the room" }).click();
    await expect(ada.getByRole("button", { name: "Add" })).toBeVisible();
    await expect(ada.getByText("Milk")).toHaveCount(0);

    await page.goto("/playground?template=chat");
    // What goes over the channel is not kept for who comes later.
    for (const who of [ada, ben]) await scriptsRun(who.getByRole("textbox"));
    await Promise.all([
      expect(ben.getByText("Somebody is typing…")).toBeVisible(),
      ada.getByRole("textbox").pressSequentially("Hi"),
    ]);
    await ada.getByRole("textbox").press("Enter");
    await expect(ben.getByRole("listitem")).toHaveText("Ada Hi");
    await expect(page.getByRole("group", { name: "From Chat" })).toContainText("Ada: Hi");

    await page.goto("/playground?template=pointers");
    for (const who of [ada, ben]) await scriptsRun(who.getByText("Move or drag the pointer"));
    await ada.getByText("Move or drag the pointer").hover();
    await expect(ben.getByText("Ada", { exact: true })).toBeVisible();

    await open(page, "app.js");
    await editor(page, "app.js").fill(
      `gum.room.listen(0, ({ serial, payload, from }) => {
         document.body.append(serial + payload);
         gum.card({ title: "After " + payload, bars: [{ label: "Updates", value: serial }], people: [from] });
       });
       const button = document.body.appendChild(document.createElement("button"));
       button.textContent = "Tell";
       button.onclick = () => gum.room.send("told", { notify: { "*": "For you" } });
       gum.notify("It has begun").then(() => console.log("notified"));`,
    );
    const around = (name: string) => page.getByRole("region", { name, exact: true });
    for (const name of ["Ada", "Ben"]) await expect(around(name).getByText("It has begun")).toBeVisible();
    await expect(page.getByRole("log", { name: "Console" })).toContainText("Adanotified");
    await ada.getByRole("button", { name: "Tell" }).click();
    await expect(ben.getByText("1told")).toBeVisible();
    await expect(around("Ben").getByText("For you")).toBeVisible();
    await expect(around("Ada").getByText("For you")).toHaveCount(0);
    const card = page.getByRole("group", { name: "From Pointers" });
    await expect(card).toContainText("After told");
    await expect(card.getByText("Ada")).toBeVisible();
    // The room stays when the code changes.
    await editor(page, "app.js").fill(
      `gum.room.listen(0, ({ payload }) => document.body.append("still " + payload))`,
    );
    await expect(ben.getByText("still told")).toBeVisible();
  },
);

test(
  "the owner of the playground's room closes it and removes a person, and no card speaks for Gum",
  { tag: "@full" },
  async ({ page }) => {
    await page.goto("/playground?template=pointers");
    const [ada, ben] = [pane(page, "Ada"), pane(page, "Ben")];
    await open(page, "app.js");
    await editor(page, "app.js").fill(
      `const show = (text) => document.body.append(text + ". ");
     const button = document.body.appendChild(document.createElement("button"));
     button.textContent = "Say it";
     button.onclick = () => {
       gum.room.send("said").catch(({ code }) => show("not sent: " + code));
       gum.card({ title: "Gum: sign in again" }).catch(({ code }) => show("no card: " + code));
     };
     gum.room.onChange((change) => show(change.type + " of " + gum.room.people));
     gum.room.listen(0, ({ serial, payload }) => show(serial + payload));`,
    );
    const tell = (who: typeof ada) => who.getByRole("button", { name: "Say it" }).click();
    await tell(ben);
    await expect(ada.getByText("1said")).toBeVisible();
    await expect(ben.getByText("no card: validation_error")).toBeVisible();

    const close = page.getByRole("button", { name: "Look, but don’t change" });
    await close.click();
    await expect(close).toHaveAttribute("aria-pressed", "true");
    await expect(page.getByText("Closed: nobody can change it")).toHaveCount(2);
    await tell(ben);
    await expect(ben.getByText("not sent: room_closed")).toBeVisible();
    await close.click();
    await tell(ben);
    await expect(ada.getByText("2said")).toBeVisible();

    await page.getByRole("button", { name: "Remove Ben" }).click();
    await expect(ada.getByText("people of 1")).toBeVisible();
    await tell(ben);
    await expect(ben.getByText("not sent: not_in_room")).toBeVisible();
    await expect(page.getByText("Removed from the room")).toBeVisible();
    await page.getByRole("button", { name: "Empty the room" }).click();
    await tell(ben);
    await expect(ada.getByText("1said")).toBeVisible();
  },
);
