import { expect, test } from "../support/test";
import { signUpOnboarded } from "../support/accounts";
import { callAs, cardOf, handOver, pictureFile, publish, writePost } from "../support/posts";
import { settled } from "../support/dock";
import { takesKeys } from "../support/keys";
import { holdCode, holdLateCode } from "../support/late-code";
import { exampleApp } from "../support/store";
import type { App } from "@/lib/apps/contract";

const unique = (text: string) => `${text} ${Math.random().toString(36).slice(2, 10)}`;

test(
  "a post is at the top at once, and still there after a reload; like and comment",
  { tag: "@phone" },
  async ({ page }) => {
    await signUpOnboarded(page);
    await page.goto("/timeline");
    const text = unique("こんにちは world");
    await writePost(page, text);
    await expect(page.locator("article").first()).toContainText(text);
    await expect(cardOf(page, text)).toBeVisible();
    await expect(page.getByLabel("What to post")).toHaveValue("");
    await page.reload();
    await expect(cardOf(page, text)).toBeVisible();

    const like = cardOf(page, text).getByRole("button", { name: "Like" });
    await like.click();
    await expect(like).toHaveAttribute("aria-pressed", "true");
    await expect(like).toHaveText("1");

    await cardOf(page, text).getByRole("link", { name: "Reply" }).click();
    await expect(page).toHaveURL(/\/post\//);
    await page.getByRole("textbox", { name: "Write a reply" }).fill("とてもいい");
    await page
      .getByRole("form", { name: "Write a reply" })
      .getByRole("button", { name: "Reply", exact: true })
      .click();
    await expect(cardOf(page, "とてもいい")).toBeVisible();
    await page.reload();
    await expect(cardOf(page, "とてもいい")).toBeVisible();
    await expect(page.getByRole("button", { name: "Like, 1 like" })).toHaveAttribute("aria-pressed", "true");
  },
);

test(
  "options that come late do not move the button Post",
  { tag: ["@full", "@phone-full"] },
  async ({ page }) => {
    await signUpOnboarded(page);
    const code = await holdLateCode(page);
    await page.goto("/timeline");
    const text = unique("pressed at once");
    await page.getByLabel("What to post").fill(text);
    const post = page.getByRole("button", { name: "Post", exact: true });
    const before = await post.boundingBox();
    code.come();
    await expect(page.getByLabel("Who may reply")).toBeVisible();
    await expect(page.getByRole("button", { name: "Post later" })).toBeVisible();
    expect(await post.boundingBox()).toEqual(before);
    await post.click();
    await expect(page.locator("article").first()).toContainText(text);
  },
);

test(
  "pictures are chosen, pasted and dropped, described, sent and opened large",
  { tag: "@phone-full" },
  async ({ page }) => {
    await signUpOnboarded(page);
    await page.goto("/timeline");
    await page.locator('input[type="file"]').setInputFiles(pictureFile("a.png"));
    const field = page.getByLabel("What to post");
    await handOver(field, "paste");
    await handOver(field, "drop");
    await page.getByRole("button", { name: "Describe picture 1" }).click();
    await page.getByLabel("Description").fill("A blue field");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("button", { name: "Change the description of picture 1" })).toBeVisible();
    // More than four are too many, and what is no picture is none.
    await page.locator('input[type="file"]').setInputFiles([pictureFile("c.png"), pictureFile("d.png")]);
    await expect(page.getByText("A post can have 4 pictures.")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Remove picture/ })).toHaveCount(4);
    await page.getByRole("button", { name: "Remove picture 4" }).click();
    const text = unique("three pictures");
    await writePost(page, text);
    const card = cardOf(page, text);
    await card.getByRole("button", { name: "Open picture: A blue field" }).click();
    const box = page.getByRole("dialog", { name: "Pictures" });
    await expect(box.getByText("1 of 3")).toBeVisible();
    await takesKeys(box);
    await page.keyboard.press("ArrowRight");
    await expect(box.getByText("2 of 3")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(box).toBeHidden();
  },
);

test("what is written survives a reload, what failed is kept and sent again", async ({ page }) => {
  await signUpOnboarded(page);
  await page.goto("/timeline");
  const text = unique("a draft");
  await page.getByLabel("What to post").fill(text);
  await page.locator('input[type="file"]').setInputFiles(pictureFile());
  await expect(page.getByRole("button", { name: "Describe picture 1" })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("What to post")).toHaveValue(text);
  await expect(page.getByRole("button", { name: "Describe picture 1" })).toBeVisible();

  // Not for the moment: that would be tried again by itself, perhaps right before the button is pressed.
  await page.route("**/api/v1/posts", (route) =>
    route.fulfill({ status: 500, json: { code: "internal", message: "" } }),
  );
  await page.getByRole("button", { name: "Post", exact: true }).click();
  const waiting = page.locator("article[data-outgoing]");
  await expect(waiting.getByText("Post failed")).toBeVisible();
  await page.unroute("**/api/v1/posts");
  await waiting.getByRole("button", { name: "Try again" }).click();
  await expect(waiting).toHaveCount(0);
  await expect(cardOf(page, text)).toHaveCount(1);
});

test("what is typed before hydration is not lost", async ({ page }) => {
  await signUpOnboarded(page);
  const code = await holdCode(page);
  await page.goto("/timeline", { waitUntil: "commit" });
  const text = unique("early");
  await page.getByLabel("What to post").fill(text);
  code.come();
  await settled(page);
  await expect(page.getByLabel("What to post")).toHaveValue(text);
  await page.getByRole("button", { name: "Post", exact: true }).click();
  await expect(cardOf(page, text)).toBeVisible();
});

test("Ctrl+Enter sends; links, mentions and hashtags are found, markup stays text", async ({ page }) => {
  const { username } = await signUpOnboarded(page);
  await page.goto("/timeline");
  const text = unique(`<b>hi</b> @${username} #落書き帳 https://example.com/a`);
  await page.getByLabel("What to post").fill(text);
  await page.keyboard.press("Control+Enter");
  const card = cardOf(page, "<b>hi</b>").filter({ hasText: text.slice(-8) });
  await expect(card.getByRole("link", { name: `@${username}` }).last()).toHaveAttribute(
    "href",
    `/profile/${username}`,
  );
  await expect(card.getByRole("link", { name: "#落書き帳" })).toHaveAttribute(
    "href",
    /\/search\?type=posts&q=%23/,
  );
  const link = card.getByRole("link", { name: "example.com/a" });
  await expect(link).toHaveAttribute("rel", /noopener.*nofollow/);
});

test("one's own post is deleted, with an undo", async ({ page }) => {
  await signUpOnboarded(page);
  const text = unique("not for long");
  const post = await publish(page, text);
  await page.goto("/timeline?feed=home");
  const remove = async () => {
    await cardOf(page, text).getByRole("button", { name: "More about this post" }).click();
    await page.getByRole("menuitem", { name: "Delete post" }).click();
    await expect(cardOf(page, text)).toHaveCount(0);
  };
  await remove();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(cardOf(page, text)).toBeVisible();
  await remove();
  await expect
    .poll(async () => (await page.request.get(`/api/posts/${post.id}`)).status(), { timeout: 60_000 })
    .toBe(404);
});

test(
  "a post's menu opens and closes by mouse and keys, and gives the focus back",
  { tag: "@full" },
  async ({ page }) => {
    await signUpOnboarded(page);
    const text = unique("with a menu");
    await publish(page, text);
    await page.goto("/timeline?feed=home");
    const button = cardOf(page, text).getByRole("button", { name: "More about this post" });
    const menu = page.getByRole("menu");
    await button.click();
    await expect(menu).toBeVisible();
    await expect(button).toHaveAttribute("aria-expanded", "true");
    await button.click();
    await expect(menu).toHaveCount(0);
    await expect(button).toHaveAttribute("aria-expanded", "false");
    for (const key of ["Enter", "ArrowDown"]) {
      await button.focus();
      await page.keyboard.press(key);
      await expect(menu.getByRole("menuitem").first()).toBeFocused();
      await page.keyboard.press("ArrowDown");
      await expect(menu.getByRole("menuitem").nth(1)).toBeFocused();
      await page.keyboard.press("Escape");
      await expect(button).toBeFocused();
    }
    await button.click();
    await page.getByLabel("What to post").click();
    await expect(menu).toHaveCount(0);
    await expect(page.getByLabel("What to post")).toBeFocused();

    // It goes with its post.
    await cardOf(page, text).getByRole("link", { name: "Reply" }).click();
    await page.waitForURL("**/post/**");
    await page.getByRole("button", { name: "More about this post" }).click();
    await expect(menu).toBeVisible();
    await page.goBack();
    await page.waitForURL("**/timeline**");
    await expect(menu).toHaveCount(0);
  },
);

test(
  "pages of twenty come as one scrolls, few are on the page, and going back restores the scroll position",
  { tag: ["@full", "@phone-full"] },
  async ({ page }) => {
    test.slow();
    const { username } = await signUpOnboarded(page);
    // Otherwise they would push what others post meanwhile off the first page of Everyone.
    await callAs(page, "PATCH", "/v2/users/me/preferences", { isPrivate: true });
    const tag = unique("scroll").replace(/ /g, "");
    for (let i = 0; i < 45; i++) await publish(page, `${tag} ${i}`);
    await page.goto("/timeline?feed=home");
    await expect(cardOf(page, `${tag} 44`)).toBeVisible();
    await expect(async () => {
      await page.evaluate(() => window.scrollBy(0, 1_500));
      await expect(page.getByText(`${tag} 0`, { exact: true })).toBeVisible({ timeout: 500 });
    }).toPass({ timeout: 60_000 });
    expect(await page.locator("article[data-post]").count()).toBeLessThan(40);
    // Drawn is not yet in sight: what is clicked is scrolled to, and that is the place that is left.
    await page.getByText(`${tag} 0`, { exact: true }).scrollIntoViewIfNeeded();
    // What came into sight is measured and moves the rest a little: where it stands still is the place.
    const before = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let last = -1;
          const look = () => {
            if (window.scrollY === last) return resolve(last);
            last = window.scrollY;
            requestAnimationFrame(() => requestAnimationFrame(look));
          };
          look();
        }),
    );
    await page.getByText(`${tag} 0`, { exact: true }).click();
    await expect(page).toHaveURL(/\/post\//);
    // Back comes from a page that is there: the address changes before.
    await expect(page.getByRole("heading", { level: 1, name: /^Post by/ })).toBeAttached();
    await page.goBack();
    await expect(page.getByText(`${tag} 0`, { exact: true })).toBeVisible();
    const keptPlace = () =>
      expect
        .poll(async () => Math.abs((await page.evaluate(() => window.scrollY)) - before))
        .toBeLessThan(300);
    await keptPlace();
    // From a profile too.
    await page
      .getByRole("article")
      .filter({ has: page.getByText(`${tag} 3`, { exact: true }) })
      .getByRole("link", { name: username, exact: true })
      .click();
    await expect(page).toHaveURL(/\/profile\//);
    await expect(page.getByRole("heading", { level: 1, name: username })).toBeAttached();
    await page.goBack();
    await expect(page.getByText(`${tag} 0`, { exact: true })).toBeVisible();
    await keptPlace();
  },
);

test(
  "who follows nobody begins with everyone; the tabs are two feeds",
  { tag: "@phone-full" },
  async ({ page, browser }) => {
    const other = await browser.newPage();
    await signUpOnboarded(other);
    const text = unique("from a stranger");
    await publish(other, text);
    await signUpOnboarded(page);
    await page.goto("/timeline");
    await expect(page.getByRole("tab", { name: "Everyone" })).toHaveAttribute("aria-selected", "true");
    await expect(cardOf(page, text)).toBeVisible();
    await page.getByRole("tab", { name: "Home" }).click();
    await expect(page.getByRole("heading", { name: "Quiet here" })).toBeVisible();
    await other.close();
  },
);

const wordOf = ({ category }: App) => (category === "games" ? "Play" : "Open");

test("an app in a post runs in place, one at a time", { tag: "@phone-full" }, async ({ page }) => {
  test.slow();
  await signUpOnboarded(page);
  const [first, second] = [await exampleApp(page, "Takt"), await exampleApp(page, "Headcount")];
  for (const app of [first, second]) {
    await publish(page, unique("play this"), { appRef: { appId: app.id, version: app.version } });
  }
  await page.goto("/timeline?feed=home");
  await page.getByRole("button", { name: `${wordOf(first)} ${first.name}` }).click();
  const frames = page.locator("iframe");
  await expect(page.locator('[data-app-status="running"]')).toHaveCount(1);
  await page.getByRole("button", { name: `${wordOf(second)} ${second.name}` }).click();
  await expect(page.getByRole("button", { name: `${wordOf(first)} ${first.name}` })).toBeVisible();
  await expect(page.locator('[data-app-status="running"]')).toHaveCount(1);
  await page.getByRole("button", { name: `Close ${second.name}` }).click();
  await expect(page.locator("[data-app-status]")).toHaveCount(0);
  await expect(frames.locator("visible=true")).toHaveCount(0);
});

test(
  "an app is attached from one's list, or by its page's link, and goes with the post",
  { tag: ["@full", "@phone-full"] },
  async ({ page }) => {
    await signUpOnboarded(page);
    const [first, second] = [await exampleApp(page, "Takt"), await exampleApp(page, "Headcount")];
    await callAs(page, "PUT", `/apps/${first.id}/install`);
    await page.goto("/timeline");
    const composer = page.getByRole("form", { name: "New post" });
    await page.getByRole("button", { name: "Attach an app" }).click();
    await page.getByRole("dialog").getByRole("button", { name: first.name }).click();
    await expect(composer.getByText(first.name)).toBeVisible();
    await page.getByRole("button", { name: `Remove ${first.name}` }).click();

    await page.goto(`/timeline?app=${second.id}`);
    await expect(composer.getByText(second.name, { exact: true })).toBeVisible();
    await expect(page.getByLabel("What to post")).toBeFocused();
    await expect(page).toHaveURL(/\/timeline$/);
    const text = unique("try this one");
    await writePost(page, text);
    await expect(
      cardOf(page, text).getByRole("button", { name: `${wordOf(second)} ${second.name}` }),
    ).toBeVisible();
    await expect(composer.getByText(second.name, { exact: true })).toHaveCount(0);
  },
);

test(
  "a thread: twenty at a time, a reply deleted with an undo, what is refused is there to be sent again",
  { tag: ["@full", "@phone-full"] },
  async ({ page, browser }) => {
    test.slow();
    const author = await (await browser.newContext()).newPage();
    await signUpOnboarded(author);
    await signUpOnboarded(page);
    const post = await publish(author, unique("much talked about"));
    for (let i = 1; i <= 21; i++)
      await callAs(page, "POST", `/posts/${post.id}/comments`, { content: `word ${i}` });
    await page.goto(`/post/${post.id}`);
    const comment = (text: string) => page.getByRole("listitem").filter({ hasText: text });
    await expect(comment("word")).toHaveCount(20);
    await page.getByRole("button", { name: "Show more replies" }).click();
    await expect(comment("word 21")).toBeVisible();

    const deleteLast = async () => {
      await comment("word 21").getByRole("button", { name: "More about this post" }).click();
      await page.getByRole("menuitem", { name: "Delete post" }).click();
    };
    await deleteLast();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(comment("word 21")).toBeVisible();
    await deleteLast();
    await expect(comment("word 21")).toHaveCount(0);

    await page.route("**/api/v1/reactions", (route) =>
      route.fulfill({ status: 500, json: { code: "internal", message: "" } }),
    );
    const like = page.locator(`[data-post="${post.id}"]`).getByRole("button", { name: "Like", exact: true });
    await like.click();
    await expect(page.getByText("An unexpected error occurred. Please try again.")).toBeVisible();
    await expect(like).toHaveAttribute("aria-pressed", "false");
    await page.route("**/replies", (route) =>
      route.request().method() === "POST"
        ? route.fulfill({ status: 500, json: { code: "internal", message: "" } })
        : route.continue(),
    );
    await page.getByRole("textbox", { name: "Write a reply" }).fill("not lost");
    await page
      .getByRole("form", { name: "Write a reply" })
      .getByRole("button", { name: "Reply", exact: true })
      .click();
    const refused = page.getByRole("listitem").filter({ hasText: "not lost" });
    await expect(refused.getByRole("alert")).toContainText("Post failed");
    await page.unroute("**/replies");
    await refused.getByRole("button", { name: "Try again" }).click();
    await expect(refused.getByRole("button", { name: "Like" })).toBeVisible();
    const field = page.getByRole("textbox", { name: "Write a reply" });
    await field.fill("half a thought");
    await expect(page.getByText("Draft saved")).toBeAttached();
    await page.getByRole("main").locator("a[href^='/profile/']").first().click();
    await expect(page).toHaveURL(/\/profile\//);
    const { items } = await callAs<{ items: { text: string }[] }>(page, "GET", "/v1/drafts");
    expect(items.map(({ text }) => text)).toEqual(["half a thought"]);
  },
);

test("an unknown path shows the timeline", { tag: "@full" }, async ({ page }) => {
  await signUpOnboarded(page);
  await page.goto("/no/such/place");
  await expect(page.getByLabel("What to post")).toBeVisible();
});
