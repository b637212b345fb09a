import { expect, test } from "../support/test";
import { signUpOnboarded } from "../support/accounts";
import { callAs, cardOf, publish } from "../support/posts";
import { settled } from "../support/dock";

const unique = (text: string) => `${text} ${Math.random().toString(36).slice(2, 10)}`;

test(
  "a card about a person opens at a resting pointer and at the keyboard's focus, and follows them",
  { tag: "@full" },
  async ({ page, browser }) => {
    const other = await (await browser.newContext()).newPage();
    const { username } = await signUpOnboarded(other);
    await callAs(other, "PATCH", "/v2/users/me", { bio: "Paints lighthouses" });
    const text = unique("hover me");
    await publish(other, text);
    await signUpOnboarded(page);
    await page.goto("/timeline?feed=all");
    await settled(page);
    const card = page.getByRole("group", { name: username, exact: true });
    const name = cardOf(page, text).getByRole("link", { name: username, exact: true });
    await name.hover();
    await expect(card).toContainText("Paints lighthouses");
    await card.getByRole("button", { name: `Follow ${username}` }).click();
    await expect(card.getByRole("button", { name: `Following ${username}; press to stop` })).toBeVisible();
    await page.mouse.move(5, 500);
    await expect(card).toBeHidden();

    // Tab after the avatar, which the keyboard leaves out, leads to the name.
    await name.focus();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Tab");
    await expect(card).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await expect(card.getByRole("button")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(card).toBeHidden();
    await expect(name).toBeFocused();
    await expect
      .poll(() => callAs<{ viewer: { following: boolean } }>(page, "GET", `/users/${username}`))
      .toMatchObject({ viewer: { following: true } });
    await other.context().close();
  },
);

test(
  "beside the timeline of a wide window: hashtags that lead to their posts, and people to follow",
  { tag: "@full" },
  async ({ page }) => {
    await signUpOnboarded(page);
    await page.goto("/timeline?feed=all");
    const side = page.getByRole("complementary", { name: "Around here" });
    const people = side.getByRole("region", { name: "People to follow" });
    await people
      .getByRole("button", { name: /^Follow / })
      .first()
      .click();
    await expect(people.getByRole("button", { name: /^Following .*; press to stop/ }).first()).toBeVisible();
    await side.getByRole("link", { name: /落書き帳/ }).click();
    await expect(page).toHaveURL(/\/search\?type=posts&q=%23/);
    await expect(cardOf(page, "#落書き帳").first()).toBeVisible();
    await expect(side).toBeVisible();

    // Not beside the store, and not where there is no room for it.
    await page.goto("/apps");
    await settled(page);
    await expect(side).toBeHidden();
    await page.setViewportSize({ width: 1100, height: 800 });
    await page.goto("/timeline?feed=all");
    await settled(page);
    await expect(side).toHaveCount(0);
  },
);
