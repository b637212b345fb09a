import { expect, test, type Browser, type Page } from "../support/test";
import { signUpOnboarded } from "../support/accounts";
import { notice } from "../support/notices";
import { callAs, cardOf, publish } from "../support/posts";
import type { Post } from "@/lib/posts/contract";

const unique = (text: string) => `${text} ${Math.random().toString(36).slice(2, 10)}`;
const repostButton = (page: Page, text: string) =>
  cardOf(page, text)
    .last()
    .getByRole("button", { name: /^Repost or quote/ });
const choose = async (page: Page, text: string, item: string) => {
  await repostButton(page, text).click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
};

async function newPerson(browser: Browser) {
  const page = await (await browser.newContext()).newPage();
  const { username } = await signUpOnboarded(page);
  const { id } = await callAs<{ id: string }>(page, "GET", "/v2/users/me");
  return { page, id, username };
}

test(
  "a repost reaches a follower's open timeline live, counts there, and is undone",
  { tag: ["@full", "@phone-full"] },
  async ({ page, browser }) => {
    test.slow();
    const author = await newPerson(browser);
    const follower = await newPerson(browser);
    const { username } = await signUpOnboarded(page);
    const me = await callAs<{ id: string }>(page, "GET", "/v2/users/me");
    await callAs(follower.page, "POST", `/users/${me.id}/follow`);
    const text = unique("spread the word");
    const post = await publish(author.page, text);
    await follower.page.goto("/timeline?feed=home");
    await author.page.goto(`/post/${post.id}`);

    await page.goto("/timeline?feed=all");
    await choose(page, text, "Repost");
    await expect(notice(page, "Reposted to your followers")).toBeVisible();
    await expect(repostButton(page, text)).toHaveAccessibleName("Repost or quote, once");

    await expect(repostButton(author.page, text)).toHaveAccessibleName("Repost or quote, once");
    await follower.page.getByRole("button", { name: "1 new post" }).click();
    const seen = cardOf(follower.page, text);
    await expect(seen.getByRole("link", { name: `${username} reposted` })).toBeVisible();
    await author.page.goto("/notifications");
    await expect(author.page.getByText(`${username} reposted your post`)).toBeVisible();

    await page.reload();
    await choose(page, text, "Undo repost");
    await expect(seen).toHaveCount(0);
    await expect
      .poll(async () => (await callAs<Post>(page, "GET", `/posts/${post.id}`)).counts.reposts)
      .toBe(0);
    await author.page.context().close();
    await follower.page.context().close();
  },
);

test(
  "a quote shows the post inside, leads to it, and says when it is gone",
  { tag: ["@full", "@phone-full"] },
  async ({ page, browser }) => {
    test.slow();
    const author = await newPerson(browser);
    await signUpOnboarded(page);
    const text = unique("quotable words");
    const post = await publish(author.page, text);
    await author.page.goto(`/post/${post.id}`);
    await page.goto(`/post/${post.id}`);
    await choose(page, text, "Quote");
    const dialog = page.getByRole("dialog", { name: "New post" });
    await expect(dialog.getByText(text)).toBeVisible();
    const comment = unique("what they said");
    await dialog.getByLabel("What to post").fill(comment);
    await dialog.getByRole("button", { name: "Post", exact: true }).click();
    await expect(repostButton(author.page, text)).toHaveAccessibleName("Repost or quote, once");

    await author.page.getByRole("link", { name: "1 quote" }).click();
    await expect(cardOf(author.page, comment)).toBeVisible();
    await author.page.getByRole("tab", { name: "Likes" }).click();
    await expect(author.page.getByText("Nobody likes this post yet.")).toBeVisible();

    await page.goto("/timeline?feed=all");
    const card = cardOf(page, comment);
    await expect(card.getByText(text)).toBeVisible();
    await card.getByRole("link", { name: /^Quoted post by/ }).click();
    await expect(page).toHaveURL(new RegExp(`/post/${post.id}`));
    await page.goBack();
    await callAs(author.page, "DELETE", `/posts/${post.id}`);
    await page.reload();
    await expect(cardOf(page, comment).getByText("The quoted post is not available.")).toBeVisible();
    await author.page.context().close();
  },
);
