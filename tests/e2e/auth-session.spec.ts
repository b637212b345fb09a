import { expect, test, type Page } from "../support/test";
import { authStorage, signUp, signUpOnboarded } from "../support/accounts";
import { settled } from "../support/dock";
import { notice } from "../support/notices";

const MINUTE = 60_000;
/** How long a session may go unrenewed. */
const LEASE_SECONDS = 15 * 60;

/** Ends the browser's session from elsewhere: its cookie stays, its row is dead. */
async function endSessionElsewhere(page: Page, email: string, password: string) {
  const login = await page.request.fetch("/api/v2/auth/login", {
    method: "POST",
    data: { email, password },
    // No cookie and no web client: another program.
    headers: { cookie: "" },
  });
  const { accessToken } = (await login.json()) as { accessToken: string };
  const ended = await page.request.delete("/api/v2/auth/sessions", {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  expect(ended.ok()).toBe(true);
}

test.describe("an ended session", () => {
  test.beforeEach(async ({ page }) => {
    await page.clock.install();
  });

  test(
    "is noticed at the check every five minutes; the guest button only closes the dialog",
    { tag: "@full" },
    async ({ page }) => {
      const account = await signUpOnboarded(page);
      await page.goto("/settings");
      await expect.poll(() => authStorage(page)).not.toBeNull();
      await endSessionElsewhere(page, account.email, account.password);
      await page.clock.runFor(4 * MINUTE);
      await expect(page.getByRole("alertdialog")).toHaveCount(0);
      await page.clock.runFor(1.1 * MINUTE);
      const dialog = page.getByRole("alertdialog", { name: "Session Expired" });
      await expect(dialog).toBeVisible();
      await dialog.getByRole("button", { name: "Continue as Guest" }).click();
      await expect(dialog).toHaveCount(0);
      expect(page.url()).toContain("/settings");
      // The page says what a guest can do, and the way there works.
      await expect(page.getByText("You are a guest now.")).toBeVisible();
      await page.getByRole("link", { name: "Open the playground" }).click();
      await expect(page).toHaveURL(/\/playground$/);
      await expect(page.getByRole("region", { name: "Preview" })).toBeVisible();
      await expect(page.locator("#dock")).toHaveCount(0);
    },
  );

  test("leads to login and back, with a toast", { tag: "@full" }, async ({ page }) => {
    const account = await signUpOnboarded(page);
    await page.goto("/settings");
    await expect.poll(() => authStorage(page)).not.toBeNull();
    await endSessionElsewhere(page, account.email, account.password);
    await page.clock.runFor(5.1 * MINUTE);
    await page.getByRole("alertdialog").getByRole("button", { name: "Sign In" }).click();
    await page.waitForURL("**/login");
    await expect(notice(page, "Session expired")).toBeVisible();
    await expect(notice(page, "Please sign in again to continue.")).toBeVisible();
    expect(await authStorage(page)).toBeNull();
    await page.clock.resume();
    await page.locator("[name=email]").fill(account.email);
    await page.locator("[name=password]").fill(account.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL("**/settings");
  });

  test("is not taken for ended where the server cannot be asked", { tag: "@full" }, async ({ page }) => {
    await signUpOnboarded(page);
    await page.goto("/settings");
    await expect.poll(() => authStorage(page)).not.toBeNull();
    await page.route("**/api/auth/session", (route) => route.abort("failed"));
    await page.clock.runFor(5.1 * MINUTE);
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
  });

  test("does not send the browser round in circles", { tag: "@full" }, async ({ page }) => {
    const account = await signUpOnboarded(page);
    await endSessionElsewhere(page, account.email, account.password);
    await page.goto("/apps");
    await page.waitForURL("**/login");
    await page.locator("[name=email]").fill(account.email);
    await page.locator("[name=password]").fill(account.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL("**/apps");
  });
});

test.describe("renewing the session", () => {
  /** Counts renewals, and lets the test say how long the server's lease still lasts before the first of them. */
  async function watchRenewals(page: Page) {
    const watch = { count: 0, secondsLeft: LEASE_SECONDS };
    await page.context().route("**/api/v2/auth/refresh", async (route) => {
      await route.continue();
      watch.count++;
    });
    await page.context().route("**/api/auth/session", async (route) => {
      const answer = (await (await route.fetch()).json()) as { leaseSeconds: number };
      expect(answer.leaseSeconds).toBeGreaterThan(LEASE_SECONDS - 60);
      await route.fulfill({
        json: watch.count > 0 ? answer : { ...answer, leaseSeconds: watch.secondsLeft },
      });
    });
    return watch;
  }

  test.afterEach(({ context }) => context.unrouteAll({ behavior: "ignoreErrors" }));

  /** Opens a page that watches the session; storage is no sign of it, because tabs share it. */
  async function openSettings(tab: Page): Promise<Page> {
    const known = tab.waitForResponse("**/api/v2/users/me");
    await tab.goto("/settings");
    await known;
    return tab;
  }

  /** Lets time pass, for every tab: the clock is the browser's. Waits for what the tabs then began. */
  async function pass(tabs: Page[], seconds: number) {
    await tabs[0]!.context().clock.runFor(seconds * 1_000);
    for (const tab of tabs) {
      // Behind whoever holds it or waits for it.
      await tab.evaluate(() => navigator.locks.request("gum-refresh", () => undefined));
    }
  }

  for (const [what, deaf] of [
    ["is done by one of several tabs when three ticks or fewer are left", false],
    ["is done by one of several tabs, though they do not hear of each other", true],
  ] as const) {
    test(what, { tag: "@full" }, async ({ page }) => {
      await signUpOnboarded(page);
      if (deaf)
        await page.context().addInitScript(() => {
          BroadcastChannel.prototype.postMessage = () => undefined;
        });
      const renewals = await watchRenewals(page);
      await page.context().clock.install();
      renewals.secondsLeft = 8 * 30;
      const tabs = [await openSettings(page), await openSettings(await page.context().newPage())];
      await pass(tabs, 60);
      expect(renewals.count).toBe(0);
      renewals.secondsLeft = 60;
      await pass(tabs, 150);
      expect(renewals.count).toBe(1);
      await pass(tabs, 60);
      expect(renewals.count).toBe(1);
    });
  }

  test("does not depend on the browser's clock being right", { tag: "@full" }, async ({ page }) => {
    await signUpOnboarded(page);
    const renewals = await watchRenewals(page);
    await page.context().clock.install({ time: Date.now() + 60 * MINUTE });
    await pass([await openSettings(page)], 120);
    expect(renewals.count).toBe(0);
  });
});

test(
  "what was asked before signing out and answered after it brings nobody back",
  { tag: "@full" },
  async ({ page }) => {
    await signUpOnboarded(page);
    const gate = () => {
      let open = () => {};
      const opened = new Promise<void>((resolve) => (open = resolve));
      return { open, opened };
    };
    const [profile, login] = [gate(), gate()];
    await page.route("**/api/v2/users/me", async (route) => {
      const response = await route.fetch();
      await profile.opened;
      await route.fulfill({ response });
    });
    // The page that signed out lives until the next one answers.
    await page.route("**/login", async (route) => {
      await login.opened;
      await route.continue();
    });
    const asked = page.waitForRequest("**/api/v2/users/me");
    await page.goto("/settings");
    await asked;
    const leaving = page.waitForRequest("**/login");
    await page.getByRole("button", { name: "Sign out", exact: true }).first().click();
    await leaving;
    const answered = page.waitForResponse("**/api/v2/users/me");
    profile.open();
    await (await answered).finished();
    login.open();
    await page.waitForURL("**/login");
    expect(await authStorage(page)).toBeNull();
  },
);

test("a placeholder stands in where the profile cannot be read", { tag: "@full" }, async ({ page }) => {
  await signUpOnboarded(page);
  await page.route("**/api/v2/users/me", (route) => route.fulfill({ status: 500, body: "{}" }));
  const answered = page.waitForResponse("**/api/v2/users/me");
  await page.goto("/timeline");
  await answered;
  await expect(page.getByRole("main").first()).toBeVisible();
  // Not signed out, and nothing wrong is kept.
  expect(page.url()).toContain("/timeline");
  expect(await authStorage(page)).toBeNull();
});

test("no token is in any storage of the browser", async ({ page, context }) => {
  await signUpOnboarded(page);
  await page.goto("/timeline");
  await expect.poll(() => authStorage(page)).not.toBeNull();
  const cookie = (await context.cookies()).find(({ name }) => name.includes("session-token"));
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax" });
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
  );
  expect(kept).not.toContain(cookie!.value.slice(0, 40));
  expect(kept).not.toMatch(/eyJ[\w-]{10,}|accessToken|refreshToken|access_token|refresh_token/);
});

test.describe("the entry", () => {
  test("leads guests to login", async ({ page }) => {
    await page.goto("/");
    await page.waitForURL("**/login");
  });

  test("leads people who are not onboarded to onboarding, wherever they go", async ({ page }) => {
    await signUp(page);
    for (const path of ["/", "/timeline", "/settings", "/login", "/signup"]) {
      await page.goto(path);
      await page.waitForURL("**/onboarding");
    }
  });

  test("leads everybody else to the timeline", async ({ page }) => {
    await signUpOnboarded(page);
    for (const path of ["/", "/login", "/signup"]) {
      await page.goto(path);
      await page.waitForURL("**/timeline");
    }
  });
});

test.describe("links of old", () => {
  for (const [hash, path] of [
    ["#apps", "/apps"],
    ["#/settings", "/settings"],
    ["#search", "/search"],
    ["#profile/me", "/profile/me"],
    ["#users/me", "/profile/me"],
    ["#iframe-sandbox-demo", "/playground"],
    ["#error=access_denied&error_code=otp_expired", "/timeline"],
  ] as const) {
    test(`/${hash} leads to ${path}`, { tag: "@full" }, async ({ page }) => {
      await signUpOnboarded(page);
      await page.goto(`/${hash}`);
      await page.waitForURL(`**${path}`);
    });
  }

  test("an unknown one warns and leads to the timeline", { tag: "@full" }, async ({ page }) => {
    await signUpOnboarded(page);
    const warnings: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "warning") warnings.push(message.text());
    });
    await page.goto("/#nothing-of-ours");
    await page.waitForURL("**/timeline");
    expect(warnings.some((text) => text.includes("Unknown hash"))).toBe(true);
  });

  test("are converted while the page is open, and it loads anew", { tag: "@full" }, async ({ page }) => {
    await signUpOnboarded(page);
    await page.goto("/timeline");
    // While the page is open: once it answers.
    await settled(page);
    const loaded = page.waitForEvent("load");
    await page.evaluate(() => {
      window.location.hash = "#settings";
    });
    await loaded;
    await page.waitForURL("**/settings");
    expect(page.url()).not.toContain("#");
  });

  test("are kept for a guest until after signing in", { tag: "@full" }, async ({ page, context }) => {
    const account = await signUpOnboarded(page);
    await context.clearCookies();
    await page.goto("/#notifications");
    await page.waitForURL("**/login");
    await page.locator("[name=email]").fill(account.email);
    await page.locator("[name=password]").fill(account.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL("**/notifications");
  });

  test("/app/{appId} is /apps/{appId}", { tag: "@full" }, async ({ page }) => {
    await signUpOnboarded(page);
    await page.goto("/app/0190a0a0-0000-7000-8000-000000000000");
    await page.waitForURL("**/apps/0190a0a0-0000-7000-8000-000000000000");
  });

  test("the skip link is no link of old", { tag: "@full" }, async ({ page }) => {
    await signUpOnboarded(page);
    await page.goto("/settings#security");
    // By then the page answers, and would have led away.
    await expect.poll(() => authStorage(page)).not.toBeNull();
    expect(page.url()).toContain("/settings#security");
  });
});
