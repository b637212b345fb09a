import { expect, test } from "../support/test";
import { forgetSession, freshAccount, mailTo, me, signUp } from "../support/accounts";

test(
  "a person can leave in the middle and come back where they were",
  { tag: ["@full", "@phone-full"] },
  async ({ page }) => {
    const account = await signUp(page);
    await page.goto("/onboarding");
    await expect(page.getByRole("heading", { name: "Confirm your email address" })).toBeVisible();
    const { code } = await mailTo(page.request, account.email);
    await page.locator("[name=code]").fill(code);
    await expect(page.getByRole("heading", { name: "How Gum works" })).toBeVisible();

    await forgetSession(page);
    await page.goto("/login");
    await page.locator("[name=email]").fill(account.email);
    await page.locator("[name=password]").fill(account.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL("**/onboarding");
    await expect(page.getByRole("heading", { name: "How Gum works" })).toBeVisible();

    await expect(page.getByRole("link", { name: "Terms" })).toHaveAttribute("target", "_blank");
    await page.getByRole("button", { name: "Agree and continue" }).click();
    await expect(page.getByText("Please agree to continue.")).toBeVisible();
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Agree and continue" }).click();
    await expect(page.getByRole("heading", { name: "Say who you are" })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("heading", { name: "Say who you are" })).toBeVisible();
    await page.locator("[name=username]").fill("admin");
    await page.getByRole("button", { name: "Start using Gum" }).click();
    await expect(page.getByText("This username is reserved.")).toBeVisible();
    const renamed = freshAccount().username;
    await page.locator("[name=username]").fill(`  ${renamed.toUpperCase()} `);
    await page.locator("[name=displayName]").fill("さくら");
    await page.getByRole("button", { name: "Sign out" }).click();
    const question = page.getByRole("alertdialog", { name: "Discard your changes?" });
    await question.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Start using Gum" }).click();
    await page.waitForURL("**/timeline");
    expect(await me(page)).toMatchObject({
      username: renamed,
      displayName: "さくら",
      onboarding_completed: true,
    });
  },
);

test("a code typed before the page is hydrated counts", async ({ page }) => {
  const account = await signUp(page);
  const { code } = await mailTo(page.request, account.email);
  let come = (): void => {};
  const held = new Promise<void>((resolve) => (come = resolve));
  await page.route("**/_next/static/chunks/*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/onboarding", { waitUntil: "commit" });
  await page.locator("[name=code]").pressSequentially(code);
  come();
  await expect(page.getByRole("heading", { name: "How Gum works" })).toBeVisible();
});

test("the link of the mail, opened in another tab, moves this one on", async ({ page, context }) => {
  const account = await signUp(page);
  await page.goto("/onboarding");
  await expect(page.getByRole("heading", { name: "Confirm your email address" })).toBeVisible();
  const { link } = await mailTo(page.request, account.email);
  const other = await context.newPage();
  await other.goto(link);
  await expect(other.getByRole("heading", { name: "Your email address is confirmed" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "How Gum works" })).toBeVisible();
  await other.getByRole("button", { name: "Continue" }).click();
  await other.waitForURL("**/onboarding");
});

test(
  "the link works on a device where nobody is signed in",
  { tag: "@full" },
  async ({ page, browser, baseURL }) => {
    const account = await signUp(page);
    const { link } = await mailTo(page.request, account.email);
    const context = await browser.newContext({ baseURL });
    const phone = await context.newPage();
    await phone.goto(link);
    await expect(phone.getByRole("heading", { name: "Your email address is confirmed" })).toBeVisible();
    await expect(phone.getByRole("button", { name: "Sign in" })).toBeVisible();
    await phone.goto("about:blank");
    await phone.goto(link);
    await expect(
      phone.getByRole("heading", { name: "Your email address is already confirmed" }),
    ).toBeVisible();
    await expect(phone.getByRole("button", { name: "Sign in" })).toBeVisible();
    await context.close();
    expect((await me(page)).onboarding.completed).toEqual(["email_verified"]);
  },
);

test("a new code can be asked for, and the button waits", { tag: "@full" }, async ({ page }) => {
  const account = await signUp(page);
  await page.goto("/onboarding");
  const first = await mailTo(page.request, account.email);
  await page.getByRole("button", { name: "Send a new code" }).click();
  await expect(page.getByText("A new code is on its way.")).toBeVisible();
  await expect(page.getByRole("button", { name: /New code in \d+ s/ })).toBeDisabled();
  await expect.poll(async () => (await mailTo(page.request, account.email)).link).not.toBe(first.link);
  await page.locator("[name=code]").fill(first.code);
  await expect(page.getByText("This code is not right or has expired.")).toBeVisible();
  await page.locator("[name=code]").fill((await mailTo(page.request, account.email)).code);
  await expect(page.getByRole("heading", { name: "How Gum works" })).toBeVisible();
});

test("the server refuses writes of somebody who is not onboarded", async ({ page, baseURL }) => {
  await signUp(page);
  const attempts: [string, string, object][] = [
    ["POST", "/api/v1/posts", { kind: "text", body: "hello" }],
    ["POST", "/api/v1/reactions", { postId: "0190a0a0-0000-7000-8000-000000000000", action: "like" }],
    ["POST", "/api/users/0190a0a0-0000-7000-8000-000000000000/follow", {}],
    ["DELETE", "/api/v2/users/me/avatar", {}],
    // A factor would outlive the recovery of an address that is somebody else's.
    ["POST", "/api/v2/auth/factors", {}],
  ];
  for (const [method, path, data] of attempts) {
    const answer = await page.request.fetch(path, { method, data, headers: { origin: baseURL! } });
    expect(answer.status(), path).toBe(403);
    expect(await answer.json()).toMatchObject({ code: "onboarding_required" });
  }
});

test("somebody can sign out from there", { tag: "@full" }, async ({ page }) => {
  await signUp(page);
  await page.goto("/onboarding");
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL("**/login");
});
