import { expect, test } from "../support/test";
import { signUpOnboarded } from "../support/accounts";
import { notice } from "../support/notices";
import { cardOf, publish } from "../support/posts";

test(
  "a post is pinned to the profile, stands first there, and undo lets it go",
  { tag: "@full" },
  async ({ page }) => {
    await signUpOnboarded(page);
    await publish(page, "the older one");
    await publish(page, "the newer one");
    await page.goto("/profile/me");
    const cards = page.locator("article[data-post]");
    await expect(cards.first()).toContainText("the newer one");
    await cardOf(page, "the older one").getByRole("button", { name: "More about this post" }).click();
    await page.getByRole("menuitem", { name: "Pin to your profile" }).click();
    await expect(notice(page, "Pinned to your profile")).toBeVisible();
    const undo = page.getByRole("button", { name: "Undo" });
    // It waits under the pointer.
    await undo.hover();
    await expect(cards.first()).toContainText("the older one");
    await expect(cards.first().getByText("Pinned", { exact: true })).toBeVisible();
    await expect(cards).toHaveCount(2);
    await undo.click();
    await expect(cards.first()).toContainText("the newer one");
    await expect(page.getByText("Pinned", { exact: true })).toHaveCount(0);
  },
);
