import { readFileSync } from "node:fs";
import { expect, test, type Page } from "../support/test";
import { signUpOnboarded } from "../support/accounts";
import { appFrame, uploadByApi } from "../support/store";

/** Its largest check fills the storage. */
const RUN = { timeout: 90_000 };

const summary = (page: Page) => appFrame(page).getByRole("status");
const failures = (page: Page) => appFrame(page).locator("li.failed");
const skipped = (page: Page) => appFrame(page).locator("li.skipped");

test("a guest runs the conformance test in the playground", { tag: "@full" }, async ({ page }) => {
  await page.goto("/docs/conformance");
  await page.getByRole("link", { name: "Open the test in the playground" }).click();
  await expect(summary(page)).toHaveText(/ failed/, RUN);
  expect(await failures(page).allTextContents()).toEqual([]);
  for (const one of await skipped(page).allTextContents()) expect(one).toContain("second run");
});

test(
  "the uploaded conformance test passes, and finds after a reload what it has saved",
  { tag: "@full" },
  async ({ page }) => {
    await signUpOnboarded(page);
    const { id } = await uploadByApi(page, readFileSync("public/docs/conformance.gum"));
    await page.goto(`/apps/${id}/run`);
    await expect(summary(page)).toHaveText(/ failed/, RUN);
    expect(await failures(page).allTextContents()).toEqual([]);
    for (const one of await skipped(page).allTextContents()) expect(one).toContain("second run");

    await appFrame(page).getByRole("button", { name: "Run again after a reload" }).click();
    await expect(summary(page)).toHaveText(/^\d+ passed, 0 failed$/, RUN);
  },
);
