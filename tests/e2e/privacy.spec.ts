import { expect, test } from "../support/test";
import { signUpOnboarded } from "../support/accounts";
import { notice } from "../support/notices";
import { callAs, cardOf, publish } from "../support/posts";
import { settled } from "../support/dock";

const unique = (text: string) => `${text} ${Math.random().toString(36).slice(2, 10)}`;

test(
  "a word is muted in the settings, its posts are gone from the timeline, and come back",
  { tag: "@full" },
  async ({ page, browser }) => {
    const other = await (await browser.newContext()).newPage();
    const { username } = await signUpOnboarded(other);
    const { id } = await callAs<{ id: string }>(other, "GET", "/v2/users/me");
    const word = unique("spoiler").replace(" ", "");
    const text = unique(`the ${word} is`);
    await publish(other, text);
    await signUpOnboarded(page);
    await page.goto("/timeline?feed=all");
    await expect(cardOf(page, text)).toBeVisible();

    await page.goto("/settings#privacy");
    await settled(page);
    await page.getByLabel("Muted words").first().fill(word);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: `Show “${word}” again` })).toBeVisible();
    await page.getByRole("link", { name: "Timeline", exact: true }).click();
    await page.getByRole("tab", { name: "Everyone" }).click();
    await expect(page.locator("article[data-post]").first()).toBeVisible();
    await expect(cardOf(page, text)).toHaveCount(0);

    await page.goto("/settings#privacy");
    await page.getByRole("button", { name: `Show “${word}” again` }).click();
    await expect(notice(page, `“${word}” is shown again`)).toBeVisible();
    await page.goto("/timeline?feed=all");
    await expect(cardOf(page, text)).toBeVisible();

    // Muted people are listed, and unmuted with an undo.
    await callAs(page, "POST", `/users/${id}/mute`);
    await page.goto("/settings#privacy");
    await settled(page);
    await page.getByRole("button", { name: "Show muted" }).click();
    const dialog = page.getByRole("dialog", { name: "Muted people" });
    await dialog.getByRole("button", { name: `Unmute @${username}` }).click();
    await expect(dialog.getByText("You mute nobody")).toBeVisible();
    await expect(notice(page, `@${username} is not muted any more`)).toBeVisible();
    await other.context().close();
  },
);

test(
  "a kind of notification is turned off, and the list is filtered",
  { tag: "@full" },
  async ({ page, browser }) => {
    const other = await (await browser.newContext()).newPage();
    await signUpOnboarded(other);
    const { username } = await signUpOnboarded(page);
    const { id } = await callAs<{ id: string }>(page, "GET", "/v2/users/me");
    await page.goto("/settings#notification-settings");
    await page.getByRole("switch", { name: "New followers", exact: true }).click();
    await expect
      .poll(() => callAs<object>(page, "GET", "/v2/users/me/preferences"))
      .toMatchObject({ notifications: { follows: false, mentions: true } });
    await callAs(other, "POST", `/users/${id}/follow`);
    const text = unique(`hello @${username}`);
    await publish(other, text);
    await page.goto("/notifications");
    await expect(page.getByText(text)).toBeVisible();
    await expect(page.getByRole("article")).toHaveCount(1);
    await page.getByRole("tab", { name: "Likes" }).click();
    await expect(page.getByText("None of these yet")).toBeVisible();
    await page.getByRole("tab", { name: "Mentions" }).click();
    await expect(page.getByText(text)).toBeVisible();
    await page.reload();
    await expect(page.getByRole("tab", { name: "Mentions", selected: true })).toBeVisible();
    await expect(page.getByText(text)).toBeVisible();
    await other.context().close();
  },
);
