import { expect, test, type Page } from "../support/test";
import { signUpOnboarded } from "../support/accounts";
import { fillDock, settled } from "../support/dock";
import { notice } from "../support/notices";
import { exampleApp } from "../support/store";

async function open(page: Page, path = "/timeline") {
  await signUpOnboarded(page);
  await page.goto(path);
  await settled(page);
}

/** Shortcuts listen shortly after the page: pressed until they do. */
async function press(page: Page, keys: string, shown: () => Promise<void>) {
  await expect(async () => {
    await page.keyboard.press(keys);
    await shown();
  }).toPass({ timeout: 60_000 });
}

test.describe("by keyboard", () => {
  test(
    "Ctrl+? shows the shortcuts, which can be searched; the focus goes back",
    { tag: "@full" },
    async ({ page }) => {
      await open(page);
      const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
      await press(page, "Control+Shift+?", () => expect(help).toBeVisible({ timeout: 1_000 }));
      await expect(help.getByText("Move dock to top")).toBeVisible();
      await help.getByRole("searchbox").fill("terminal");
      await expect(help.getByText("Toggle Developer Terminal")).toBeVisible();
      await expect(help.getByText("Move dock to top")).toBeHidden();
      await help.getByRole("searchbox").fill("nothing like it");
      await expect(help.getByText("No shortcut matches").last()).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(help).toBeHidden();
    },
  );

  test("Ctrl+1, 2, 3, 4 and 0 go where they say", { tag: "@full" }, async ({ page }) => {
    await open(page, "/notifications");
    const ways = [
      ["Control+Digit1", /\/timeline$/],
      ["Control+Digit2", /\/apps$/],
      ["Control+Digit3", /\/settings$/],
      ["Control+Digit4", /\/add-app$/],
      ["Control+Digit0", /\/apps-list$/],
      ["Alt+Shift+Digit1", /\/timeline$/],
    ] as const;
    for (const [keys, url] of ways)
      await press(page, keys, () => expect(page).toHaveURL(url, { timeout: 4_000 }));
  });

  test(
    "the palette goes anywhere, runs apps, finds people and switches the theme",
    { tag: "@phone-full" },
    async ({ page }) => {
      await open(page);
      await fillDock(page, ["Alpha"]);
      const palette = page.getByRole("dialog", { name: "Command palette" });
      await press(page, "Control+KeyK", () => expect(palette).toBeVisible({ timeout: 1_000 }));
      await expect(palette.getByRole("option", { name: "Alpha Open" })).toBeVisible();
      await expect(palette.getByRole("combobox")).toBeFocused();
      await page.keyboard.type("ren");
      await expect(palette.getByRole("group", { name: "People" }).getByRole("option").first()).toBeVisible();
      await palette.getByRole("combobox").fill("light");
      await page.keyboard.press("Enter");
      await expect(page.locator("html")).toHaveClass(/light/);
      await page.keyboard.press("Control+KeyK");
      await palette.getByRole("combobox").fill("notif");
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(/\/notifications$/);
    },
  );

  test("the Developer Terminal takes commands and keeps a history", { tag: "@full" }, async ({ page }) => {
    await open(page);
    const terminal = page.getByRole("region", { name: "Developer Terminal" });
    await press(page, "Control+Shift+Backquote", () => expect(terminal).toBeVisible({ timeout: 1_000 }));
    const prompt = terminal.getByRole("textbox", { name: "Command" });
    await expect(prompt).toBeFocused();
    await page.keyboard.type("apps");
    await page.keyboard.press("Enter");
    await expect(terminal.getByRole("log")).toContainText("Timeline");
    await page.keyboard.type("nonsense");
    await page.keyboard.press("Enter");
    await expect(terminal.getByRole("log")).toContainText("Unknown command: nonsense.");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await expect(prompt).toHaveValue("apps");
    await page.keyboard.press("Escape");
    await expect(terminal).toBeHidden();
  });

  test("the first Tab offers to skip to the content", async ({ page }) => {
    await open(page);
    await page.keyboard.press("Tab");
    const skip = page.getByRole("link", { name: "Skip to content" });
    await expect(skip).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.locator("#content")).toBeFocused();
  });
});

test(
  "a toast closes after 5 s, waits under the focus, and one is shown at a time",
  { tag: "@full" },
  async ({ page }) => {
    await page.clock.install();
    await open(page);
    await fillDock(page, ["Alpha", "Beta"]);
    const remove = async (name: string) => {
      await page.mouse.move(1420, 450);
      await page
        .getByRole("navigation", { name: "Dock" })
        .getByRole("link", { name, exact: true })
        .click({ button: "right" });
      await page.getByRole("menuitem", { name: "Remove from dock" }).click();
    };
    const shown = (name: string) => notice(page, `${name} was removed from the dock.`);
    await remove("Alpha");
    await expect(shown("Alpha")).toBeVisible();
    await remove("Beta");
    await expect(shown("Beta")).toBeVisible();
    await expect(shown("Alpha")).toBeHidden();
    await shown("Beta").hover();
    const before = page.getByRole("link", { name: /^Notifications/ });
    await before.focus();
    // F8 brings the focus to the notices; while it or the pointer is in one, the clock stands.
    await page.keyboard.press("F8");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Undo" })).toBeFocused();
    await page.mouse.move(600, 300);
    await page.clock.runFor(5_600);
    await expect(shown("Beta")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(shown("Beta")).toBeHidden();
    await expect(before).toBeFocused();
  },
);

test("a toast is swiped away from 50 px on, not before", { tag: "@full" }, async ({ page }) => {
  await page.clock.install();
  await open(page);
  await fillDock(page, ["Alpha"]);
  await page.mouse.move(1420, 450);
  await page
    .getByRole("navigation", { name: "Dock" })
    .getByRole("link", { name: "Alpha" })
    .click({ button: "right" });
  await page.getByRole("menuitem", { name: "Remove from dock" }).click();
  const text = notice(page, "Alpha was removed from the dock.");
  await expect(text).toBeVisible();
  await page.clock.runFor(400);
  const swipe = async (pixels: number) => {
    const box = (await text.boundingBox())!;
    await page.mouse.move(box.x + 10, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + 10 + pixels, box.y + 10, { steps: 4 });
    await page.mouse.up();
  };
  await swipe(49);
  await page.clock.runFor(400);
  await expect(text).toBeVisible();
  await swipe(50);
  await expect(text).toBeHidden();
});

test("says when the connection is gone, and stays where it is", async ({ page, context }) => {
  await open(page);
  const elsewhere = page.locator('.post a[href^="/profile/"]').first();
  await expect(page.locator(".toaster")).toBeAttached();
  await context.setOffline(true);
  await expect(page.getByText("You are offline.")).toBeVisible();
  const needsConnection = notice(page, "This page needs a connection.");
  for (const press of ["first", "second"]) {
    await test.step(`${press} press`, async () => {
      await elsewhere.press("Enter");
      await expect(needsConnection).toBeVisible();
      await expect(page).toHaveURL(/\/timeline$/);
      await page
        .getByRole("region", { name: /^Notices/ })
        .getByRole("button", { name: "Close notice" })
        .click();
      await expect(needsConnection).toBeHidden();
    });
  }
  await context.setOffline(false);
  await expect(page.getByText("You are offline.")).toBeHidden();
  await elsewhere.press("Enter");
  await expect(page).toHaveURL(/\/profile\//);
});

test(
  "stays where it is without a connection that the browser believes to have",
  { tag: "@full" },
  async ({ page }) => {
    await open(page);
    await expect(page.locator(".toaster, [aria-label^=Notices]").first()).toBeAttached();
    await page.route("**/*", (route) => route.abort("connectionfailed"));
    await page.locator('.post a[href^="/profile/"]').first().press("Enter");
    await expect(notice(page, "This page needs a connection.")).toBeVisible();
    await expect(page).toHaveURL(/\/timeline$/);
    await page.unroute("**/*");
    await page.getByRole("link", { name: /^Notifications/ }).press("Enter");
    await expect(page).toHaveURL(/\/notifications$/);
  },
);

test(
  "a progress line shows while a page that was not prefetched loads",
  { tag: "@full" },
  async ({ page }) => {
    await open(page);
    let come = () => {};
    const wait = new Promise<void>((resolve) => (come = resolve));
    await page.route(/\/notifications\?_rsc=/, async (route) => {
      await wait;
      await route.continue();
    });
    const link = page.getByRole("link", { name: /^Notifications/ });
    // What shows it comes shortly after the page.
    await expect(async () => {
      await link.press("Enter");
      await expect(page.locator("html")).toHaveAttribute("data-leaving", "", { timeout: 1_000 });
    }).toPass();
    come();
    await expect(page).toHaveURL(/\/notifications$/);
    await expect(page.locator("html")).not.toHaveAttribute("data-leaving", "");
  },
);

test("the theme is there before the first paint and follows the choice", async ({ page }) => {
  await open(page);
  await expect(page.locator("html")).toHaveClass(/dark/);
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitemradio", { name: "Light" }).click();
  await expect(page.locator("html")).toHaveClass(/light/);
  expect(await page.evaluate(() => localStorage.getItem("gum-ui-theme"))).toBe("light");
  const first = await page.context().newPage();
  await first.addInitScript(() => {
    const seen = new MutationObserver(() => {
      if (document.body && !("gumFirst" in window)) {
        Object.assign(window, { gumFirst: document.documentElement.className });
      }
    });
    seen.observe(document, { childList: true, subtree: true });
  });
  await first.goto("/timeline");
  await expect(first.locator("html")).toHaveClass(/light/);
});

test(
  "a running app runs on while its person is elsewhere, and is as it was left",
  { tag: ["@full", "@phone-full"] },
  async ({ page, context }) => {
    await signUpOnboarded(page);
    const app = await exampleApp(page, "Takt");
    await page.goto(`/apps/${app.id}/run`);
    const shown = page.locator('.app-window[data-front="true"] [data-app-status="running"]');
    await expect(shown).toBeVisible();
    const frame = page.frames().find((each) => each.parentFrame() === page.mainFrame())!;
    await frame.evaluate(() => Object.assign(window, { gumLeftAs: 42 }));
    // The app makes room for what the shell has to say.
    await context.setOffline(true);
    await expect(page.getByText("You are offline.")).toBeVisible();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
    await context.setOffline(false);
    await expect(page.getByText("You are offline.")).toBeHidden();
    await page
      .getByRole("navigation", { name: "Dock" })
      .getByRole("link", { name: "Timeline" })
      .press("Enter");
    await expect(page).toHaveURL(/\/timeline/);
    const away = page.locator('.app-window[data-front="false"]');
    await expect(away).toHaveAttribute("inert", "");
    // What guests may see as well stands in the shell for whoever has one.
    const palette = page.getByRole("dialog", { name: "Command palette" });
    await press(page, "Control+KeyK", () => expect(palette).toBeVisible({ timeout: 1_000 }));
    await palette.getByRole("combobox").fill("playground");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("textbox", { name: /^Text of/ })).toBeVisible();
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Documentation" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "A game in fifteen minutes" })).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Dock" })).toBeVisible();
    await expect(away).toHaveAttribute("inert", "");
    await page.goBack();
    await page.goBack();
    await expect(page).toHaveURL(/\/timeline/);
    await page.goBack();
    await expect(shown).toBeVisible();
    expect(await frame.evaluate(() => (window as unknown as { gumLeftAs: number }).gumLeftAs)).toBe(42);
  },
);

test("a screen that is on its way says so, in its place", { tag: "@full" }, async ({ page }) => {
  await signUpOnboarded(page);
  // The neighbours are prefetched, without their content.
  const ahead = page.waitForResponse(
    (answer) =>
      answer.url().includes("/settings?_rsc=") &&
      answer.request().headers()["next-router-segment-prefetch"] === undefined,
  );
  let come = () => {};
  const wait = new Promise<void>((resolve) => (come = resolve));
  await page.route(/\/settings\?_rsc=/, async (route) => {
    if (!route.request().headers()["next-router-prefetch"]) await wait;
    await route.continue();
  });
  await page.goto("/timeline");
  await ahead;
  const dock = page.getByRole("navigation", { name: "Dock" });
  await dock.getByRole("link", { name: "Settings" }).click();
  await expect(page).toHaveURL(/\/settings$/);
  await expect(page.getByRole("status").getByText("初期化中...", { exact: true })).toBeVisible();
  come();
  await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
});

test(
  "a screen that breaks says so, more from the third time on, and comes back",
  { tag: "@full" },
  async ({ page }) => {
    await signUpOnboarded(page);
    // What no server of ours says: a screen that cannot be drawn.
    await page.route("**/api/v2/auth/sessions", (route) => route.fulfill({ json: { items: [null] } }));
    const document = (await page.goto("/settings"))!;
    const broken = page.getByRole("alert").filter({ hasText: "Oops! Something went wrong" });
    const often = page.getByText(
      "This error keeps occurring. If the problem persists, please contact support.",
    );
    await expect(broken).toBeVisible();
    for (const name of ["Try Again", "Reload Page", "Go Home"])
      await expect(broken.getByRole("button", { name })).toBeVisible();
    await expect(often).toHaveCount(0);
    // What the log of the server has the request under.
    const id = (await document.headerValue("x-request-id"))!;
    await expect(broken.getByText(id, { exact: true })).toBeVisible();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await broken.getByRole("button", { name: "Copy reference" }).click();
    await expect(broken.getByRole("button", { name: "Copied" })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id);
    for (let errors = 1; errors < 3; errors++) {
      await expect
        .poll(() =>
          page.evaluate(() => JSON.parse(sessionStorage.getItem("gum-errors") ?? "[]") as unknown[]),
        )
        .toHaveLength(errors);
      await expect(often).toHaveCount(0);
      await broken.getByRole("button", { name: "Try Again" }).click();
    }
    await expect(often).toBeVisible();
    await page.unroute("**/api/v2/auth/sessions");
    await broken.getByRole("button", { name: "Reload Page" }).click();
    await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
    await expect(broken).toHaveCount(0);
  },
);

test("an app that is on its way says that its runtime is, too", { tag: "@full" }, async ({ page }) => {
  await signUpOnboarded(page);
  const path = `/apps/${(await exampleApp(page, "Takt")).id}/run`;
  await page.goto("/apps?search=Takt");
  const app = page.locator(`a[href="${path}"]`).first();
  let come = () => {};
  const wait = new Promise<void>((resolve) => (come = resolve));
  await page.route(new RegExp(`${path}\\?_rsc=`), async (route) => {
    if (!route.request().headers()["next-router-prefetch"]) await wait;
    await route.continue();
  });
  await app.hover();
  // The parts of the page, then what of it can be prefetched.
  const fetched = (start: string) =>
    performance.getEntriesByType("resource").filter(({ name }) => name.includes(start)).length;
  await expect.poll(() => page.evaluate(fetched, `${path}?_rsc=`)).toBe(2);
  await app.click();
  const status = page.getByRole("status").filter({ hasText: "初期化中..." });
  await expect(status.getByText("WebContainer を読み込んでいます", { exact: true })).toBeVisible();
  come();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await expect(status).toHaveCount(0);
});

test(
  "a list of the settings that cannot be read says so, and is read again",
  { tag: "@full" },
  async ({ page }) => {
    await signUpOnboarded(page);
    await page.route("**/api/v2/auth/sessions", (route) => route.fulfill({ status: 503, json: {} }));
    await page.goto("/settings");
    const failed = page.locator("#security").getByRole("alert");
    await expect(failed).toBeVisible();
    await page.unroute("**/api/v2/auth/sessions");
    await failed.getByRole("button", { name: "Try again" }).click();
    await expect(failed).toHaveCount(0);
    await expect(page.locator("#security").getByText("This device")).toBeVisible();
  },
);
