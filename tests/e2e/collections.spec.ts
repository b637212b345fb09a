import type { Page } from "@playwright/test";
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
