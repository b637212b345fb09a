import { expect, test } from "../support/test";
import { signUpOnboarded } from "../support/accounts";
import { settled } from "../support/dock";
import { appName, countingApp, uploadByApi } from "../support/store";

test("a switch goes back where the server refuses", { tag: "@full" }, async ({ page }) => {
  await signUpOnboarded(page);
  const app = await uploadByApi(page, countingApp({ name: appName("Refused") }));
  await page.route(`**/api/apps/${app.id}/publish`, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`/apps/${app.id}`);
  const published = page.getByRole("switch", { name: "Published" });
  await published.click();
  await expect(page.locator(".toast")).toBeVisible();
  await expect(published).toBeEnabled();
  await expect(published).not.toBeChecked();
});

test(
  "code that cannot be fetched is said in words, the page stays, and trying again fetches it",
  { tag: "@full" },
  async ({ page }) => {
    await signUpOnboarded(page);
    // Only the palette's code: what else comes later must come.
    await page.route("**/_next/static/chunks/*.js", async (route) => {
      const response = await route.fetch();
      await ((await response.text()).includes('"shell.palette"')
        ? route.abort()
        : route.fulfill({ response }));
    });
    await page.goto("/timeline");
    await settled(page);
    await page.keyboard.press("Control+K");
    const failure = page.getByRole("alert").filter({ hasText: "This part could not be loaded." });
    await expect(failure).toBeVisible();
    await expect(page.getByText(/chunk/i)).toHaveCount(0);
    await expect(page.getByLabel("What to post")).toBeVisible();

    await page.unroute("**/_next/static/chunks/*.js");
    await failure.getByRole("button", { name: "Try again" }).click();
    await expect(failure).toHaveCount(0);
    await settled(page);
    await page.keyboard.press("Control+K");
    await expect(page.getByRole("dialog", { name: "Command palette" })).toBeVisible();
  },
);
