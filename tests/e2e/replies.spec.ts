import { expect, test } from "../support/test";
import { signUpOnboarded } from "../support/accounts";
import { callAs, cardOf, publish } from "../support/posts";
import { settled } from "../support/dock";
import type { Post } from "@/lib/posts/contract";

const unique = (text: string) => `${text} ${Math.random().toString(36).slice(2, 10)}`;

test(
  "a reply to a reply stands below it, and on its own page what it replies to stands above",
  { tag: "@phone-full" },
  async ({ page, browser }) => {
    const author = await (await browser.newContext()).newPage();
    await signUpOnboarded(author);
    await signUpOnboarded(page);
    const [root, first, nested] = [unique("root"), unique("first"), unique("nested")];
    const { id } = await publish(author, root);
    await page.goto(`/post/${id}`);
    await page.getByRole("textbox", { name: "Write a reply" }).fill(first);
    const form = page.getByRole("form", { name: "Write a reply" });
    await form.getByRole("button", { name: "Reply", exact: true }).click();
    const reply = page.getByRole("listitem").filter({ hasText: first });
    await reply.getByRole("button", { name: "Reply", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Write a reply" }).fill(nested);
    await dialog.getByRole("form").getByRole("button", { name: "Reply", exact: true }).click();
    const below = page.getByRole("listitem").filter({ hasText: nested });
    await expect(below).toHaveAttribute("data-depth", "1");

    await below.getByText(nested).click();
    await expect(page.locator("[data-place=above]")).toHaveText([new RegExp(root), new RegExp(first)]);
    await page.reload();
    await expect(page.locator("[data-place=above]")).toHaveCount(2);
    const own = unique("own");
    await publish(page, own);
    await page.goto("/profile/me");
    await expect(cardOf(page, own)).toBeVisible();
    await expect(cardOf(page, nested)).toHaveCount(0);
    await page.getByRole("tab", { name: "Replies" }).click();
    await expect(cardOf(page, first).getByText(/^Replying to @/)).toBeVisible();
    await expect(cardOf(page, nested).getByText("Continues the thread")).toBeVisible();
  },
);

test(
  "a warning, who may reply, and an edit",
  { tag: ["@full", "@phone-full"] },
  async ({ page, browser }) => {
    await signUpOnboarded(page);
    await page.goto("/timeline");
    const text = unique("the butler did it");
    const spoiler = unique("spoiler");
    await page.getByLabel("What to post").fill(text);
    await page.getByRole("button", { name: "Content warning" }).click();
    await page.getByRole("textbox", { name: "Content warning" }).fill(spoiler);
    await page.getByLabel("Who may reply").selectOption("Nobody can reply");
    await page.getByRole("button", { name: "Post", exact: true }).click();
    const card = page.locator("article").filter({ hasText: spoiler });
    await expect(card.getByText(text)).toHaveCount(0);
    await card.getByRole("button", { name: "Show", exact: true }).click();
    await expect(card.getByText(text)).toBeVisible();

    const { items } = await callAs<{ items: Post[] }>(page, "GET", "/v1/timeline?feed=all");
    const { id } = items.find(({ body }) => body === text)!;
    const other = await (await browser.newContext()).newPage();
    await signUpOnboarded(other);
    await other.goto(`/post/${id}`);
    await expect(other.getByText("Nobody can reply")).toBeVisible();
    await expect(other.getByRole("textbox", { name: "Write a reply" })).toHaveCount(0);
    await other.getByRole("button", { name: "Show", exact: true }).click();

    await card.getByRole("button", { name: "More about this post" }).click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit post" });
    // The caret is behind what is there.
    await expect(dialog.getByRole("textbox", { name: "Text" })).toBeFocused();
    await page.keyboard.type(", again");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(card.getByText(`${text}, again`)).toBeVisible();
    // Live for who has it in view.
    await expect(other.getByText(`${text}, again`)).toBeVisible();
    await other.getByRole("button", { name: /^Edited/ }).click();
    await expect(other.getByRole("dialog").getByRole("listitem")).toHaveText([/again/, new RegExp(text)]);
    await other.context().close();
  },
);

test(
  "the focus goes on beside a deleted post, and from Reply to the replies",
  { tag: "@full" },
  async ({ page }) => {
    await signUpOnboarded(page);
    const [older, newer] = [unique("stays"), unique("goes")];
    await publish(page, older);
    await publish(page, newer);
    await page.goto("/timeline?feed=home");
    await settled(page);
    const menuOf = (text: string) => cardOf(page, text).getByRole("button", { name: "More about this post" });
    await menuOf(newer).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menuitem").first()).toBeFocused();
    await page.keyboard.press("End");
    await expect(page.getByRole("menuitem", { name: "Delete post" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(cardOf(page, newer)).toHaveCount(0);
    await expect(menuOf(older)).toBeFocused();

    await cardOf(page, older).getByRole("link", { name: "Reply" }).click();
    await page.waitForURL("**/post/**");
    await expect(page.getByRole("region", { name: "Replies" })).toBeFocused();
  },
);
