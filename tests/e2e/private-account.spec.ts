import { expect, test } from "../support/test";
import { signUpOnboarded } from "../support/accounts";
import { callAs, cardOf, publish } from "../support/posts";

const unique = (text: string) => `${text} ${Math.random().toString(36).slice(2, 10)}`;

test(
  "a private account: somebody asks, is accepted from the notifications, reads, and is removed",
  { tag: "@full" },
  async ({ page, browser }) => {
    const theirs = await (await browser.newContext()).newPage();
    const [mika, ren] = await Promise.all([signUpOnboarded(page), signUpOnboarded(theirs)]);
    const text = unique("for followers");
    const post = await publish(page, text);
    await page.goto("/settings#privacy");
    const saved = page.waitForResponse((each) => each.request().method() === "PATCH");
    await page.getByRole("switch", { name: "Private account" }).check();
    expect((await saved).status()).toBe(200);
    await expect(page.getByRole("link", { name: "Show requests" })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("switch", { name: "Private account" })).toBeChecked();

    await theirs.goto(`/profile/${post.author.id}`);
    // Not the suggestions beside it.
    const profile = theirs.locator(".timeline-column");
    const asking = profile.getByRole("button", { name: "Request to follow" });
    await expect(theirs.getByText("This account is private")).toBeVisible();
    await expect(cardOf(theirs, text)).toHaveCount(0);
    // The button changes at once; what follows needs the server's answers.
    const answered = (method: string) =>
      theirs.waitForResponse((each) => each.url().endsWith("/follow") && each.request().method() === method);
    await Promise.all([answered("POST"), asking.click()]);
    const taken = profile.getByRole("button", { name: /^Requested to follow/ });
    await expect(taken).toHaveAttribute("aria-pressed", "true");
    await expect(theirs.getByText("You have asked to follow")).toBeVisible();
    await theirs.reload();
    await Promise.all([answered("DELETE"), taken.click()]);
    await Promise.all([answered("POST"), asking.click()]);
    await expect(taken).toBeVisible();

    await page.goto("/notifications");
    await expect(page.getByText("wants to follow you")).toBeVisible();
    await page.getByRole("link", { name: "1 follow request" }).click();
    await expect(page.getByRole("list", { name: "Follow requests" })).toContainText(`@${ren.username}`);
    await page.goBack();
    await page.getByRole("button", { name: `Accept the request of @${ren.username}` }).click();
    await expect(page.getByText(`@${ren.username} follows you now`)).toBeVisible();
    await expect(page.getByText("wants to follow you")).toHaveCount(0);

    // Without a reload: the answer is live.
    await expect(cardOf(theirs, text)).toBeVisible();
    await cardOf(theirs, text)
      .getByRole("button", { name: /repost/i })
      .click();
    await expect(
      theirs.getByRole("menuitem", { name: "Posts of private accounts cannot be" }),
    ).toBeDisabled();
    await theirs.keyboard.press("Escape");
    await theirs.goto("/notifications");
    await expect(theirs.getByText("accepted your request to follow them")).toBeVisible();

    await page.goto(`/profile/${post.author.id}`);
    await page.getByRole("button", { name: "1 follower" }).click();
    await page.getByRole("button", { name: `Remove @${ren.username} as a follower` }).click();
    await page.getByRole("button", { name: "Remove", exact: true }).last().click();
    await expect(page.getByText("No followers yet.")).toBeVisible();
    await theirs.goto(`/post/${post.id}`);
    await expect(cardOf(theirs, text)).toHaveCount(0);
    expect(mika.username).not.toBe(ren.username);
    await callAs(page, "PATCH", "/v2/users/me/preferences", { isPrivate: false });
  },
);
