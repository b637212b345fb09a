import { expect, test, type BrowserContext } from "../support/test";
import { signUpOnboarded, type Account } from "../support/accounts";
import { callAs, cardOf, publish } from "../support/posts";

// A broken connection: tests/integration/live-browser.full.test.ts.

const unique = (text: string) => `${text} ${Math.random().toString(36).slice(2, 10)}`;
const isStream = (address: { url: () => string }) => address.url().includes("/api/realtime/v1/stream");

/** A person in a browser, whom another one may follow. */
async function person(context: BrowserContext) {
  const page = await context.newPage();
  const account: Account = await signUpOnboarded(page);
  const { id } = await callAs<{ id: string }>(page, "GET", "/v2/users/me");
  return { page, account, id };
}

test(
  "in another browser: new posts by a pill, counts, comments, notifications and their badge",
  { tag: "@full" },
  async ({ context, browser }) => {
    test.slow();
    const other = await person(await browser.newContext());
    const me = await person(context);
    const { page } = me;
    await callAs(page, "POST", `/users/${other.id}/follow`);
    const mine = await publish(page, unique("mine"));
    const connected = page.waitForResponse(isStream);
    await page.goto("/timeline?feed=home");
    await connected;

    // One's own post from elsewhere is no news on a page without a feed; the other's after it is.
    await page.goto("/search");
    await publish(page, unique("mine, too"));
    await publish(other.page, unique("theirs"));
    await expect(page.getByRole("link", { name: "Timeline, 1 unread" })).toBeAttached();
    await page.goto("/timeline?feed=home");

    // The other one writes as a person does.
    const text = unique("just now");
    await other.page.goto("/timeline");
    await other.page.getByLabel("What to post").fill(text);
    await other.page.getByRole("button", { name: "Post", exact: true }).click();
    const pill = page.getByRole("button", { name: "1 new post" });
    await expect(pill).toBeVisible();
    await expect(page.getByRole("link", { name: "Timeline, 1 unread" })).toBeAttached();
    await expect(cardOf(page, text)).toHaveCount(0);
    await pill.click();
    await expect(cardOf(page, text)).toBeVisible();
    await expect(pill).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Timeline, 1 unread" })).toHaveCount(0);

    await other.page.goto(`/post/${mine.id}`);
    await other.page.getByRole("button", { name: "Like", exact: true }).click();
    const card = cardOf(page, mine.body);
    await expect(card.getByRole("button", { name: "Like, 1 like" })).toBeVisible();
    await callAs(other.page, "POST", `/users/${me.id}/follow`);
    await other.page.getByRole("textbox", { name: "Write a reply" }).fill(`hello @${me.account.username}`);
    await other.page
      .getByRole("form", { name: "Write a reply" })
      .getByRole("button", { name: "Reply", exact: true })
      .click();
    await expect(card.getByRole("link", { name: "Reply, 1 reply" })).toBeVisible();

    const bell = page.getByRole("link", { name: /Notifications.*3/ }).first();
    await expect(bell).toBeVisible();
    await bell.click();
    await expect(page.getByText("replied to your post")).toBeVisible();
    await expect(page.getByText("likes your post")).toBeVisible();
    await expect(page.getByText("follows you")).toBeVisible();
    // Seen is read, here and in the badge.
    await expect(page.getByRole("link", { name: /Notifications.*3/ })).toHaveCount(0);
    const { unread } = await callAs<{ unread: number }>(page, "GET", "/v1/notifications/unread");
    expect(unread).toBe(0);

    // A comment that arrives in an open thread, and one that leaves it.
    await page.goto(`/post/${mine.id}`);
    const { id: commentId } = await callAs<{ id: string }>(other.page, "POST", `/posts/${mine.id}/comments`, {
      content: "and one more",
    });
    await expect(page.getByRole("listitem").filter({ hasText: "and one more" })).toBeVisible();
    await callAs(other.page, "DELETE", `/posts/${mine.id}/comments/${commentId}`);
    await expect(page.getByRole("listitem").filter({ hasText: "and one more" })).toHaveCount(0);

    // One's own, on its way while the thread is read again because of another's: from before it, as the answer is.
    let arrive = () => {};
    const held = new Promise<void>((resolve) => (arrive = resolve));
    await page.route("**/replies", async (route) => {
      if (route.request().method() === "POST") await held;
      await route.continue();
    });
    const mineToo = page.getByRole("article").filter({ hasText: "mine at last" });
    await page.getByRole("textbox", { name: "Write a reply" }).fill("mine at last");
    await page
      .getByRole("form", { name: "Write a reply" })
      .getByRole("button", { name: "Reply", exact: true })
      .click();
    await expect(mineToo.getByText("Posting…")).toBeVisible();
    await callAs(other.page, "POST", `/posts/${mine.id}/comments`, { content: "in between" });
    const readAgain = () =>
      page.evaluate(() => ["offline", "online"].forEach((type) => dispatchEvent(new Event(type))));
    // Until its event has arrived, there is nothing to read again.
    await expect
      .poll(async () => {
        await readAgain();
        return page.getByText("in between").count();
      })
      .toBe(1);
    await expect(mineToo).toHaveCount(1);
    arrive();
    await expect(mineToo.getByRole("button", { name: "More about this post" })).toBeVisible();
    await expect(mineToo).toHaveCount(1);
    await expect(page.getByText("in between")).toBeVisible();
    await other.page.context().close();
  },
);

test(
  "one connection for all tabs; the next tab takes over when the first one goes",
  { tag: "@full" },
  async ({ context, browser }) => {
    test.slow();
    const other = await person(await browser.newContext());
    const { page: first } = await person(context);
    await callAs(first, "POST", `/users/${other.id}/follow`);
    let connections = 0;
    context.on("request", (request) => {
      if (isStream(request)) connections++;
    });
    await first.goto("/timeline?feed=home");
    await expect.poll(() => connections).toBe(1);
    const second = await context.newPage();
    await second.goto("/timeline?feed=home");
    await publish(other.page, unique("to both"));
    for (const tab of [first, second])
      await expect(tab.getByRole("button", { name: "1 new post" })).toBeVisible();
    expect(connections).toBe(1);
    await first.close();
    await expect.poll(() => connections).toBe(2);
    await publish(other.page, unique("to the second"));
    await expect(second.getByRole("button", { name: "2 new posts" })).toBeVisible();
    await other.page.context().close();
  },
);
