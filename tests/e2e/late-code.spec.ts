import { expect, test, type Page } from "../support/test";
import { signUpOnboarded } from "../support/accounts";
import { hydrated } from "../support/hydrated";
import { holdLateCode } from "../support/late-code";

/** A visit that does not wait for what is held back. */
async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: "domcontentloaded" });
  await hydrated(page);
}

test(
  "a page works on while code that it asked for later is on its way",
  { tag: "@full" },
  async ({ page }) => {
    await signUpOnboarded(page);
    const { come } = await holdLateCode(page);

    await test.step("the dock's apps", async () => {
      await visit(page, "/timeline?feed=all");
      await page.getByLabel("What to post").fill("Written meanwhile");
      await expect(page.getByRole("button", { name: "Post", exact: true })).toBeEnabled();
      await expect(page.locator(".dock-apps")).toHaveCount(0);
    });

    await test.step("an empty feed", async () => {
      await page.getByRole("tab", { name: "Home" }).click();
      await expect(page.getByRole("tab", { name: "Home", selected: true })).toBeVisible();
      // The placeholders go when the server says that there are no posts.
      await expect(page.locator(".post[aria-hidden]")).toHaveCount(0);
      await page.getByLabel("What to post").fill("");
      await expect(page.getByRole("button", { name: "Post", exact: true })).toBeDisabled();
    });

    await test.step("a dialog", async () => {
      await visit(page, "/settings");
      await page.getByRole("button", { name: "Change email address" }).click();
      const left = page.getByRole("radio", { name: "Left" });
      await left.click();
      await expect(left).toBeChecked();
      come();
      await expect(page.getByRole("dialog", { name: "Change email address" })).toBeVisible();
    });
  },
);
