import AxeBuilder from "@axe-core/playwright";
import { expect, test, type Page } from "@playwright/test";
import { signUp, signUpOnboarded } from "../support/accounts";

/** WCAG A and AA, and nothing wider than the window, on every screen around an account; in both themes. */
async function check(page: Page, path: string) {
  for (const theme of ["dark", "light"]) {
    await page.addInitScript((name) => localStorage.setItem("gum-ui-theme", name), theme);
    await page.goto(path);
    await expect(page.getByRole("heading").first()).toBeVisible();
    await page.waitForTimeout(400);
    const { violations } = await new AxeBuilder({ page })
      .withTags(["wcag2a", "wcag2aa", "wcag21aa"])
      .analyze();
    expect(violations.map(({ id, nodes }) => `${theme} ${id}: ${nodes[0]?.html}`)).toEqual([]);
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(tooWide).toBeLessThanOrEqual(0);
  }
}

for (const path of ["/login", "/signup", "/auth/recover", "/auth/reset", "/auth/verify", "/outbox"]) {
  test(path, async ({ page }) => check(page, path));
}

test("/onboarding", async ({ page }) => {
  await signUp(page);
  await check(page, "/onboarding");
});

for (const path of ["/settings", "/edit-profile"]) {
  test(path, async ({ page }) => {
    await signUpOnboarded(page);
    await check(page, path);
  });
}

test("a sign-in by keyboard alone", async ({ page }) => {
  await page.goto("/login");
  await page.locator("[name=email]").focus();
  await page.keyboard.type("nobody@gum.test");
  await page.keyboard.press("Tab");
  // The link to recovery stands between the label and the field.
  if (!(await page.locator("[name=password]").evaluate((field) => field === document.activeElement))) {
    await page.keyboard.press("Tab");
  }
  await page.keyboard.type("some wrong words");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Invalid email or password")).toBeVisible();
});
