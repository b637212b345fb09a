import { expect, test, type Browser, type Page } from "../support/test";
import { signUpOnboarded, type Account } from "../support/accounts";
import { callAs, cardOf, publish } from "../support/posts";
import { notice } from "../support/notices";

const unique = (text: string) => `${text} ${Math.random().toString(36).slice(2, 10)}`;

async function person(browser: Browser): Promise<{ page: Page; account: Account; id: string }> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const account = await signUpOnboarded(page);
  const { id } = await callAs<{ id: string }>(page, "GET", "/v2/users/me");
  return { page, account, id };
}

test(
  "follow from a profile, lists of both sides, unfollow",
  { tag: "@phone-full" },
  async ({ page, browser }) => {
    const other = await person(browser);
    const me = await signUpOnboarded(page);
    await page.goto(`/profile/${other.account.username}`);
    await page
      .locator(".timeline-page")
      .getByRole("button", { name: `Follow ${other.account.username}` })
      .click();
    await expect(page.getByRole("button", { name: "1 follower" })).toBeVisible();
    await page.getByRole("button", { name: "1 follower" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("link", { name: me.username })).toBeVisible();
    await dialog.getByRole("tab", { name: /Following/ }).click();
    await expect(dialog.getByText("Follows nobody yet.")).toBeVisible();
    await page.keyboard.press("Escape");
    await page
      .locator(".timeline-page")
      .getByRole("button", { name: /press to stop/ })
      .click();
    await expect(page.getByRole("button", { name: "0 followers" })).toBeVisible();
    await other.page.context().close();
  },
);

test(
  "a list opened while a follow is being sent shows the follower",
  { tag: "@full" },
  async ({ page, browser }) => {
    const other = await person(browser);
    const me = await signUpOnboarded(page);
    await page.goto(`/profile/${other.account.username}`);
    // The list is read before the follow arrives, and its answer comes after that of the follow.
    let wasRead = (): void => {};
    const read = new Promise<void>((resolve) => (wasRead = resolve));
    await page.route(`**/users/${other.id}/follow`, async (route) => {
      await read;
      await route.continue();
    });
    await page.route(
      `**/users/${other.id}/followers?*`,
      async (route) => {
        const response = await route.fetch();
        const followed = page.waitForResponse(`**/users/${other.id}/follow`);
        wasRead();
        await followed;
        await route.fulfill({ response }).catch(() => undefined);
      },
      { times: 1 },
    );
    await page
      .locator(".timeline-page")
      .getByRole("button", { name: `Follow ${other.account.username}` })
      .click();
    await page.getByRole("button", { name: "1 follower" }).click();
    await expect(page.getByRole("dialog").getByRole("link", { name: me.username })).toBeVisible();
    await other.page.context().close();
  },
);

test("a profile has posts and apps in tabs; the address keeps the tab", async ({ page }) => {
  await signUpOnboarded(page);
  const text = unique("on my page");
  await publish(page, text);
  await page.goto("/profile/me");
  await expect(cardOf(page, text)).toBeVisible();
  await page.getByRole("tab", { name: /Apps/ }).click();
  await expect(page.getByText("You have not published an app yet")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("tab", { name: /Apps/ })).toHaveAttribute("aria-selected", "true");
});

test(
  "block: gone from the feed at once, and each from the other's search and profile",
  { tag: "@full" },
  async ({ page, browser }) => {
    const other = await person(browser);
    const text = unique("unwanted");
    await publish(other.page, text);
    const me = await signUpOnboarded(page);
    await page.goto("/timeline?feed=all");
    await cardOf(page, text).getByRole("button", { name: "More about this post" }).click();
    await page.getByRole("menuitem", { name: /^Block/ }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Block" }).click();
    await expect(notice(page, `@${other.account.username} is blocked`)).toBeVisible();
    await expect(cardOf(page, text)).toHaveCount(0);
    await page.goto(`/search?type=users&q=${other.account.username}`);
    await expect(page.getByText(/Nothing found/)).toBeVisible();
    await other.page.goto(`/profile/${me.username}`);
    await expect(other.page.getByText(me.username)).toHaveCount(0);
    await page.goto(`/profile/${other.id}`);
    await page.getByRole("button", { name: /^Unblock/ }).click();
    await expect(
      page.locator(".timeline-page").getByRole("button", { name: `Follow ${other.account.username}` }),
    ).toBeVisible();
    await other.page.context().close();
  },
);

test("mute with an undo, and a report", { tag: "@full" }, async ({ page, browser }) => {
  const other = await person(browser);
  const text = unique("noise");
  await publish(other.page, text);
  await signUpOnboarded(page);
  await page.goto("/timeline?feed=all");
  const menu = () => cardOf(page, text).getByRole("button", { name: "More about this post" });
  await menu().click();
  await page.getByRole("menuitem", { name: "Report…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Spam or advertising").check();
  const note = dialog.getByRole("textbox");
  await note.fill("Every day the same");
  await page.keyboard.press("Escape");
  const question = page.getByRole("alertdialog", { name: "Discard your changes?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(note).toHaveValue("Every day the same");
  await dialog.getByRole("button", { name: "Send report" }).click();
  await expect(page.getByText("Your report is with us.")).toBeVisible();
  await menu().click();
  await page.getByRole("menuitem", { name: /^Mute/ }).click();
  await expect(cardOf(page, text)).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(cardOf(page, text)).toBeVisible();
  await menu().click();
  await page.getByRole("menuitem", { name: /^Mute/ }).click();
  await expect(cardOf(page, text)).toHaveCount(0);
  await page.goto(`/profile/${other.id}`);
  await expect(page.getByText("Muted", { exact: true })).toBeVisible();
  await other.page.context().close();
});

test(
  "search as one types: two Japanese characters find their posts, names find people, words find apps",
  { tag: ["@full", "@phone-full"] },
  async ({ page }) => {
    const { username } = await signUpOnboarded(page);
    const mark = Math.random().toString(36).slice(2, 10);
    await publish(page, `鎌倉の紫陽花 ${mark}`);
    await page.goto("/search");
    const field = page.getByRole("searchbox");
    await page.getByRole("tab", { name: "Posts" }).click();
    await field.fill("紫陽");
    await expect(cardOf(page, mark)).toBeVisible();
    await expect(page).toHaveURL(/q=%E7%B4%AB%E9%99%BD/);
    await field.fill(username.slice(0, 9));
    await page.getByRole("tab", { name: "People" }).click();
    await expect(page.getByRole("link", { name: username })).toBeVisible();
    await field.fill("Kasan");
    await page.getByRole("tab", { name: "Apps" }).click();
    await expect(page.getByRole("link", { name: "Play Kasane" })).toBeVisible();
    await field.fill("zzzzqqqq");
    await expect(page.getByText("Nothing found for “zzzzqqqq”")).toBeVisible();

    // Everything at once, and more of a kind.
    await page.getByRole("tab", { name: "All" }).click();
    await expect(page.getByText("Nothing found for “zzzzqqqq”")).toBeVisible();
    for (let index = 0; index < 3; index++) await publish(page, `紫陽花 ${index} ${mark}`);
    await field.fill(`紫陽花 ${mark}`);
    const section = page.getByRole("region", { name: "Posts" });
    await expect(section.getByRole("article")).toHaveCount(3);
    await expect(page.locator("[role=tabpanel] h2")).toHaveCount(1);
    await section.getByRole("button", { name: "See all Posts" }).press("Enter");
    await expect(page.getByRole("tab", { name: "Posts" })).toBeFocused();
    await expect(page.getByRole("article")).toHaveCount(4);

    // A name is typed, then reached by keys alone.
    await page.getByRole("tab", { name: "All" }).click();
    await field.fill(`@${username.slice(0, 9)}`);
    await expect(page.getByRole("tab", { name: "People" })).toHaveAttribute("aria-selected", "true");
    await expect(page.getByRole("link", { name: username })).toBeVisible();
    await field.press("ArrowDown");
    await expect(page.locator("[role=tabpanel] :focus")).toHaveCount(1);
    await page.goto(`/search?q=@${username}`);
    await expect(page.getByRole("tab", { name: "People" })).toHaveAttribute("aria-selected", "true");
    await expect(page.getByRole("link", { name: username })).toBeVisible();
  },
);

test("discover suggests people to follow and apps to run", { tag: "@phone-full" }, async ({ page }) => {
  await signUpOnboarded(page);
  await page.goto("/discover");
  const people = page.getByRole("list", { name: "People to follow" });
  const first = people.getByRole("button", { name: /^Follow / }).first();
  await first.click();
  await expect(people.getByRole("button", { name: /press to stop/ })).toHaveCount(1);
  await expect(page.getByRole("heading", { name: "Apps people play" })).toBeVisible();
});
