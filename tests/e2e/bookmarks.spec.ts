import { expect, test, type Page } from "../support/test";
import { signUpOnboarded } from "../support/accounts";
import { background } from "../support/background";
import { notice } from "../support/notices";
import { callAs, cardOf, publish } from "../support/posts";
import type { Post } from "@/lib/posts/contract";

const unique = (text: string) => `${text} ${Math.random().toString(36).slice(2, 10)}`;
const choose = async (page: Page, text: string, item: string) => {
  await cardOf(page, text).getByRole("button", { name: "More about this post" }).click();
  await page.getByRole("menuitem", { name: item }).click();
};

test(
  "a post is bookmarked offline, found in the menu's page, and a removed one comes back by undo",
  { tag: "@full" },
  async ({ page, context }) => {
    await signUpOnboarded(page);
    const text = unique("to read later");
    const post = await publish(page, text);
    await page.goto(`/post/${post.id}`);
    await cardOf(page, text).getByRole("button", { name: "More about this post" }).click();
    await expect(page.getByRole("menuitem", { name: "Bookmark" })).toBeVisible();
    await page.keyboard.press("Escape");

    await background(page);
    await context.setOffline(true);
    await choose(page, text, "Bookmark");
    await expect(notice(page, "Bookmarked. Only you see it.")).toBeVisible();
    await context.setOffline(false);
    const isKept = async () => (await callAs<Post>(page, "GET", `/posts/${post.id}`)).viewer.bookmarked;
    await expect.poll(isKept).toBe(true);

    await page.getByRole("button", { name: /^Account of/ }).click();
    await page.getByRole("menuitem", { name: "Bookmarks" }).click();
    await expect(page.getByRole("heading", { name: "Bookmarks" })).toBeVisible();
    await expect(cardOf(page, text)).toBeVisible();
    await choose(page, text, "Remove bookmark");
    await expect(page.getByText("No bookmarks yet")).toBeVisible();
    await expect(notice(page, "Bookmark removed")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(cardOf(page, text)).toBeVisible();
    await choose(page, text, "Remove bookmark");
    await expect.poll(isKept).toBe(false);
    await page.reload();
    await expect(page.getByText("No bookmarks yet")).toBeVisible();
  },
);
