import { expect, test } from "../support/test";
import {
  authStorage,
  forgetSession,
  freshAccount,
  mailTo,
  signInByForm,
  signUpOnboarded,
} from "../support/accounts";
import { holdCode } from "../support/late-code";

test("sign up, onboard, sign out, sign in again", { tag: "@phone" }, async ({ page }) => {
  const account = freshAccount();
  await page.goto("/signup");
  await page.locator("[name=email]").fill(account.email);
  await page.locator("[name=username]").fill(account.username.toUpperCase());
  await page.locator("[name=displayName]").fill("Somebody New");
  await page.locator("[name=password]").fill(account.password);
  await page.getByRole("button", { name: "Create account" }).click();

  await page.waitForURL("**/onboarding");
  await expect(page.getByRole("link", { name: "Open the outbox" })).toHaveAttribute("href", /\/outbox\?to=/);
  const { code } = await mailTo(page.request, account.email);
  await page.locator("[name=code]").fill(code);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Agree and continue" }).click();
  await expect(page.locator("[name=displayName]")).toHaveValue("Somebody New");
  await page.getByRole("button", { name: "Start using Gum" }).click();

  await page.waitForURL("**/timeline");
  await expect
    .poll(async () => Object.keys((await authStorage(page)) ?? {}).sort())
    .toEqual(["displayName", "id", "onboarding", "username"]);
  expect(await authStorage(page)).toMatchObject({ username: account.username, displayName: "Somebody New" });

  await page.goto("/settings");
  await page.getByRole("button", { name: "Sign out", exact: true }).first().click();
  await page.waitForURL("**/login");
  expect(await authStorage(page)).toBeNull();
  await signInByForm(page, account);
  await page.waitForURL("**/timeline");
});

test(
  "a guest comes to the path that was asked for, after signing in",
  { tag: "@phone-full" },
  async ({ page }) => {
    const account = await signUpOnboarded(page);
    await forgetSession(page);
    await page.goto("/search?q=drum&type=apps");
    await page.waitForURL("**/login");
    await signInByForm(page, account);
    await page.waitForURL("**/search?q=drum&type=apps");
    // Once: the next sign-in goes to the timeline.
    await page.goto("/login");
    await page.waitForURL("**/timeline");
  },
);

test(
  "login, signup and onboarding are never the path to come back to",
  { tag: "@full" },
  async ({ page }) => {
    const account = await signUpOnboarded(page);
    await forgetSession(page);
    for (const path of ["/onboarding", "/signup", "/nowhere"]) await page.goto(path);
    await page.goto("/login");
    await signInByForm(page, account);
    await page.waitForURL("**/timeline");
  },
);

test("nothing makes the way back leave the origin", { tag: "@full" }, async ({ page, context, baseURL }) => {
  const account = await signUpOnboarded(page);
  for (const value of [
    "//evil.test/timeline",
    "https://evil.test/timeline",
    "/\\evil.test",
    "/login",
    "/api/health",
  ]) {
    await forgetSession(page);
    await context.addCookies([{ name: "gum-after-login", value: encodeURIComponent(value), url: baseURL! }]);
    await page.goto("/login?callbackUrl=https://evil.test&next=//evil.test");
    await signInByForm(page, account);
    await page.waitForURL("**/timeline");
    expect(new URL(page.url()).origin).toBe(new URL(baseURL!).origin);
  }
});

test("the demo accounts of a local instance sign in with one click", async ({ page }) => {
  await page.goto("/login");
  await page.getByRole("button", { name: "Sign in as Mika" }).click();
  await page.waitForURL("**/timeline");
});

test("signing out in one tab signs out the others", { tag: "@full" }, async ({ page, context }) => {
  await signUpOnboarded(page);
  await page.goto("/settings");
  const other = await context.newPage();
  await other.goto("/timeline");
  const third = await context.newPage();
  await third.goto("/playground");
  await page.getByRole("button", { name: "Sign out", exact: true }).first().click();
  await page.waitForURL("**/login");
  await other.waitForURL("**/login");
  // A page that guests may see stays.
  expect(third.url()).toContain("/playground");
});

test("a tab that is still loading is signed out too", { tag: "@full" }, async ({ page, context }) => {
  await signUpOnboarded(page);
  await page.goto("/settings");
  const late = await context.newPage();
  const code = await holdCode(late);
  await late.goto("/timeline", { waitUntil: "commit" });
  await expect(late.getByRole("banner")).toBeVisible();
  await page.bringToFront();
  await page.getByRole("button", { name: "Sign out", exact: true }).first().click();
  await page.waitForURL("**/login");
  code.come();
  await late.waitForURL("**/login");
});

test(
  "signing in in one tab takes a login screen in another along",
  { tag: "@full" },
  async ({ page, context }) => {
    const account = await signUpOnboarded(page);
    await forgetSession(page);
    await page.goto("/login");
    const other = await context.newPage();
    await other.goto("/login");
    await signInByForm(page, account);
    await page.waitForURL("**/timeline");
    await other.waitForURL("**/timeline");
  },
);

test(
  "signing out clears what the browser keeps, even where the call fails, and is made up for",
  { tag: "@full" },
  async ({ page }) => {
    await signUpOnboarded(page);
    await page.goto("/settings");
    await expect.poll(() => authStorage(page)).not.toBeNull();
    let failures = 0;
    await page.route("**/api/v2/auth/logout", (route) =>
      failures++ === 0 ? route.abort("failed") : route.continue(),
    );
    await page.getByRole("button", { name: "Sign out", exact: true }).first().click();
    await page.waitForURL("**/login");
    await expect.poll(() => failures).toBe(2);
    expect(await authStorage(page)).toBeNull();
    // The session is gone, not only forgotten here, once the second call is answered.
    await expect.poll(async () => (await page.request.get("/api/v2/auth/me")).status()).toBe(401);
  },
);

test("what is typed before hydration is not lost", async ({ page }) => {
  const code = await holdCode(page);
  await page.goto("/login", { waitUntil: "commit" });
  await page.locator("[name=email]").fill("early@gum.test");
  await page.locator("[name=password]").fill("typed too early");
  code.come();
  const sent = page.waitForRequest("**/api/v2/auth/login");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  expect((await sent).postDataJSON()).toMatchObject({ email: "early@gum.test", password: "typed too early" });
});

test("a path that was only prefetched is not remembered", { tag: "@full" }, async ({ page, context }) => {
  const remembered = async () =>
    (await context.cookies()).find(({ name }) => name === "gum-after-login")?.value;
  await page.request.get("/apps", { headers: { "next-router-prefetch": "1", rsc: "1" } });
  expect(await remembered()).toBeUndefined();
  await page.request.get("/settings");
  expect(await remembered()).toBe("%2Fsettings");
});

test(
  "a password is never sent before the page can do it safely",
  { tag: "@full" },
  async ({ browser, baseURL }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    for (const path of ["/login", "/signup"]) {
      // Without scripts nothing is ever hydrated.
      await page.goto(baseURL + path, { waitUntil: "domcontentloaded" });
      await expect(page.locator("button[type=submit]")).toBeDisabled();
      await expect(page.locator("form")).toHaveAttribute("method", "post");
    }
    await context.close();
  },
);

test("the password can be shown and hidden", { tag: "@full" }, async ({ page }) => {
  await page.goto("/login");
  await page.locator("[name=password]").fill("secret words");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(page.locator("[name=password]")).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Hide password" }).click();
  await expect(page.locator("[name=password]")).toHaveAttribute("type", "password");
});

test("recovery by the code of the mail", { tag: "@phone-full" }, async ({ page }) => {
  const account = await signUpOnboarded(page);
  await forgetSession(page);
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page.getByRole("heading", { name: "Reset your password" })).toBeVisible();
  await page.locator("[name=email]").fill(account.email);
  await page.getByRole("button", { name: "Send code" }).click();
  await expect(page.getByText(`If there is an account for ${account.email}`)).toBeVisible();
  const { code } = await mailTo(page.request, account.email, "Choose a new password");
  await page.locator("[name=code]").fill(code);
  await page.locator("[name=password]").fill("password1");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByText("one of the most used ones")).toBeVisible();
  await page.locator("[name=password]").fill("quite another phrase");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByRole("heading", { name: "Your password is changed" })).toBeVisible();
  await page.getByRole("link", { name: "Sign in" }).click();
  await signInByForm(page, { ...account, password: "quite another phrase" });
  await page.waitForURL("**/timeline");
});

test("recovery by the link of the mail, once", { tag: "@full" }, async ({ page }) => {
  const account = await signUpOnboarded(page);
  await forgetSession(page);
  await page.request.post("/api/v2/auth/recover", { data: { email: account.email } });
  const { link } = await mailTo(page.request, account.email, "Choose a new password");
  await page.goto(link);
  // The secret does not stay in the address.
  await expect.poll(() => page.url()).not.toContain("token");
  await page.locator("[name=password]").fill("quite another phrase");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByRole("heading", { name: "Your password is changed" })).toBeVisible();
  await page.goto("about:blank");
  await page.goto(link);
  await page.locator("[name=password]").fill("and yet another one");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByText("This code is not right or has expired.")).toBeVisible();
});

test("signing in with a mailed code, and with its link", { tag: "@full" }, async ({ page, context }) => {
  const account = await signUpOnboarded(page);
  await forgetSession(page);
  await page.goto("/login");
  await page.getByRole("button", { name: "Email me a sign-in code" }).click();
  await page.locator("[name=email]").fill(account.email);
  await page.getByRole("button", { name: "Send code" }).click();
  const { code } = await mailTo(page.request, account.email, "Sign in to Gum");
  const wrong = code === "000000" ? "111111" : "000000";
  await page.locator("[name=code]").fill(wrong);
  await expect(page.getByText("This code is not right or has expired.")).toBeVisible();
  await page.locator("[name=code]").fill(code);
  await page.waitForURL("**/timeline");

  await forgetSession(page);
  await page.request.post("/api/v2/auth/otp", { data: { email: account.email } });
  let link = "";
  await expect
    .poll(async () => {
      const mail = await mailTo(page.request, account.email, "Sign in to Gum");
      link = mail.link;
      return mail.code;
    })
    .not.toBe(code);
  await page.goto(link);
  await page.waitForURL("**/timeline");
  // A second time, and without a token: whoever is signed in goes on.
  for (const again of [link, "/auth/callback"]) {
    await page.goto("about:blank");
    await page.goto(again);
    await expect(page.getByRole("heading", { name: "You are already signed in" })).toBeVisible();
    await expect(page.getByText(`@${account.username}`)).toBeVisible();
  }
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL("**/timeline");
  await context.clearCookies();
  for (const [again, heading] of [
    [link, "This link was used already"],
    [`/auth/callback#token=${"x".repeat(40)}`, "This link no longer works"],
    ["/auth/callback", "This link is incomplete"],
  ] as const) {
    await page.goto("about:blank");
    await page.goto(again);
    await expect(page.getByRole("heading", { name: heading })).toBeVisible();
  }
  await page.getByRole("button", { name: "Go to sign-in" }).click();
  await page.waitForURL("**/login");
});

test("a sign-in by keyboard alone", { tag: "@full" }, async ({ page }) => {
  await page.goto("/login");
  await page.locator("[name=email]").focus();
  await page.keyboard.type("nobody@gum.test");
  await page.keyboard.press("Tab");
  // The link to recovery stands between the label and the field.
  if (!(await page.locator("[name=password]").evaluate((field) => field === document.activeElement))) {
    await page.keyboard.press("Tab");
  }
  await page.keyboard.type("some wrong words");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Invalid email or password")).toBeVisible();
});
