import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { strToU8, zipSync } from "fflate";
import { expect, test, type Page } from "../support/test";
import { signUpOnboarded } from "../support/accounts";
import { makePackage } from "../support/package-bytes";
import {
  appFrame,
  appName,
  countingApp,
  gumFile,
  keptDraft,
  pressCounter,
  uploadByApi,
} from "../support/store";
import { pictureFile } from "../support/posts";
import { notice } from "../support/notices";

const packageInput = (page: Page) => page.locator("label.file-drop input[type=file]");

test(
  "a package is checked, described, sent with its icon, shown, run, and stands in the dock",
  { tag: "@phone" },
  async ({ page }) => {
    await signUpOnboarded(page);
    const name = appName("Counter");
    await page.goto("/add-app");
    await packageInput(page).setInputFiles(gumFile(countingApp({ name, description: "Counts clicks." })));
    await expect(page.getByRole("status").filter({ hasText: "Ready to upload" })).toBeVisible();
    await expect(page.getByLabel("Name")).toHaveValue(name);
    await expect(page.getByLabel("Description")).toHaveValue("Counts clicks.");
    await page.getByLabel("Category").selectOption("games");
    const tags = page.getByPlaceholder("Add a tag and press Enter");
    await tags.fill("clicks");
    await tags.press("Enter");
    await page.locator('input[type=file][aria-label="Icon"]').setInputFiles(pictureFile("icon.png"));
    // The part of it that is kept is chosen.
    await page.getByRole("slider", { name: "Zoom" }).press("ArrowRight");
    await page.getByRole("button", { name: "Use picture" }).click();

    // It can be tried before anything is sent.
    await page.getByRole("button", { name: "Try it here" }).click();
    await expect(appFrame(page).getByRole("heading", { name: "It runs" })).toBeVisible();
    await page.getByRole("region", { name: "Try it here" }).getByRole("button", { name: "Close" }).click();

    await page.getByRole("button", { name: "Upload", exact: true }).click();
    await expect(page).toHaveURL(/\/apps\/[0-9a-f-]{36}$/);
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await expect(page.getByRole("button", { name: "In the dock" })).toBeVisible();
    await expect(page.getByRole("switch", { name: "Published" })).not.toBeChecked();
    await expect(
      page
        .getByRole("navigation")
        .getByRole("link", { name: new RegExp(name) })
        .first(),
    ).toBeAttached();

    await page.getByRole("link", { name: "Play", exact: true }).first().click();
    await expect(page).toHaveURL(/\/run$/);
    await pressCounter(page);
    // What it saved is the account's.
    await expect
      .poll(async () => (await page.request.get(`/api/apps/${page.url().split("/").at(-2)}/storage`)).json())
      .toMatchObject({ entries: [{ area: "local", key: "count", value: "1" }] });
    await page.reload();
    await expect(appFrame(page).locator("#saved")).toHaveText("1");
  },
);

test("a single page becomes an app, its inline handlers run", { tag: "@phone" }, async ({ page }) => {
  await signUpOnboarded(page);
  const title = appName("Page");
  const html = `<!doctype html><title>${title}</title><button onclick="this.textContent='pressed'">press</button>`;
  await page.goto("/add-app");
  await packageInput(page).setInputFiles({
    name: "p.html",
    mimeType: "text/html",
    buffer: Buffer.from(html),
  });
  await expect(page.getByLabel("Name")).toHaveValue(title);
  await page.getByRole("button", { name: "Try it here" }).click();
  await appFrame(page).getByRole("button", { name: "press" }).click();
  await expect(appFrame(page).getByRole("button", { name: "pressed" })).toBeVisible();
});

test("an SVG icon of the page becomes the picture of the app", { tag: "@full" }, async ({ page }) => {
  await signUpOnboarded(page);
  const name = appName("Drawn");
  // Without a size, and with what must not run.
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4" onload="document.title = 'ran'">
    <script>document.title = "ran"</script><rect width="8" height="4" fill="#c00000"/></svg>`;
  const buffer = zipSync({
    "index.html": strToU8(`<title>${name}</title><link rel="icon" type="image/svg+xml" href="/favicon.svg">`),
    "favicon.svg": strToU8(svg),
  });
  await page.goto("/add-app");
  await packageInput(page).setInputFiles(gumFile(Buffer.from(buffer), "drawn.zip"));
  await expect(page.getByRole("group", { name: "Icon" })).toContainText("From the package");
  await expect(page.getByText("There is no icon")).toHaveCount(0);
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  const pixels = await page.evaluate(async () => {
    const id = location.pathname.split("/").at(-1);
    const bitmap = await createImageBitmap(await (await fetch(`/api/apps/${id}/icon`)).blob());
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d")!;
    context.drawImage(bitmap, 0, 0);
    const at = (x: number, y: number) => [
      ...context.getImageData(bitmap.width * x, bitmap.height * y, 1, 1).data,
    ];
    return { centre: at(0.5, 0.5), top: at(0.5, 0.1) };
  });
  expect(pixels.centre[0]).toBeGreaterThan(180);
  expect(pixels.centre[3]).toBe(255);
  // Its proportions are kept.
  expect(pixels.top[3]).toBe(0);
  expect(await page.title()).not.toBe("ran");
});

test("a folder becomes an app", { tag: "@full" }, async ({ page }, testInfo) => {
  await signUpOnboarded(page);
  const name = appName("Folder");
  const folder = testInfo.outputPath("counter");
  await mkdir(path.join(folder, "parts"), { recursive: true });
  await writeFile(
    path.join(folder, "manifest.json"),
    JSON.stringify({ name, entry: { html: "index.html" } }),
  );
  await writeFile(path.join(folder, "index.html"), '<h1>It runs</h1><script src="parts/app.js"></script>');
  await writeFile(path.join(folder, "parts", "app.js"), 'document.querySelector("h1").append("!")');
  await page.goto("/add-app");
  await page.locator("input[webkitdirectory]").setInputFiles(folder);
  await expect(page.getByLabel("Name")).toHaveValue(name);
  await page.getByRole("button", { name: "Try it here" }).click();
  await expect(appFrame(page).getByRole("heading", { name: "It runs!" })).toBeVisible();
});

test(
  "a folder comes without hidden files and libraries, but for what the app names of them",
  { tag: "@full" },
  async ({ page }, testInfo) => {
    await signUpOnboarded(page);
    const folder = testInfo.outputPath("with-libraries");
    const html = '<h1>It runs</h1><script src="node_modules/lib/main.js"></script>';
    const files: [string, string][] = [
      ["index.html", html],
      [".git/config", ""],
      [".env", "SECRET=1"],
      ["old.gum", ""],
      ["node_modules/lib/main.js", 'document.querySelector("h1").append("!")'],
      // More than a package may have.
      ...Array.from({ length: 2_100 }, (_, i): [string, string] => [`node_modules/big/${i}.js`, ""]),
    ];
    for (const [name, text] of files) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
      await writeFile(path.join(folder, name), text);
    }
    await page.goto("/add-app");
    await page.locator("input[webkitdirectory]").setInputFiles(folder);
    const card = page.getByRole("status").filter({ hasText: "Ready to upload" });
    await expect(card).toContainText("3 files");
    await card.getByText("4 files and folders of yours are left out").click();
    await expect(card).toContainText(".env and .git");
    await expect(card).toContainText("old.gum");
    await expect(card).toContainText("but for 1 file that the app names");
    await page.getByRole("button", { name: "Try it here" }).click();
    await expect(appFrame(page).getByRole("heading", { name: "It runs!" })).toBeVisible();
  },
);

test(
  "a zip without a manifest is an app: named, with its icon, its handlers and eval at work",
  { tag: "@full" },
  async ({ page }) => {
    await signUpOnboarded(page);
    const title = appName("Zip");
    const handlers = Array.from({ length: 120 }, (_, i) => `<i onclick="count(${i})"></i>`).join("");
    const html = `<!doctype html><title>${title}</title><link rel="apple-touch-icon" href="icon.png">${handlers}
    <button onclick="this.textContent = eval('&quot;pressed&quot;')">press</button>`;
    const zip = zipSync({
      "My Game (final)": {
        "index.html": strToU8(html),
        "icon.png": new Uint8Array(pictureFile("icon.png").buffer),
      },
    });
    await page.goto("/add-app");
    await packageInput(page).setInputFiles(gumFile(Buffer.from(zip), "my game v1.zip"));
    await expect(page.getByRole("status").filter({ hasText: "Ready to upload" })).toBeVisible();
    await expect(page.getByText(/Show \d+ remarks?/)).toHaveCount(0);
    await expect(page.getByLabel("Name")).toHaveValue(title);
    await page.getByRole("button", { name: "Upload", exact: true }).click();
    await page.getByRole("link", { name: "Open", exact: true }).first().click();
    await appFrame(page).getByRole("button", { name: "press" }).click();
    await expect(appFrame(page).getByRole("button", { name: "pressed" })).toBeVisible();
  },
);

test(
  "what only a run shows is allowed by its maker with one press, and stays so",
  { tag: "@full" },
  async ({ page }) => {
    await signUpOnboarded(page);
    // No scan sees this one.
    const html = `<!doctype html><p>one</p><script>document.querySelector("p").textContent =
    (() => {})[["constructor"][0]]("return 'two'")()</script>`;
    const app = await uploadByApi(page, makePackage({ name: appName("Hidden") }, { "index.html": html }));
    await page.goto(`/apps/${app.id}/run`);
    await page.getByRole("status").getByRole("button", { name: "Allow" }).click();
    await expect(appFrame(page).getByText("two")).toBeVisible();
    await page.reload();
    await expect(appFrame(page).getByText("two")).toBeVisible();
    await expect(page.getByRole("button", { name: "Allow" })).toHaveCount(0);
  },
);

test("a package that is refused says why, with entry and line; nothing is sent", async ({ page }) => {
  await signUpOnboarded(page);
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(new URL(request.url()).pathname));
  await page.goto("/add-app");
  const pack = await makePackage(
    { name: "Broken", entry: { html: "missing.html" } },
    { "index.html": "<p>hi" },
  );
  await packageInput(page).setInputFiles(gumFile(pack));
  const refusal = page.getByRole("alert").filter({ hasText: "This package cannot be used" });
  await expect(refusal).toContainText("Entry file not found: missing.html");
  await expect(refusal).toContainText("manifest.json, line");
  await page.getByRole("button", { name: "Choose another file" }).click();
  await packageInput(page).setInputFiles(gumFile(Buffer.from("this is no archive"), "app.gum"));
  await expect(page.getByRole("alert").filter({ hasText: "This package cannot be used" })).toBeVisible();
  expect(sent.filter((path) => path === "/api/apps")).toEqual([]);
});

test("a reload and Undo keep what was chosen and typed", { tag: "@full" }, async ({ page }) => {
  await signUpOnboarded(page);
  await page.goto("/add-app");
  await packageInput(page).setInputFiles(gumFile(countingApp({ name: appName("Kept") })));
  await page.getByLabel("Description").fill("Half a description");
  await expect.poll(() => keptDraft(page)).toContain("Half a description");
  await page.reload();
  await expect(page.getByText("Your last upload was not finished")).toBeVisible();
  await expect(page.getByLabel("Description")).toHaveValue("Half a description");
  await page.getByRole("button", { name: "Start afresh" }).click();
  await expect(packageInput(page)).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByLabel("Description")).toHaveValue("Half a description");
  const another = page.getByRole("button", { name: "Choose another file" });
  await another.click();
  await packageInput(page).setInputFiles(gumFile(countingApp({ name: appName("Other") })));
  await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);
  await another.click();
  await page.reload();
  await expect(page.getByText("Your last upload was not finished")).toHaveCount(0);
});

test(
  "a lost connection waits and goes on where it ended; nothing is sent twice",
  { tag: "@full" },
  async ({ page, context }) => {
    await signUpOnboarded(page);
    const name = appName("Lost");
    const picture = randomBytes(1_300_000);
    await page.goto("/add-app");
    await packageInput(page).setInputFiles(
      gumFile(countingApp({ name }, "It runs", { "noise.bin": picture })),
    );
    await expect(page.getByLabel("Name")).toHaveValue(name);
    const arrived: number[] = [];
    let lost = false;
    await page.route("**/api/apps/uploads/*?offset=*", async (route) => {
      const offset = Number(new URL(route.request().url()).searchParams.get("offset"));
      if (offset > 0 && !lost) {
        lost = true;
        await context.setOffline(true);
        return route.abort("connectionfailed");
      }
      arrived.push(offset);
      return route.fallback();
    });
    await page.getByRole("button", { name: "Upload", exact: true }).click();
    await expect(page.getByText("The connection was lost.")).toBeVisible();
    await context.setOffline(false);
    await expect(page).toHaveURL(/\/apps\/[0-9a-f-]{36}$/);
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    expect(arrived).toEqual([0, 512 * 1024, 1024 * 1024]);
  },
);

test(
  "an upload can be cancelled, and fails in the specification's words",
  { tag: "@full" },
  async ({ page }) => {
    await signUpOnboarded(page);
    await page.goto("/add-app");
    await packageInput(page).setInputFiles(gumFile(countingApp({ name: appName("Stopped") })));
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route("**/api/apps", async (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      await held;
      await route
        .fulfill({ status: 507, json: { code: "storage_full", message: "full" } })
        .catch(() => undefined);
    });
    await page.getByRole("button", { name: "Upload", exact: true }).click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByText("The upload was cancelled.")).toBeVisible();
    release();
    await page.getByRole("button", { name: "Upload", exact: true }).click();
    const failure = page.getByRole("alert").filter({ hasText: "Upload failed" });
    await expect(failure).toBeVisible();
  },
);

test(
  "a new version replaces the app in place; a version that is not higher is not sent",
  { tag: "@full" },
  async ({ page }) => {
    await signUpOnboarded(page);
    const name = appName("Steps");
    const app = await uploadByApi(page, countingApp({ name, version: "1.4.0" }));
    await page.goto(`/apps/${app.id}`);
    await page.getByRole("link", { name: "New version" }).click();
    await expect(page.getByRole("heading", { name: `New version of ${name}` })).toBeVisible();
    await packageInput(page).setInputFiles(gumFile(countingApp({ name, version: "1.4.0" }, "Second")));
    await expect(page.getByLabel("Version")).toHaveValue("1.4.1");
    await page.getByLabel("Version").fill("1.3.9");
    await expect(page.getByText("It must be higher than 1.4.0.")).toBeVisible();
    await page.getByRole("button", { name: "Use 1.4.1" }).click();
    await page.getByLabel("What is new").fill("A second heading.");
    await page.getByRole("button", { name: "Upload version 1.4.1" }).click();
    await expect(page).toHaveURL(new RegExp(`/apps/${app.id}$`));
    await expect(page.getByText("A second heading.")).toBeVisible();

    // And back again.
    await page.getByRole("button", { name: "Use this one: version 1.4.0" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Use this one" }).click();
    await expect(notice(page, "Version 1.4.0 is the current one now")).toBeVisible();
  },
);

test(
  "an upload that is done is no draft any more, however long the next page takes",
  { tag: "@full" },
  async ({ page }) => {
    await signUpOnboarded(page);
    await page.clock.install();
    await page.goto("/add-app");
    const name = appName("Done");
    await packageInput(page).setInputFiles(gumFile(countingApp({ name })));
    await expect(page.getByLabel("Name")).toHaveValue(name);
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/apps\/[\w-]{36}\?/, async (route) => {
      await held;
      await route.fallback();
    });
    await page.getByLabel("Description").fill("Changed a moment before");
    await page.getByRole("button", { name: "Upload", exact: true }).click();
    await expect(notice(page, `${name} was uploaded`)).toBeVisible();
    await page.clock.runFor(1000);
    release();
    await expect(page).toHaveURL(/\/apps\/[\w-]{36}$/);
    await page.goto("/add-app");
    await expect(page.getByText("Your last upload was not finished")).toBeHidden();
    await expect(packageInput(page)).toBeAttached();
  },
);

test(
  "an upload with the name of another app replaces nothing, unless the person says so",
  { tag: "@full" },
  async ({ page }) => {
    await signUpOnboarded(page);
    const name = appName("Twins");
    const first = await uploadByApi(page, countingApp({ name, version: "1.0.0" }), { published: true });
    await page.goto("/add-app");
    await packageInput(page).setInputFiles(gumFile(countingApp({ name, version: "1.0.0" }, "Unrelated")));
    await expect(page.getByText(`You already have an app called ${name}`)).toBeVisible();
    await expect(page.getByLabel("Upload as")).toHaveValue("new");
    await page.getByRole("button", { name: "Upload", exact: true }).click();
    await expect(page).toHaveURL(/\/apps\/[\w-]{36}$/);
    expect(page.url()).not.toContain(first.id);
    await page.goto(`/apps/${first.id}/run`);
    await expect(appFrame(page).getByRole("heading", { name: "It runs" })).toBeVisible();

    await page.goto("/add-app");
    await packageInput(page).setInputFiles(gumFile(countingApp({ name, version: "1.0.0" }, "Related")));
    await page.getByLabel("Upload as").selectOption(first.id);
    await expect(page.getByText(`This replaces 1.0.0 of ${name}, which 1 person uses.`)).toBeVisible();
    await page.getByRole("button", { name: "Upload version 1.0.1" }).click();
    await expect(page).toHaveURL(new RegExp(`/apps/${first.id}$`));
    await page.goto(`/apps/${first.id}/run`);
    await expect(appFrame(page).getByRole("heading", { name: "Related" })).toBeVisible();
  },
);
