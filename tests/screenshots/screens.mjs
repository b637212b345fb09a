/** The sizes, themes and languages in which every screen is looked at. */
export const SIZES = [
  {
    name: "phone",
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  },
  { name: "tablet", viewport: { width: 820, height: 1180 }, deviceScaleFactor: 1, hasTouch: true },
  { name: "desktop", viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 },
];
export const THEMES = ["light", "dark"];
export const LANGUAGES = ["en", "ja"];

const UNKNOWN_SHARE = "AAAAAAAAAAAAAAAAAAAAAA";
const UNKNOWN_ID = "01900000-0000-7000-8000-000000000000";

/** Does something to a page that may not answer yet, again until its effect is there. */
async function until(page, effect, act, what) {
  let fault;
  for (let attempt = 0; attempt < 12; attempt++) {
    // What comes late may cover what was pressed.
    await act().catch((error) => (fault = error));
    const came = page.locator(effect).first().waitFor({ timeout: 5_000 });
    const isThere = await came.then(
      () => true,
      () => false,
    );
    if (isThere) return;
  }
  throw new Error(`${what} did not bring ${effect}`, { cause: fault });
}

/** Presses something until its effect is there. */
const press = (page, selector, effect, options = {}) =>
  until(
    page,
    effect,
    () =>
      page
        .locator(selector)
        .first()
        .click({ timeout: 10_000, ...options }),
    selector,
  );

/** Keys of the shell, pressed until its window is there. */
const keys = (page, chord, effect) => until(page, effect, () => page.keyboard.press(chord), chord);

const menu = "[role=menu]";
const dialog = "[role=dialog], [role=alertdialog]";

/**
 * Every screen and state. `as`: `guest`, `demo` (the demo account), `newcomer` (signed up a moment ago), `fresh`
 * (through onboarding, with nothing yet) or `keeper` (the admin). `{app}` is an app of the store, `{share}` its share link, `{post}` a post,
 * `{person}` somebody else. `act` brings the state about; `settle` is extra time in ms for what moves; `sizes` names
 * the only ones in which the state exists.
 */
export const SCREENS = [
  { name: "login", path: "/login", as: "guest" },
  {
    name: "login-refused",
    path: "/login",
    as: "guest",
    act: async (page) => {
      await page.locator("[name=email]").fill("nobody@gum.test");
      await page.locator("[name=password]").fill("not the password");
      await press(page, "form [type=submit]", "form [role=alert]");
    },
  },
  { name: "signup", path: "/signup", as: "guest" },
  { name: "recover", path: "/auth/recover", as: "guest" },
  { name: "reset", path: "/auth/reset", as: "guest" },
  { name: "verify", path: "/auth/verify", as: "guest" },
  { name: "unsubscribe", path: "/auth/unsubscribe#token=none", as: "guest" },
  { name: "callback", path: "/auth/callback?error=access_denied&error_code=otp_expired", as: "guest" },
  { name: "outbox", path: "/outbox", as: "guest" },
  { name: "share", path: "/app/share/{share}", as: "guest", settle: 1_500 },
  { name: "share-gone", path: `/app/share/${UNKNOWN_SHARE}`, as: "guest" },
  { name: "playground", path: "/playground", as: "guest", settle: 2_500 },
  {
    name: "playground-people",
    path: "/playground?template=poll",
    as: "guest",
    settle: 2_500,
    // Phones show one pane at a time.
    act: async (page) => {
      const preview = page.getByRole("radio", { name: /^(Preview|プレビュー)$/ });
      if (await preview.isVisible()) await preview.check();
      await page.locator("iframe.gum-app-frame").last().contentFrame().getByRole("button").first().click();
    },
  },
  { name: "about", path: "/about", as: "guest" },
  { name: "rules", path: "/rules", as: "guest" },
  { name: "terms", path: "/terms", as: "guest" },
  { name: "privacy", path: "/privacy", as: "guest" },
  { name: "docs", path: "/docs/package-format", as: "guest" },
  { name: "docs-api", path: "/docs/api#posts", as: "guest" },
  { name: "playground-shell", path: "/playground", as: "demo", settle: 2_500 },
  { name: "docs-shell", path: "/docs/gum", as: "demo" },
  { name: "onboarding", path: "/onboarding", as: "newcomer" },

  { name: "timeline", path: "/timeline", as: "demo" },
  { name: "timeline-empty", path: "/timeline?feed=home", as: "fresh" },
  {
    name: "timeline-writing",
    path: "/timeline",
    as: "demo",
    act: (page) =>
      page.locator(".composer textarea").fill("夕焼けがきれい。\nA second line, so that it grows."),
  },
  {
    name: "timeline-post-menu",
    path: "/timeline",
    as: "demo",
    act: (page) => press(page, ".post [aria-haspopup=menu]", menu),
  },
  {
    name: "timeline-react",
    path: "/timeline",
    as: "demo",
    act: (page) => press(page, ".post-action[aria-haspopup=menu]", menu),
  },
  {
    name: "timeline-any-emoji",
    path: "/timeline",
    as: "demo",
    act: async (page) => {
      await press(page, ".post-action[aria-haspopup=menu]", menu);
      await press(page, "[role=menuitem]", dialog);
    },
  },
  {
    name: "timeline-drafts",
    path: "/timeline",
    as: "demo",
    act: (page) => press(page, ":is([aria-label=Drafts], [aria-label=下書き])", dialog),
  },
  {
    name: "timeline-later",
    path: "/timeline",
    as: "demo",
    act: async (page) => {
      await page.locator(".composer textarea").fill("The news of tomorrow.");
      await press(page, ":is([aria-label='Post later'], [aria-label=あとで投稿])", dialog);
    },
  },
  {
    name: "timeline-picture",
    path: "/timeline",
    as: "demo",
    act: (page) => press(page, ".picture-grid button", dialog),
    settle: 500,
  },
  {
    name: "timeline-completion",
    path: "/timeline",
    as: "demo",
    act: (page) =>
      until(
        page,
        ".completion [role=option]",
        () =>
          page
            .locator(".composer textarea")
            .first()
            .fill("")
            .then(() => page.locator(".composer textarea").first().pressSequentially("With @")),
        "@",
      ),
  },
  {
    name: "timeline-person",
    path: "/timeline",
    as: "demo",
    sizes: ["desktop"],
    act: (page) =>
      until(
        page,
        ".profile-card",
        async () => {
          await page.mouse.move(5, 5);
          await page.locator('.post:has(.picture) .font-semibold[href^="/profile/"]').first().hover();
        },
        "a person's name",
      ),
  },
  {
    name: "compose",
    path: "/discover",
    as: "demo",
    act: (page) => press(page, '[aria-keyshortcuts="n"]:visible', dialog),
  },
  { name: "post", path: "/post/{post}", as: "demo" },
  { name: "post-likes", path: "/post/{post}/likes", as: "demo" },
  { name: "post-gone", path: `/post/${UNKNOWN_ID}`, as: "demo" },

  { name: "apps", path: "/apps", as: "demo" },
  { name: "apps-nothing-found", path: "/apps?search=zzzzqqq", as: "demo" },
  { name: "app", path: "/apps/{app}", as: "demo" },
  { name: "app-gone", path: `/apps/${UNKNOWN_ID}`, as: "demo" },
  {
    name: "app-run",
    path: "/apps/{app}/run",
    as: "demo",
    act: (page) => page.locator("[data-app-status=running]").first().waitFor(),
    settle: 1_000,
  },
  { name: "app-shared", path: "/apps/shared/{share}", as: "demo" },
  { name: "add-app", path: "/add-app", as: "demo" },
  { name: "apps-list", path: "/apps-list", as: "demo" },
  { name: "apps-list-empty", path: "/apps-list", as: "fresh" },
  { name: "local-apps", path: "/local-apps", as: "demo" },

  { name: "settings", path: "/settings", as: "demo" },
  {
    name: "settings-privacy",
    path: "/settings",
    as: "demo",
    act: async (page) => {
      await page.locator("#notification-settings [role=switch]").first().waitFor();
      // Up to the bar, so that no control of the section above is half covered by it.
      await page.locator("#privacy").evaluate((section) => {
        section.scrollIntoView();
        scrollBy(0, 24);
      });
    },
  },
  {
    name: "settings-muted-people",
    path: "/settings",
    as: "demo",
    act: (page) => press(page, "#privacy button", dialog),
  },
  {
    name: "settings-end",
    path: "/settings",
    as: "demo",
    act: (page) => page.locator("#permissions").evaluate((section) => section.scrollIntoView()),
  },
  {
    name: "settings-not-imported",
    path: "/settings",
    as: "demo",
    act: (page) =>
      until(
        page,
        dialog,
        () =>
          page
            .locator("#your-data input[type=file]")
            .setInputFiles({ name: "notes.zip", mimeType: "application/zip", buffer: Buffer.from("notes") }),
        "a file that is no archive",
      ),
  },
  { name: "profile", path: "/profile/me", as: "demo" },
  { name: "profile-apps", path: "/profile/{person}?tab=apps", as: "demo" },
  { name: "profile-empty", path: "/profile/me", as: "fresh" },
  { name: "edit-profile", path: "/edit-profile", as: "demo" },
  { name: "discover", path: "/discover", as: "demo" },
  { name: "search-start", path: "/search", as: "demo" },
  { name: "search", path: "/search?q=a", as: "demo" },
  { name: "search-posts", path: "/search?q=a&type=posts", as: "demo" },
  { name: "search-apps", path: "/search?q=a&type=apps", as: "demo" },
  { name: "search-nothing", path: "/search?q=zzzzqqq", as: "demo" },
  { name: "notifications", path: "/notifications", as: "demo" },
  { name: "notifications-filtered", path: "/notifications?show=mentions", as: "demo" },
  {
    name: "lists-of-person",
    path: "/profile/{person}",
    as: "demo",
    act: async (page) => {
      await press(page, ".shell-main [aria-haspopup=menu]", menu);
      await press(page, "[role=menuitem]:is(:has-text('Lists…'), :has-text('リスト…'))", dialog);
    },
  },
  { name: "follow-requests-empty", path: "/follow-requests", as: "fresh" },
  { name: "lists-empty", path: "/lists", as: "fresh" },
  { name: "bookmarks-empty", path: "/bookmarks", as: "fresh" },
  { name: "notices-empty", path: "/notices", as: "fresh" },
  { name: "notifications-empty", path: "/notifications", as: "fresh" },
  { name: "moderation", path: "/moderation", as: "keeper" },
  { name: "moderation-featured", path: "/moderation/featured", as: "keeper" },
  { name: "moderation-network", path: "/moderation/network", as: "keeper" },
  { name: "admin", path: "/admin", as: "keeper", act: (page) => page.locator("#signups").waitFor() },
  {
    name: "admin-end",
    path: "/admin",
    as: "keeper",
    act: (page) => page.locator("#terms").evaluate((section) => section.scrollIntoView()),
  },

  {
    name: "account-menu",
    path: "/timeline",
    as: "demo",
    act: (page) => press(page, ".top-bar [aria-haspopup=menu]", menu),
  },
  {
    name: "dock-menu",
    path: "/apps",
    as: "demo",
    sizes: ["tablet", "desktop"],
    act: (page) => press(page, ".dock-grip", menu),
  },
  {
    name: "dock-app-menu",
    path: "/apps",
    as: "demo",
    act: (page) => press(page, ".dock-apps .dock-item", menu, { button: "right" }),
  },
  {
    name: "dock-card",
    path: "/apps",
    as: "demo",
    sizes: ["desktop"],
    act: async (page) => {
      await page.locator(".dock-apps .dock-item").first().hover();
      await page.locator("[role=tooltip]").waitFor({ timeout: 10_000 });
    },
    settle: 300,
  },
  ...["top", "bottom", "left"].map((position) => ({
    name: `dock-${position}`,
    path: "/timeline",
    as: "demo",
    sizes: ["tablet", "desktop"],
    dock: { position, autoHide: false },
  })),
  {
    name: "palette",
    path: "/timeline",
    as: "demo",
    sizes: ["desktop"],
    act: (page) => keys(page, "Control+KeyK", dialog),
  },
  {
    name: "shortcuts",
    path: "/timeline",
    as: "demo",
    sizes: ["desktop"],
    act: (page) => keys(page, "Control+Shift+?", dialog),
  },
  {
    name: "terminal",
    path: "/timeline",
    as: "demo",
    sizes: ["desktop"],
    act: async (page) => {
      await keys(page, "Control+Shift+Backquote", "[role=log]");
      for (const command of ["help", "apps", "memory"]) {
        await page.keyboard.type(command);
        await page.keyboard.press("Enter");
      }
    },
  },
  {
    name: "session-expired",
    path: "/timeline",
    as: "fresh",
    act: async (page) => {
      await page.waitForFunction(() => localStorage.getItem("auth-storage"));
      // Only this page is answered so: the session itself stays, for the screens that follow.
      await page.route("**/api/auth/session", (route) => route.fulfill({ json: {} }));
      await page.evaluate(() => window.dispatchEvent(new Event("gum:session-doubt")));
      await page.locator("[role=alertdialog]").waitFor({ timeout: 20_000 });
    },
    settle: 300,
  },
  {
    name: "offline",
    path: "/timeline",
    as: "demo",
    act: async (page) => {
      // What says it comes shortly after the page.
      await page.locator(".shell-main [role=status]").first().waitFor({ state: "attached" });
      await page.context().setOffline(true);
      await page.locator(".shell-main [role=status] p").waitFor({ timeout: 10_000 });
    },
  },
  {
    name: "error",
    path: "/settings",
    as: "demo",
    // What no server of ours says: a screen that cannot be drawn.
    before: (page) =>
      page.route("**/api/v2/auth/sessions", (route) => route.fulfill({ json: { items: [null] } })),
    act: (page) => page.locator("[role=alert] h1").waitFor({ timeout: 20_000 }),
  },
];

/** The pictures in the README: screen, size, theme → public/readme-<screen>.png. */
export const README_PICTURES = [
  { screen: "timeline", size: "desktop", theme: "dark" },
  { screen: "app-run", size: "desktop", theme: "dark" },
  { screen: "apps", size: "phone", theme: "light" },
];
