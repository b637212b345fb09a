import { expect, test, type Browser, type BrowserContext, type Page } from "../support/test";
import { signUpOnboarded } from "../support/accounts";
import { callDock, dockedApp } from "../support/dock";
import { background } from "../support/background";
import { callAs, cardOf, publish } from "../support/posts";
import { notice } from "../support/notices";
import { appName, countingApp, uploadByApi } from "../support/store";
import type { Post } from "@/lib/posts/contract";

const unique = (text: string) => `${text} ${Math.random().toString(36).slice(2, 10)}`;
const WRITES = /\/api\/(v1\/(posts|reactions)|posts\/|users\/|apps\/)/;

async function author(browser: Browser) {
  const page = await (await browser.newContext()).newPage();
  const { username } = await signUpOnboarded(page);
  const { id } = await callAs<{ id: string }>(page, "GET", "/v2/users/me");
  return { page, username, id, post: await publish(page, unique("worth a like")) };
}

/** The changes that the server answered, in their order. */
function sentBy(context: BrowserContext): string[] {
  const sent: string[] = [];
  context.on("response", (answer) => {
    const { method, path } = { method: answer.request().method(), path: new URL(answer.url()).pathname };
    if (method !== "GET" && WRITES.test(path)) sent.push(`${method} ${path.split("/").at(-1)}`);
  });
  return sent;
}

/**
 * Pages can be loaded, but no write reaches the API until the returned function is called. The route stays: a request that is
 * on its way while it is removed would go on unseen.
 */
async function withoutApi(context: BrowserContext): Promise<() => void> {
  let isReachable = false;
  await context.route(WRITES, (route) =>
    isReachable || route.request().method() === "GET" ? route.continue() : route.abort(),
  );
  return () => void (isReachable = true);
}

const like = (page: Page) => page.getByRole("button", { name: /^Like/ });
/** On the person's profile: the column beside it suggests people, too. */
const follow = (page: Page) =>
  page.locator(".timeline-page").getByRole("button", { name: /^Follow |press to stop/ });
const comment = async (page: Page, text: string) => {
  await page.getByRole("textbox", { name: "Write a reply" }).fill(text);
  await page
    .getByRole("form", { name: "Write a reply" })
    .getByRole("button", { name: "Reply", exact: true })
    .click();
};
const open = async (page: Page, path: string) => {
  await page.goto(path);
  await background(page);
};

test(
  "what was done offline shows at once, survives a reload and arrives once, in order",
  { tag: "@phone" },
  async ({ page, context, browser }) => {
    test.slow();
    const other = await author(browser);
    const second = await publish(other.page, unique("liked by mistake"));
    await signUpOnboarded(page);
    const profile = await context.newPage();
    await open(page, `/post/${other.post.id}`);
    await open(profile, `/profile/${other.username}`);
    const sent = sentBy(context);
    await context.setOffline(true);

    await like(page).click();
    await expect(page.getByRole("button", { name: "Like, 1 like" })).toHaveAttribute("aria-pressed", "true");
    await follow(profile).click();
    await expect(profile.getByRole("button", { name: "1 follower" })).toBeVisible();
    await comment(page, "from the train");
    const waiting = page.getByRole("listitem").filter({ hasText: "from the train" });
    await expect(waiting.getByText("Waiting to be sent")).toBeVisible();
    await comment(page, "better not");
    const regretted = page.getByRole("listitem").filter({ hasText: "better not" });
    await regretted.getByRole("button", { name: "Discard" }).click();
    await expect(regretted).toHaveCount(0);
    // The other tab shows the same, and what is undone there leaves nothing to send.
    const card = cardOf(profile, second.body).getByRole("button", { name: /^Like/ });
    await card.click();
    await expect(card).toHaveAttribute("aria-pressed", "true");
    await card.click();
    await expect(card).toHaveAttribute("aria-pressed", "false");
    await expect(
      cardOf(profile, other.post.body).getByRole("button", { name: "Like, 1 like" }),
    ).toHaveAttribute("aria-pressed", "true");

    const reach = await withoutApi(context);
    await context.setOffline(false);
    for (const tab of [page, profile]) await tab.reload();
    await expect(page.getByRole("button", { name: "Like, 1 like" })).toHaveAttribute("aria-pressed", "true");
    await expect(waiting.getByText("Waiting to be sent")).toBeVisible();
    await expect(follow(profile)).toHaveAttribute("aria-pressed", "true");
    expect(sent).toEqual([]);

    await context.setOffline(true);
    reach();
    await context.setOffline(false);
    await expect(waiting.getByRole("button", { name: "More about this post" })).toBeVisible();
    await expect.poll(() => sent).toEqual(["POST reactions", "POST follow", "POST replies"]);
    for (const tab of [page, profile]) await tab.reload();
    await expect(page.getByRole("button", { name: "Like, 1 like" })).toHaveAttribute("aria-pressed", "true");
    await expect(profile.getByRole("button", { name: "1 follower" })).toBeVisible();
    await expect(waiting).toHaveCount(1);
    const { counts } = await callAs<Post>(other.page, "GET", `/posts/${other.post.id}`);
    expect(counts).toEqual({ likes: 1, comments: 1, reposts: 0, quotes: 0 });
    expect(sent).toHaveLength(3);
    await other.page.context().close();
  },
);

test(
  "apps installed and removed offline stay so after a reload; the last wish arrives once",
  { tag: "@full" },
  async ({ page, context, browser }) => {
    test.slow();
    const maker = await (await browser.newContext()).newPage();
    await signUpOnboarded(maker);
    const first = await uploadByApi(maker, countingApp({ name: appName("First") }), { published: true });
    const second = await uploadByApi(maker, countingApp({ name: appName("Second") }), { published: true });
    await signUpOnboarded(page);
    await callAs(page, "PUT", `/apps/${second.id}/install`);
    await open(page, `/apps/${first.id}`);
    const list = await context.newPage();
    await open(list, "/apps-list");
    const sent = sentBy(context);
    const add = page.getByRole("button", { name: "Add to dock" });
    const added = page.getByRole("button", { name: "In the dock" });
    await context.setOffline(true);
    await add.click();
    await added.click();
    await add.click();
    await callDock(page);
    await dockedApp(page, second.name).click({ button: "right" });
    await page.getByRole("menuitem", { name: "Remove" }).click();
    const shown = async () => {
      await expect(added).toBeVisible();
      await expect(dockedApp(page, first.name)).toBeAttached();
      await expect(dockedApp(page, second.name)).toHaveCount(0);
      await expect(list.getByRole("listitem").filter({ hasText: second.name })).toHaveCount(0);
    };
    const listed = list.getByRole("main").getByRole("listitem").filter({ hasText: first.name });
    await shown();
    await expect(listed).toContainText("Waiting to be sent");
    await listed.getByRole("button", { name: `Remove ${first.name}` }).click();
    await expect(listed).toHaveCount(0);
    await expect(add).toBeVisible();
    await add.click();

    const reach = await withoutApi(context);
    await context.setOffline(false);
    for (const tab of [page, list]) await tab.reload();
    await shown();
    await expect(listed).toContainText("Waiting to be sent");
    expect(sent).toEqual([]);

    await context.setOffline(true);
    reach();
    await context.setOffline(false);
    const installed = async () =>
      (await callAs<{ items: { id: string }[] }>(page, "GET", "/users/me/apps")).items.map(({ id }) => id);
    await expect.poll(installed).toEqual([first.id]);
    await expect(listed).toContainText("Added");
    await page.reload();
    await shown();
    expect(sent).toEqual(["DELETE install", "PUT install"]);

    // The tab that sends tells what was refused.
    await list.close();
    await open(page, `/apps/${second.id}`);
    await context.setOffline(true);
    await add.click();
    await expect(dockedApp(page, second.name)).toBeAttached();
    await callAs(maker, "DELETE", `/apps/${second.id}`);
    await context.setOffline(false);
    await expect(notice(page, "The app was not added to your dock")).toHaveCount(1);
    await expect(dockedApp(page, second.name)).toHaveCount(0);
    await expect(add).toBeVisible();
    await maker.context().close();
  },
);

test(
  "what the server refuses is told once and goes; another account sends nothing of it",
  { tag: "@full" },
  async ({ page, context, browser }) => {
    test.slow();
    const other = await author(browser);
    await signUpOnboarded(page);
    await open(page, `/post/${other.post.id}`);
    const sent = sentBy(context);
    await context.setOffline(true);
    await like(page).click();
    await comment(page, "to nobody");
    await callAs(other.page, "DELETE", `/posts/${other.post.id}`);
    await context.setOffline(false);
    await expect(notice(page, "Your like was not saved")).toHaveCount(1);
    const refused = page.getByRole("listitem").filter({ hasText: "to nobody" });
    await expect(refused.getByRole("alert")).toContainText("Post failed");
    await expect(page.getByText("Waiting to be sent")).toHaveCount(0);
    await expect.poll(() => sent).toEqual(["POST reactions", "POST replies"]);
    await refused.getByRole("button", { name: "Discard" }).click();
    await expect(refused).toHaveCount(0);

    // Left by one person, not sent by the next one at this browser.
    const later = await publish(other.page, unique("for one person"));
    await open(page, `/post/${later.id}`);
    await context.setOffline(true);
    await like(page).click();
    await expect(page.getByRole("button", { name: "Like, 1 like" })).toHaveAttribute("aria-pressed", "true");
    // A page that closes is no longer offline: without cookies it cannot send as the first person either.
    await context.clearCookies();
    await page.close();
    await context.setOffline(false);
    const next = await context.newPage();
    await next.goto("/login");
    await next.evaluate(() => localStorage.clear());
    await signUpOnboarded(next);
    await open(next, `/post/${later.id}`);
    await expect(like(next)).toHaveAttribute("aria-pressed", "false");
    const { counts } = await callAs<Post>(other.page, "GET", `/posts/${later.id}`);
    expect(counts.likes).toBe(0);
    await other.page.context().close();
  },
);

test(
  "what the server has taken without the browser hearing of it stands there once after a reload",
  { tag: "@full" },
  async ({ page }) => {
    await signUpOnboarded(page);
    const { id } = await publish(page, unique("talked about"));
    let taken: (path: string) => void = () => {};
    const next = () => new Promise<string>((resolve) => (taken = resolve));
    const writes = /\/api\/(v1\/posts|posts\/[^/]+\/replies)$/;
    await page.route(writes, async (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      const answer = await route.fetch();
      expect(answer.ok()).toBe(true);
      taken(new URL(route.request().url()).pathname);
    });

    const said = unique("a comment");
    await page.goto(`/post/${id}`);
    const commentTaken = next();
    await comment(page, said);
    await commentTaken;
    const again = next();
    await page.reload();
    await expect(page.getByRole("article").filter({ hasText: said })).toBeVisible();
    // It is sent again, with the same key.
    await again;
    await expect(page.getByRole("article").filter({ hasText: said })).toHaveCount(1);
    await page.unroute(writes);
  },
);
