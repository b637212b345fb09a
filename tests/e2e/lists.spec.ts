import { expect, test } from "../support/test";
import { signUpOnboarded } from "../support/accounts";
import { cardOf, publish } from "../support/posts";

const unique = (text: string) => `${text} ${Math.random().toString(36).slice(2, 10)}`;

test(
  "a list made on a profile is a tab of the timeline, live, and ends with an undo in between",
  { tag: "@full" },
  async ({ page, browser }) => {
    const theirs = await (await browser.newContext()).newPage();
    const [, ren] = await Promise.all([signUpOnboarded(page), signUpOnboarded(theirs)]);
    const text = unique("from the list");
    const post = await publish(theirs, text);
    await page.goto(`/profile/${post.author.id}`);
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Lists…" }).click();
    const dialog = page.getByRole("dialog", { name: `Lists with @${ren.username}` });
    await dialog.getByLabel("New list").fill("Painters");
    await dialog.getByRole("button", { name: "Create" }).click();
    await expect(dialog.getByRole("checkbox", { name: "Painters" })).toBeChecked();
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: /^Account of/ }).click();
    await page.getByRole("menuitem", { name: "Lists" }).click();
    await expect(page.getByText("1 person")).toBeVisible();
    await page.getByRole("link", { name: "Painters" }).click();
    await expect(page.getByRole("tab", { name: "Painters", selected: true })).toBeVisible();
    await expect(cardOf(page, text)).toBeVisible();
    const news = unique("news of the list");
    await publish(theirs, news);
    await page.getByRole("button", { name: "1 new post" }).click();
    await expect(cardOf(page, news)).toBeVisible();
    await page.reload();
    await expect(page.getByRole("tab", { name: "Painters", selected: true })).toBeVisible();

    await page.goto("/lists");
    await page.getByRole("button", { name: "Edit “Painters”" }).click();
    await page.getByRole("button", { name: /^Remove / }).click();
    await expect(page.getByText("Nobody yet. Add people")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("list", { name: "People in this list" })).toBeVisible();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Delete “Painters”" }).click();
    await page.getByRole("button", { name: "Delete list" }).click();
    await expect(page.getByText("No lists yet")).toBeVisible();
    await page.getByLabel("New list").fill("Writers");
    await page.getByLabel("New list").press("Enter");
    await expect(page.getByRole("link", { name: "Writers" })).toBeVisible();
  },
);
