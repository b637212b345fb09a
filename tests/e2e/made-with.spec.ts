import { expect, test } from "../support/test";
import { signUpOnboarded } from "../support/accounts";
import { appName, countingApp, gumFile } from "../support/store";

const ENGINE = `var r={VERSION:"3.80.1",BlendModes:1};globalThis.banner=(o)=>o.hidePhaser;`;

test("what an app was made with is found, shown, and leads to others", { tag: "@full" }, async ({ page }) => {
  await signUpOnboarded(page);
  const name = appName("Engine");
  await page.goto("/add-app");
  await page
    .locator("label.file-drop input[type=file]")
    .setInputFiles(gumFile(countingApp({ name }, "It runs", { "lib/engine.js": ENGINE })));
  const card = page.getByRole("status").filter({ hasText: "Ready to upload" });
  await expect(card).toContainText("Made with Phaser 3.80.1");
  await page.getByRole("button", { name: "Upload", exact: true }).click();

  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  const published = page.waitForResponse((answer) => answer.url().endsWith("/publish") && answer.ok());
  await page.getByRole("switch", { name: "Published" }).click();
  await published;
  await expect(page.getByRole("switch", { name: "Published" })).toBeChecked();

  const link = page.getByRole("link", { name: "Phaser 3.80.1" });
  await link.focus();
  await link.press("Enter");
  await expect(page).toHaveURL(/\/apps\?madeWith=phaser$/);
  await expect(page.getByRole("heading", { level: 2, name: "Made with Phaser" })).toBeVisible();
  await expect(page.getByRole("link", { name: new RegExp(name) }).first()).toBeVisible();

  await page.reload();
  await expect(page.getByRole("heading", { level: 2, name: "Made with Phaser" })).toBeVisible();
  await page.getByRole("button", { name: "Show apps made with anything, not only Phaser" }).click();
  await expect(page).toHaveURL(/\/apps$/);
  await expect(page.getByRole("heading", { name: "Made with Phaser" })).toBeHidden();

  await page.goto("/apps?madeWith=no+such+engine");
  await expect(page.getByText("No apps made with no such engine here yet")).toBeVisible();
  await page.getByRole("button", { name: "Show all apps" }).click();
  await expect(page).toHaveURL(/\/apps$/);
});
