import { expect, test, type Page } from "../support/test";
import { signUpOnboarded } from "../support/accounts";
import { takesKeys } from "../support/keys";
import { callAs, cardOf, publish } from "../support/posts";
import type { Post } from "@/lib/posts/contract";

const unique = (text: string) => `${text} ${Math.random().toString(36).slice(2, 10)}`;
const chip = (page: Page, text: string, name: string) =>
  cardOf(page, text).getByRole("list", { name: "Reactions" }).getByRole("button", { name });
const openMenu = (page: Page, text: string) =>
  cardOf(page, text).getByRole("button", { name: "React", exact: true }).click();

test(
  "a reaction is chosen by keyboard, reaches the author live, is joined offline and taken back",
  { tag: ["@full", "@phone-full"] },
  async ({ page, context, browser }) => {
    test.slow();
    const author = await (await browser.newContext()).newPage();
    const [, { username }] = await Promise.all([signUpOnboarded(author), signUpOnboarded(page)]);
    const text = unique("worth a reaction");
    const post = await publish(author, text);
    await Promise.all([author.goto(`/post/${post.id}`), page.goto(`/post/${post.id}`)]);

    await openMenu(page, text);
    await takesKeys(page.getByRole("menu", { name: "React" }));
    await page.keyboard.press("Home");
    for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft"]) await page.keyboard.press(key);
    await expect(page.getByRole("menuitemcheckbox", { name: "Laughing" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(chip(page, text, "😂, 1 person")).toHaveAttribute("aria-pressed", "true");
    await expect(chip(author, text, "😂, 1 person")).toHaveAttribute("aria-pressed", "false");
    await cardOf(author, text).getByRole("button", { name: "Who reacted" }).click();
    await expect(author.getByRole("dialog", { name: "Reactions" }).getByText(username).first()).toBeVisible();
    await author.keyboard.press("Escape");
    await chip(author, text, "😂, 1 person").click();
    await expect(chip(page, text, "😂, 2 people")).toBeVisible();

    await openMenu(page, text);
    const react = cardOf(page, text).getByRole("button", { name: "React", exact: true });
    // The second time its code is there.
    for (const _ of ["first", "second"]) {
      await page.getByRole("menuitem", { name: "Any emoji…" }).press("Enter");
      await expect(page.getByRole("textbox", { name: "Emoji" })).toBeFocused();
      await page.keyboard.press("Escape");
      await expect(react).toBeFocused();
      await react.press("Enter");
    }
    await page.getByRole("menuitem", { name: "Any emoji…" }).click();
    await page.getByRole("textbox", { name: "Emoji" }).fill("no");
    await page.keyboard.press("Enter");
    await expect(page.getByText("That is not one emoji.")).toBeVisible();
    await page.getByRole("button", { name: "🐙" }).click();
    await expect(chip(author, text, "🐙, 1 person")).toBeVisible();

    await context.setOffline(true);
    await chip(page, text, "😂, 2 people").click();
    await expect(chip(page, text, "😂, 1 person")).toHaveAttribute("aria-pressed", "false");
    await openMenu(page, text);
    await page.getByRole("menuitemcheckbox", { name: "Fire" }).click();
    await expect(chip(page, text, "🔥, 1 person")).toHaveAttribute("aria-pressed", "true");
    await context.setOffline(false);
    await expect(chip(author, text, "🔥, 1 person")).toBeVisible();
    await expect
      .poll(async () =>
        (await callAs<Post>(author, "GET", `/posts/${post.id}`)).emojis.map(({ emoji }) => emoji),
      )
      .toEqual(["🐙", "🔥", "😂"]);
    await page.reload();
    await expect(chip(page, text, "🔥, 1 person")).toHaveAttribute("aria-pressed", "true");
    await chip(page, text, "🔥, 1 person").press("Enter");
    await expect(chip(page, text, "🔥, 1 person")).toHaveCount(0);
    await expect(chip(page, text, "😂, 1 person")).toBeFocused();
    await openMenu(page, text);
    await page.getByRole("menuitemcheckbox", { name: "Fire" }).click();
    await expect(chip(page, text, "🔥, 1 person")).toHaveAttribute("aria-pressed", "true");
    await author.goto("/notifications");
    await expect(author.getByText(`${username} reacted 🔥 to your post`)).toBeVisible();
    await author.context().close();
  },
);
