import { expect, test, type Page } from "../support/test";
import { signUpOnboarded } from "../support/accounts";
import { notice } from "../support/notices";
import { appFrame, appName, countingApp, uploadByApi } from "../support/store";

const editor = (page: Page, file: string) => page.getByRole("textbox", { name: `Text of ${file}` });
const open = (page: Page, file: string) =>
  page.getByRole("navigation", { name: "Files" }).getByText(file, { exact: true }).click();
const manifestOf = async (page: Page) => {
  await open(page, "manifest.json");
  return JSON.parse(await editor(page, "manifest.json").innerText()) as Record<string, unknown>;
};

test(
  "a person remixes an app, changes and publishes it, and both pages name each other",
  { tag: "@full" },
  async ({ page, browser }) => {
    const makers = await browser.newContext();
    const maker = await makers.newPage();
    await signUpOnboarded(maker);
    const original = await uploadByApi(
      maker,
      countingApp({ name: appName("Dice"), version: "1.2.0", license: "MIT" }),
      { published: true },
    );
    const closed = await uploadByApi(maker, countingApp({ name: appName("Closed"), license: "UNLICENSED" }), {
      published: true,
    });

    // A guest is asked to sign in first.
    const guests = await browser.newContext();
    const guest = await guests.newPage();
    await guest.goto(`/app/share/${original.shareId}`);
    await guest.getByRole("link", { name: "Remix", exact: true }).click();
    await expect(guest).toHaveURL(`/login?next=${encodeURIComponent(`/playground?remix=${original.id}`)}`);
    await guests.close();

    await signUpOnboarded(page);
    await page.goto(`/apps/${closed.id}`);
    await expect(page.getByRole("button", { name: "Like" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Remix", exact: true })).toHaveCount(0);
    for (const query of ["remix", "app"]) {
      await page.goto(`/playground?${query}=${closed.id}`);
      await expect(
        notice(page, "The license of this app does not let others see or change its source."),
      ).toBeVisible();
      await expect(page.getByRole("heading", { level: 1, name: closed.name })).toHaveCount(0);
    }

    await page.goto(`/apps/${original.id}`);
    await page.getByRole("link", { name: "Remix", exact: true }).click();
    const name = `${original.name} remix`;
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    expect(await manifestOf(page)).toMatchObject({
      name,
      version: "1.0.0",
      license: "MIT",
      remixed_from: {
        app: original.id,
        name: original.name,
        version: "1.2.0",
        author: `@${original.owner.username}`,
      },
    });
    // It is a project of the person's from the start.
    await expect(page.getByText("Saved in your account")).toBeVisible();
    await page.reload();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();

    await open(page, "index.html");
    await editor(page, "index.html").fill("<h1>Bluer</h1>");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await expect(appFrame(page).getByRole("heading", { name: "Bluer" })).toBeVisible();
    await page.getByRole("button", { name: "Publish…" }).click();
    await expect(page).toHaveURL(/\/add-app$/);
    await expect(page.getByLabel("Name")).toHaveValue(name);
    await page.getByRole("button", { name: "Upload", exact: true }).click();
    await expect(page).toHaveURL(/\/apps\/[0-9a-f-]{36}$/);
    await page.getByRole("switch", { name: "Published" }).click();
    await expect(notice(page, `${name} is in the store now`)).toBeVisible();

    const main = page.getByRole("main");
    const remixUrl = new URL(page.url()).pathname;
    await expect(
      main.getByText(`Remixed from ${original.name} by @${original.owner.username}`),
    ).toBeVisible();
    await main.getByRole("link", { name: original.name, exact: true }).first().click();
    await expect(page).toHaveURL(`/apps/${original.id}`);
    const remixes = page.getByRole("region", { name: "Remixes (1)" });
    await expect(remixes.getByRole("link", { name: new RegExp(name) })).toHaveAttribute("href", remixUrl);

    // Its maker is notified, and may remove the original.
    await maker.goto("/notifications");
    await expect(maker.getByText(`published ${name}, a remix of your app`)).toBeVisible();
    await maker.request.patch(`/api/apps/${original.id}/publish`, {
      headers: { "x-client-info": "gum-web" },
      data: { isPublic: false },
    });
    await makers.close();
    await page.goto(remixUrl);
    await expect(main.getByText("Remixed from an app that is no longer here")).toBeVisible();
  },
);

test(
  "a remix takes in a new version of its original, and asks where both have changed",
  { tag: "@full" },
  async ({ page, browser }, info) => {
    const makers = await browser.newContext();
    const maker = await makers.newPage();
    await signUpOnboarded(maker);
    const name = appName("Dice");
    const release = (version: string, style: string, more = {}) =>
      countingApp({ name, version, license: "MIT" }, "It runs", { "style.css": style, ...more });
    const original = await uploadByApi(maker, release("1.0.0", "a { color: red }\n\nb { top: 0 }\n"), {
      published: true,
    });

    await signUpOnboarded(page);
    await page.goto(`/playground?remix=${original.id}`);
    await open(page, "style.css");
    await editor(page, "style.css").fill("a { color: blue }\n\nb { top: 0 }\n");
    await expect(page.getByText("Saved in your account")).toBeVisible();
    const news = page.getByRole("status").filter({ hasText: "has a new version" });
    await expect(news).toHaveCount(0);

    await uploadByApi(maker, release("1.1.0", "a { color: green }\n\nb { top: 9px }\n", { "new.js": "1;" }), {
      appId: original.id,
    });
    await makers.close();
    await page.reload();
    await expect(news).toContainText(`${name}, which this was made from, has a new version: 1.1.0`);
    await news.getByRole("button", { name: "See what changed…" }).click();
    const dialog = page.getByRole("dialog", { name: `Take in version 1.1.0 of ${name}` });
    await expect(dialog.getByText("You both changed one place")).toBeVisible();
    await expect(dialog.getByRole("listitem").filter({ hasText: "new.js" })).toContainText("new");
    const take = dialog.getByRole("button", { name: "Take in" });
    await expect(take).toBeDisabled();
    await dialog.getByRole("button", { name: "Next open place" }).press("Enter");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await expect(dialog.getByRole("radio", { name: "Both" })).toBeChecked();
    await expect(dialog.getByText("1 of 1 decided")).toBeVisible();
    await info.attach("conflict", { body: await page.screenshot(), contentType: "image/png" });
    await take.click();

    await expect(notice(page, "Version 1.1.0 of the original is in your project now")).toBeVisible();
    await expect(news).toHaveCount(0);
    const style = editor(page, "style.css");
    // The keyboard goes on in the open file.
    await expect(page.getByRole("textbox", { name: /^Text of / })).toBeFocused();
    await open(page, "style.css");
    await expect(style).toContainText("a { color: blue }a { color: green }");
    await expect(style).toContainText("b { top: 9px }");
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(style).not.toContainText("green");
    await expect(news).toBeVisible();
    await expect(page.getByText("Saved in your account")).toBeVisible();

    // What was taken in and undone is in the history, and stays after a reload.
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "History…" }).click();
    await page
      .getByRole("button", { name: /^Restore the version of/ })
      .first()
      .click();
    await expect(style).toContainText("green");
    await expect(page.getByText("Saved in your account")).toBeVisible();
    await page.reload();
    await expect(page.getByRole("heading", { level: 1, name: `${name} remix` })).toBeVisible();
    expect(await manifestOf(page)).toMatchObject({ version: "1.0.0", remixed_from: { version: "1.1.0" } });
    await expect(news).toHaveCount(0);
  },
);
