import { expect, test } from "../support/test";
import { signUpOnboarded } from "../support/accounts";
import { background } from "../support/background";
import { settled } from "../support/dock";
import { notice } from "../support/notices";
import { callAs, cardOf, pictureFile, publish } from "../support/posts";
import type { Post } from "@/lib/posts/contract";
import type { Draft } from "@/lib/posts/draft-contract";

const unique = (text: string) => `${text} ${Math.random().toString(36).slice(2, 10)}`;

test("a thread is written at once and read in order", async ({ page }) => {
  await signUpOnboarded(page);
  await page.goto("/timeline");
  await settled(page);
  const [first, second] = [unique("it begins"), unique("it goes on")];
  await page.getByLabel("What to post").fill(first);
  await page.getByRole("button", { name: "Add another post" }).click();
  const field = page.getByLabel("Post 2 of the thread");
  await expect(field).toBeFocused();
  await field.fill(second);
  await field.press("Control+Enter");
  await cardOf(page, first).getByRole("link", { name: "Show this thread" }).click();
  await expect(page.getByRole("region", { name: "The thread goes on" }).getByText(second)).toBeVisible();
});

test(
  "a thread survives a reload and has its own pictures; what was removed comes back",
  { tag: "@full" },
  async ({ page, browser }) => {
    await signUpOnboarded(page);
    await page.goto("/timeline");
    await settled(page);
    const texts = ["one", "two", "three"].map(unique);
    await page.getByLabel("What to post").fill(texts[0]!);
    const add = page.getByRole("button", { name: "Add another post" });
    for (const [index, text] of texts.slice(1).entries()) {
      await add.click();
      const field = page.getByLabel(`Post ${index + 2} of the thread`);
      await expect(field).toBeFocused();
      // A post without anything has none after it.
      await expect(add).toBeDisabled();
      await field.fill(text);
    }
    await page.getByLabel("Post 2 of the thread").focus();
    await page.locator('input[type="file"]').setInputFiles(pictureFile());
    await expect(page.getByRole("button", { name: "Describe picture 1" })).toBeVisible();
    await page.getByRole("button", { name: "Remove post 2" }).click();
    await expect(page.getByLabel("Post 2 of the thread")).toHaveValue(texts[2]!);
    await expect(notice(page, "Post removed from the thread")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByLabel("Post 2 of the thread")).toHaveValue(texts[1]!);
    const kept = async () => {
      const { items } = await callAs<{ items: Draft[] }>(page, "GET", "/v1/drafts");
      return items.flatMap(({ text, thread }) => [text, ...thread.map((post) => post.text)]);
    };
    await expect.poll(kept).toEqual(texts);

    const { cookies } = await page.context().storageState();
    const other = await (await browser.newContext({ storageState: { cookies, origins: [] } })).newPage();
    await other.goto("/timeline");
    await other.getByRole("button", { name: "Drafts" }).click();
    await expect(other.getByText("Thread of 3 posts")).toBeVisible();
    await other.getByRole("dialog", { name: "Drafts" }).getByRole("button", { name: texts[0]! }).click();
    await expect(other.getByLabel("Post 3 of the thread")).toHaveValue(texts[2]!);

    await page.reload();
    await expect(page.getByLabel("Post 3 of the thread")).toHaveValue(texts[2]!);
    await page.getByRole("button", { name: "Post all" }).click();
    await expect(page.getByLabel("What to post")).toHaveValue("");
    await expect(page.getByLabel("Post 2 of the thread")).toHaveCount(0);
    await cardOf(page, texts[0]!).getByRole("link", { name: "Show this thread" }).click();
    const rest = page.getByRole("region", { name: "The thread goes on" }).getByRole("article");
    await expect(rest).toHaveCount(2);
    await expect(rest.first()).toContainText(texts[1]!);
    await expect(rest.first().getByRole("button", { name: /^Open picture/ })).toBeVisible();
    await expect(page.getByText("No replies yet")).toBeVisible();
    await expect.poll(kept).toEqual([]);
  },
);

test(
  "a thread written offline is sent whole when the connection is back",
  { tag: "@full" },
  async ({ page, context }) => {
    await signUpOnboarded(page);
    await page.goto("/timeline");
    await settled(page);
    const [first, second] = [unique("offline"), unique("still offline")];
    await page.getByLabel("What to post").fill(first);
    await page.getByRole("button", { name: "Add another post" }).click();
    await page.getByLabel("Post 2 of the thread").fill(second);
    await background(page);
    await context.setOffline(true);
    await page.getByRole("button", { name: "Post all" }).click();
    const waiting = page.locator("[data-outgoing]");
    await expect(waiting).toContainText(first);
    await expect(waiting).toContainText(second);
    await context.setOffline(false);
    await expect(cardOf(page, first).getByRole("link", { name: "Show this thread" })).toBeVisible();
  },
);

test(
  "a page stays while the code of the thread that begins on it is loaded",
  { tag: "@full" },
  async ({ page }) => {
    await signUpOnboarded(page);
    const [first, second] = [unique("it begins"), unique("it goes on")];
    const { id } = await publish(page, first);
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    let held = 0;
    await page.route("**/_next/static/chunks/*.js", async (route) => {
      const response = await route.fetch();
      if ((await response.text()).includes('"threadGoesOn"')) {
        held += 1;
        await released;
      }
      await route.fulfill({ response });
    });
    await page.goto(`/post/${id}`);
    const field = page.getByRole("textbox", { name: "Write a reply" });
    await field.fill(second);
    await page
      .getByRole("form", { name: "Write a reply" })
      .getByRole("button", { name: "Reply", exact: true })
      .click();
    await expect.poll(() => held).toBe(1);
    await field.fill("and on");
    await expect(cardOf(page, first)).toBeVisible();
    release();
    await expect(page.getByRole("region", { name: "The thread goes on" }).getByText(second)).toBeVisible();
    await expect(field).toHaveValue("and on");
  },
);

test(
  "what others reply to a later post of a thread is shown below the thread",
  { tag: "@full" },
  async ({ page, browser }) => {
    const author = await (await browser.newContext()).newPage();
    await signUpOnboarded(author);
    const part = { body: unique("later"), media: [] };
    const first = await callAs<Post>(author, "POST", "/v1/posts", { body: unique("first"), thread: [part] });
    const { items } = await callAs<{ items: Post[] }>(author, "GET", `/posts/${first.id}/thread`);
    await signUpOnboarded(page);
    const reply = unique("reply");
    await callAs(page, "POST", `/posts/${items[0]!.id}/replies`, { body: reply });
    await page.goto(`/post/${first.id}`);
    await expect(page.getByRole("region", { name: "The thread goes on" }).getByText(part.body)).toBeVisible();
    await expect(page.getByRole("region", { name: "Replies" }).getByText(reply)).toBeVisible();
  },
);

test(
  "on a phone the buttons of the composer keep their size and do not overlap",
  { tag: "@full" },
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signUpOnboarded(page);
    await page.goto("/timeline");
    await settled(page);
    await page.getByLabel("What to post").fill("x".repeat(100));
    for (const name of ["Add another post", "Drafts"])
      await expect(page.getByRole("button", { name })).toBeVisible();
    const buttons = await page.locator(".composer-bar button").all();
    const boxes = await Promise.all(buttons.map(async (button) => (await button.boundingBox())!));
    expect(boxes.length).toBeGreaterThan(4);
    for (const [index, box] of boxes.entries()) {
      expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(36);
      expect(box.x + box.width).toBeLessThanOrEqual(390);
      for (const other of boxes.slice(index + 1)) {
        const isBeside = box.x + box.width <= other.x || other.x + other.width <= box.x;
        const isAbove = box.y + box.height <= other.y || other.y + other.height <= box.y;
        expect(isBeside || isAbove).toBe(true);
      }
    }
  },
);

test(
  "a half-written reply and quote are drafts that say what they answer",
  { tag: "@full" },
  async ({ page, browser }) => {
    const author = await (await browser.newContext()).newPage();
    await signUpOnboarded(author);
    const said = unique("said");
    const post = await callAs<Post>(author, "POST", "/v1/posts", { body: said });
    await signUpOnboarded(page);
    const [reply, quote] = [unique("my reply"), unique("my quote")];
    await page.goto(`/post/${post.id}`);
    await settled(page);
    await page.getByRole("textbox", { name: "Write a reply" }).fill(reply);
    await expect(page.getByText("Draft saved")).toBeAttached();
    await page
      .getByRole("button", { name: /^Repost or quote/ })
      .first()
      .click();
    await page.getByRole("menuitem", { name: "Quote" }).click();
    const composer = page.getByRole("dialog", { name: "New post" });
    await composer.getByLabel("What to post").fill(quote);
    await page.keyboard.press("Escape");
    await expect(composer).toBeHidden();
    await expect(notice(page, "Kept in your drafts")).toBeVisible();

    await page.goto("/timeline");
    const drafts = page.getByRole("dialog", { name: "Drafts" });
    const openDraft = async (text: string) => {
      await page.getByRole("button", { name: "Drafts" }).click();
      await drafts.getByRole("button", { name: text }).click();
    };
    await page.getByRole("button", { name: "Drafts" }).click();
    await expect(drafts.getByText(`: ${said}`)).toHaveCount(2);
    await drafts.getByRole("button", { name: quote }).click();
    await expect(composer.getByLabel("What to post")).toHaveValue(quote);
    await expect(composer.getByText(said)).toBeVisible();
    await composer.getByRole("button", { name: "Post", exact: true }).click();
    await expect(cardOf(page, quote).getByText(said)).toBeVisible();

    await callAs(author, "DELETE", `/posts/${post.id}`);
    await page.getByRole("button", { name: "Drafts" }).click();
    await expect(drafts.getByText("A reply to a post that is gone")).toBeVisible();
    await page.keyboard.press("Escape");
    await openDraft(reply);
    await expect(page.getByLabel("What to post")).toHaveValue(reply);
  },
);

test("a reply and a quote are posted later", { tag: "@full" }, async ({ page, browser }) => {
  const author = await (await browser.newContext()).newPage();
  await signUpOnboarded(author);
  const post = await callAs<Post>(author, "POST", "/v1/posts", { body: unique("said") });
  await signUpOnboarded(page);
  const [reply, quote] = [unique("my reply"), unique("my quote")];
  const later = async () => {
    await page.getByRole("button", { name: "Post later" }).click();
    await page.getByRole("dialog", { name: "Post later" }).getByRole("button", { name: "Schedule" }).click();
  };
  await page.goto(`/post/${post.id}`);
  await settled(page);
  const field = page.getByRole("textbox", { name: "Write a reply" });
  await field.fill(reply);
  await later();
  await expect(notice(page, /^Scheduled for/)).toBeVisible();
  await expect(field).toHaveValue("");
  await expect(field).toBeFocused();
  await page
    .getByRole("button", { name: /^Repost or quote/ })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Quote" }).click();
  const composer = page.getByRole("dialog", { name: "New post" });
  await composer.getByLabel("What to post").fill(quote);
  await later();
  await expect(composer).toBeHidden();

  const kept = async () => {
    const { items } = await callAs<{ items: Draft[] }>(page, "GET", "/v1/drafts");
    return items.map(({ text, about, scheduledAt }) => [text, about?.type, scheduledAt !== null]);
  };
  await expect.poll(kept).toEqual(
    expect.arrayContaining([
      [reply, "reply", true],
      [quote, "quote", true],
    ]),
  );
  await page.goto("/timeline");
  await page.getByRole("button", { name: "Drafts" }).click();
  const drafts = page.getByRole("dialog", { name: "Drafts" });
  await drafts
    .getByRole("listitem")
    .filter({ hasText: reply })
    .getByRole("button", { name: "Post now" })
    .click();
  await expect(notice(page, "Posted")).toBeVisible();
  await page.goto(`/post/${post.id}`);
  await expect(page.getByRole("region", { name: "Replies" }).getByText(reply)).toBeVisible();

  // A reply to a post that is deleted while it is written.
  await field.fill(unique("too late"));
  await page.getByRole("button", { name: "Post later" }).click();
  const dialog = page.getByRole("dialog", { name: "Post later" });
  await callAs(author, "DELETE", `/posts/${post.id}`);
  await dialog.getByRole("button", { name: "Schedule" }).click();
  await expect(
    dialog.getByRole("alert").getByText("The post that you reply to is not there any more."),
  ).toBeVisible();
  await expect(dialog.getByLabel("Date and time")).not.toHaveAttribute("aria-invalid", "true");
});

test(
  "the card of a link is seen while it is written, and left away if it is not wanted",
  { tag: "@full" },
  async ({ page }) => {
    await signUpOnboarded(page);
    // Outside: the linked page.
    await page.route("**/api/v1/links/card?*", (route) =>
      route.fulfill({
        json: {
          card: { url: "https://example.com/", title: "A page", description: "About it", image: null },
        },
      }),
    );
    await page.goto("/timeline");
    await settled(page);
    const text = unique("see https://example.com/ now");
    await page.getByLabel("What to post").fill(text);
    await expect(page.getByRole("link", { name: "A page" })).toBeVisible();
    await page.getByRole("button", { name: "Post without the preview" }).click();
    await expect(page.getByRole("link", { name: "A page" })).toBeHidden();
    await expect(page.getByRole("button", { name: "Link preview" })).toHaveAttribute("aria-pressed", "false");
    const sent = page.waitForRequest((request) => request.url().endsWith("/api/v1/posts"));
    await page.getByRole("button", { name: "Post", exact: true }).click();
    expect((await sent).postDataJSON()).toMatchObject({ body: text, preview: false });
  },
);
