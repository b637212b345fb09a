import { expect, test } from "../support/test";
import { signUpOnboarded } from "../support/accounts";
import { notice } from "../support/notices";
import { cardOf } from "../support/posts";

const unique = (text: string) => `${text} ${Math.random().toString(36).slice(2, 10)}`;

test(
  "a post for later is listed, edited, scheduled again and posted now",
  { tag: "@full" },
  async ({ page }) => {
    await signUpOnboarded(page);
    await page.goto("/timeline");
    const text = unique("good morning");
    const field = page.getByLabel("What to post");
    const later = async () => {
      await page.getByRole("button", { name: "Post later" }).click();
      await page.getByRole("button", { name: "Schedule", exact: true }).click();
      await expect(notice(page, /^Scheduled for/)).toBeVisible();
      await expect(field).toHaveValue("");
      await expect(field).toBeFocused();
    };
    await field.fill(text);
    await page.getByRole("button", { name: "Post later" }).click();
    await page.getByLabel("Date and time").fill("2001-01-01T10:00");
    await page.getByRole("button", { name: "Schedule", exact: true }).click();
    await expect(page.getByText("Choose a time in the next 365 days.")).toBeVisible();
    await page.keyboard.press("Escape");
    await later();
    await page.reload();
    await page.getByRole("button", { name: "Drafts" }).click();
    const scheduled = page.getByRole("list", { name: "Scheduled" });
    await scheduled.getByRole("button", { name: text }).click();
    await expect(field).toHaveValue(text);
    await field.fill(`${text}!`);
    await later();
    await page.getByRole("button", { name: "Drafts" }).click();
    await scheduled.getByRole("button", { name: "Post now" }).click();
    await expect(page.getByText("No other drafts")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(cardOf(page, `${text}!`)).toBeVisible();
  },
);
