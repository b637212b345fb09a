import { readFile } from "node:fs/promises";
import type { Route } from "@playwright/test";
import { deflateSync } from "fflate";
import { expect, test, type Page } from "../support/test";
import { signInByForm, signUpOnboarded } from "../support/accounts";
import { appFrame } from "../support/store";
import { notice } from "../support/notices";
import { comes } from "../support/passing";

const editor = (page: Page, file: string) => page.getByRole("textbox", { name: `Text of ${file}` });
const open = (page: Page, file: string) =>
  page.getByRole("navigation", { name: "Files" }).getByText(file, { exact: true }).click();
const choose = async (page: Page, item: string) => {
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: item }).click();
};

test(
  "a project is in the account: another device continues it, and what both change becomes two",
  { tag: "@full" },
  async ({ page, browser }) => {
    // A guest's project comes along.
    await page.goto("/playground?template=page");
    await open(page, "index.html");
    await editor(page, "index.html").fill("<h1>By a guest</h1>");
    await expect(page.getByText("Kept in this browser")).toBeVisible();
    const me = await signUpOnboarded(page);
    await page.goto("/playground");
    await expect(appFrame(page).getByRole("heading", { name: "By a guest" })).toBeVisible();
    let saving = comes(page, "Saving…");
    await editor(page, "index.html").fill("<h1>From here</h1>");
    await saving;
    await expect(page.getByText("Saved in your account")).toBeVisible();

    const device = await browser.newContext();
    const other = await device.newPage();
    await other.goto("/login");
    await signInByForm(other, me);
    await other.waitForURL("/timeline");
    await other.goto("/playground");
    await expect(appFrame(other).getByRole("heading", { name: "From here" })).toBeVisible();

    await open(other, "index.html");
    await expect(editor(other, "index.html")).toBeVisible();
    await device.setOffline(true);
    await editor(other, "index.html").fill("<h1>Written offline</h1>");
    await expect(other.getByText("sent with the next connection")).toBeVisible();
    saving = comes(page, "Saving…");
    await editor(page, "index.html").fill("<h1>Written online</h1>");
    await saving;
    await expect(page.getByText("Saved in your account")).toBeVisible();
    await device.setOffline(false);
    await expect(notice(other, "also changed in another place")).toBeVisible();
    await expect(editor(other, "index.html")).toContainText("Written offline");
    await expect(other.getByText("Saved in your account")).toBeVisible();
    await page.getByRole("button", { name: "My projects" }).click();
    const list = page.getByRole("dialog", { name: "My projects" }).getByRole("listitem");
    await expect(list).toHaveText([/Hello \(2\)/, /^Hello/]);
    await device.close();
  },
);

test("a save whose answer is lost is no other device's", { tag: "@full" }, async ({ page }) => {
  await signUpOnboarded(page);
  await page.goto("/playground?template=page");
  await open(page, "index.html");
  await editor(page, "index.html").fill("<h1>Saved</h1>");
  await expect(page.getByText("Saved in your account")).toBeVisible();
  let lost = 0;
  await page.route("**/api/v2/projects/*", async (route) => {
    if (route.request().method() !== "PUT" || lost === 2) return route.continue();
    lost++;
    await route.fetch();
    await route.abort();
  });
  await editor(page, "index.html").fill("<h1>Arrived</h1>");
  await expect(page.getByText("sent with the next connection")).toBeVisible();
  // The next one is refused, as the one before has arrived; that answer is lost, too.
  await editor(page, "index.html").fill("<h1>Written since</h1>");
  await expect.poll(() => lost).toBe(2);
  await expect(page.getByText("sent with the next connection")).toBeVisible();
  await editor(page, "index.html").fill("<h1>Written last</h1>");
  await expect(page.getByText("Saved in your account")).toBeVisible();
  await expect(notice(page, "also changed in another place")).toHaveCount(0);
  await page.getByRole("button", { name: "My projects" }).click();
  const list = page.getByRole("dialog", { name: "My projects" }).getByRole("listitem");
  await expect(list).toHaveText([/^Hello/]);
  await page.reload();
  await expect(appFrame(page).getByRole("heading", { name: "Written last" })).toBeVisible();
});

test(
  "what was written while an earlier state is sent is not called saved before it is",
  { tag: "@full" },
  async ({ page }) => {
    await signUpOnboarded(page);
    const held: Route[] = [];
    await page.route("**/api/v2/projects/*", (route) =>
      route.request().method() === "PUT" ? void held.push(route) : route.continue(),
    );
    await page.goto("/playground?template=page");
    await open(page, "index.html");
    await editor(page, "index.html").fill("<h1>First</h1>");
    await expect.poll(() => held.length).toBe(1);
    await editor(page, "index.html").fill("<h1>Second</h1>");
    // The second is in this browser, and waits for the first to be sent.
    await expect
      .poll(() => page.evaluate(async () => (await navigator.locks.query()).pending?.map(({ name }) => name)))
      .toContainEqual(expect.stringMatching(/^gum-project /));
    await held[0]!.continue();
    await expect.poll(() => held.length).toBe(2);
    await expect(page.getByText("Saving…")).toBeVisible();
    await held[1]!.continue();
    await expect(page.getByText("Saved in your account")).toBeVisible();
  },
);

test(
  "projects have names, copies, folders, pictures, a search and a history",
  { tag: "@full" },
  async ({ page }) => {
    await signUpOnboarded(page);
    await page.goto("/playground?template=page");
    await open(page, "index.html");
    await editor(page, "index.html").fill("<h1>First words</h1>");
    await expect(page.getByText("Saved in your account")).toBeVisible();

    await choose(page, "Rename the project…");
    await page.getByLabel("Name of the project").fill("Experiment");
    await page.getByRole("button", { name: "Rename", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Experiment" })).toBeVisible();

    await page.getByRole("button", { name: "New file" }).click();
    await page.getByLabel("Name of the new file").fill("lib/tools.js");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await editor(page, "lib/tools.js").fill("// a needle in a folder");
    const files = page.getByRole("navigation", { name: "Files" });
    await files.getByRole("button", { name: "lib", exact: true }).click();
    await expect(files.getByText("tools.js")).toHaveCount(0);
    await files.getByRole("button", { name: "lib", exact: true }).click();
    await page.getByRole("button", { name: "What to do with lib", exact: true }).click();
    await page.getByRole("menuitem", { name: "Rename" }).click();
    await page.getByLabel("Name of the new file").fill("src/lib");
    await page.getByRole("button", { name: "Rename", exact: true }).click();
    await expect(editor(page, "src/lib/tools.js")).toBeVisible();

    await page.getByRole("button", { name: "Search in all files" }).click();
    await page.getByRole("searchbox", { name: "Search in all files" }).fill("NEEDLE");
    await files.getByRole("button", { name: /src\/lib\/tools\.js:1/ }).click();
    await expect(editor(page, "src/lib/tools.js")).toBeFocused();
    await page.getByRole("button", { name: "Search in all files" }).click();

    const choosing = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Add files from this device" }).click();
    await (
      await choosing
    ).setFiles({ name: "icon.png", mimeType: "image/png", buffer: await readFile("app/apple-icon.png") });
    await expect(page.getByRole("img", { name: "icon.png" })).toBeVisible();
    await expect(page.getByText(/icon\.png · \d+ × \d+/)).toBeVisible();
    const tooLarge = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Add files from this device" }).click();
    await (
      await tooLarge
    ).setFiles({
      name: "large.bin",
      mimeType: "application/octet-stream",
      buffer: Buffer.alloc(11 * 1024 * 1024),
    });
    await expect(notice(page, "A project can have 10 MB.")).toBeVisible();
    await expect(page.getByText("Saved in your account")).toBeVisible();

    await page.getByRole("button", { name: "My projects" }).click();
    const list = page.getByRole("dialog", { name: "My projects" }).getByRole("listitem");
    await list.getByRole("button", { name: "What to do with Experiment" }).click();
    await page.getByRole("menuitem", { name: "Duplicate" }).click();
    await expect(list).toHaveText([/Experiment \(copy\)/, /Experiment/]);
    // Its history is the account's.
    await expect(list.getByText("only in this browser so far")).toHaveCount(0);
    await list.first().getByRole("button").first().click();
    await expect(page.getByRole("heading", { level: 1, name: "Experiment (copy)" })).toBeVisible();
    await choose(page, "History…");
    await expect(page.getByRole("dialog").getByText("Now", { exact: true })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("heading", { level: 1, name: "Experiment (copy)" })).toBeVisible();
  },
);

test(
  "what was typed right before the tab reloads or closes is still there",
  { tag: "@full" },
  async ({ page, context }) => {
    await page.goto("/playground?template=page");
    await open(page, "index.html");
    await editor(page, "index.html").fill("<h1>First</h1>");
    await expect(page.getByText("Kept in this browser")).toBeVisible();
    let saving = comes(page, "Saving…");
    await editor(page, "index.html").fill("<h1>Before the reload</h1>");
    await saving;
    await page.reload();
    await expect(appFrame(page).getByRole("heading", { name: "Before the reload" })).toBeVisible();

    await open(page, "index.html");
    saving = comes(page, "Saving…");
    await editor(page, "index.html").fill("<h1>Before the end</h1>");
    await saving;
    const closed = page.waitForEvent("close");
    await page.close({ runBeforeUnload: true });
    await closed;
    const next = await context.newPage();
    await next.goto("/playground");
    await expect(appFrame(next).getByRole("heading", { name: "Before the end" })).toBeVisible();
    await next.getByRole("button", { name: "My projects" }).click();
    await expect(next.getByRole("dialog", { name: "My projects" }).getByRole("listitem")).toHaveCount(1);
  },
);

test(
  "a guest's project has a history in this browser, too: an earlier version comes back",
  { tag: "@full" },
  async ({ page }) => {
    await page.goto("/playground?template=page");
    await open(page, "index.html");
    await editor(page, "index.html").fill("<h1>Morning</h1>");
    await expect(page.getByText("Kept in this browser")).toBeVisible();
    await choose(page, "History…");
    const versions = page.getByRole("dialog").getByRole("listitem");
    await expect(versions).toHaveText([/Now/]);
    await page.keyboard.press("Escape");

    await page.clock.setSystemTime(Date.now() + 11 * 60_000);
    await editor(page, "index.html").fill("<h1>Evening</h1>");
    await expect(appFrame(page).getByRole("heading", { name: "Evening" })).toBeVisible();
    await choose(page, "History…");
    await expect(versions).toHaveCount(2);
    const changes = page.getByRole("region", { name: /^What has changed since/ });
    await page.getByRole("button", { name: /^What has changed since/ }).click();
    await expect(changes).toContainText("none added, none removed, 1 changed");
    await changes.getByRole("button", { name: "Lines of index.html that differ" }).click();
    await expect(changes.getByRole("row", { name: /Removed/ })).toContainText("<h1>Morning</h1>");
    await expect(changes.getByRole("row", { name: /Added/ })).toContainText("<h1>Evening</h1>");
    await page.getByRole("button", { name: /^Restore the version of/ }).click();
    await expect(appFrame(page).getByRole("heading", { name: "Morning" })).toBeVisible();
    await choose(page, "History…");
    await expect(versions).toHaveCount(3);
    await page.reload();
    await expect(appFrame(page).getByRole("heading", { name: "Morning" })).toBeVisible();
  },
);

test(
  "without a connection the playground goes on, opens again, and what was written there is sent later",
  { tag: "@full" },
  async ({ page }) => {
    await signUpOnboarded(page);
    await page.goto("/playground?template=page");
    await open(page, "index.html");
    await editor(page, "index.html").fill("<h1>With a connection</h1>");
    await expect(page.getByText("Saved in your account")).toBeVisible();
    await expect
      .poll(() => page.evaluate(async () => (await caches.match(location.href)) !== undefined))
      .toBe(true);

    await page.context().setOffline(true);
    await editor(page, "index.html").fill("<h1>Without one</h1>");
    await expect(page.getByText("Kept in this browser, sent with the next connection")).toBeVisible();
    await page.getByRole("button", { name: "My projects" }).click();
    await expect(page.getByRole("dialog", { name: "My projects" }).getByRole("listitem")).toHaveCount(1);
    await page.keyboard.press("Escape");
    await choose(page, "History…");
    await expect(page.getByText("The history could not be loaded.")).toBeVisible();
    await page.keyboard.press("Escape");
    await page.reload();
    await open(page, "index.html");
    await expect(editor(page, "index.html")).toHaveText("<h1>Without one</h1>");
    await expect(page.getByText("Kept in this browser, sent with the next connection")).toBeVisible();
    await editor(page, "index.html").fill("<h1>Still without</h1>");
    await expect(page.getByText("Kept in this browser, sent with the next connection")).toBeVisible();

    await page.context().setOffline(false);
    await expect(page.getByText("Saved in your account")).toBeVisible();
    await page.reload();
    await expect(editor(page, "index.html")).toHaveText("<h1>Still without</h1>");
  },
);

test(
  "a name that no package can have is refused, and what has a problem is not published, with the reason",
  { tag: "@full" },
  async ({ page }) => {
    await signUpOnboarded(page);
    await page.goto("/playground?template=page");
    await expect(appFrame(page).getByRole("button", { name: "Press me" })).toBeVisible();

    await page.getByRole("button", { name: "New file" }).click();
    const dialog = page.getByRole("dialog", { name: "New file" });
    const name = dialog.getByLabel("Name of the new file");
    await name.fill("what?.js");
    await dialog.getByRole("button", { name: "Add" }).click();
    await expect(dialog.getByText("cannot have this name on every system (it has ?)")).toBeVisible();
    await name.fill("more.js");
    await dialog.getByRole("button", { name: "Add" }).click();
    await expect(dialog).toHaveCount(0);
    const bytes = { mimeType: "text/plain", buffer: Buffer.from("") };
    await page.locator("input[type=file][multiple]").setInputFiles({ name: "con<>.txt", ...bytes });
    await expect(notice(page, "A file cannot have the name con<>.txt. Nothing was added.")).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Files" }).getByText("con<>.txt")).toHaveCount(0);

    await open(page, "index.html");
    await editor(page, "index.html").fill("<p>Wrong</p>");
    await open(page, "manifest.json");
    await editor(page, "manifest.json").fill('{ "name": "Mine",\n "version": }');
    // The problems are there, whichever of the tools was.
    await page.getByRole("tab", { name: "Storage" }).click();
    await page.getByRole("button", { name: "Publish…" }).click();
    await expect(notice(page, "Nothing was published: the app has a problem.")).toBeVisible();
    await expect(notice(page, /^manifest\.json:2: manifest\.json is not valid JSON/)).toBeVisible();
    await expect(page.getByRole("tab", { name: "Console" })).toHaveAttribute("aria-selected", "true");
    await expect(page.getByRole("button", { name: "manifest.json, line 2" })).toBeVisible();
    await expect(page).toHaveURL(/\/playground/);
    await choose(page, "Save as .gum");
    await expect(notice(page, "Nothing was saved: the app has a problem.")).toBeVisible();
  },
);

test("a project with such a name opens, and its file can be renamed", { tag: "@full" }, async ({ page }) => {
  // As earlier versions let it be called.
  const files = [
    ["index.html", "<h1>Runs again</h1>"],
    ["what?.js", ""],
  ];
  const text = Buffer.from(JSON.stringify({ v: 1, files }));
  await page.goto(`/playground#g=${Buffer.from(deflateSync(text)).toString("base64url")}`);
  await page.getByRole("button", { name: "Run it" }).click();
  await page.getByRole("button", { name: "What to do with what?.js" }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  const dialog = page.getByRole("dialog", { name: "Rename what?.js" });
  await dialog.getByLabel("Name of the new file").fill("what.js");
  await dialog.getByRole("button", { name: "Rename" }).click();
  await expect(appFrame(page).getByRole("heading", { name: "Runs again" })).toBeVisible();
});
