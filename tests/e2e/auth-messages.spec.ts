import { expect, test } from "../support/test";

/** Every message of the specification's sections 5 and 8 that a form of sign-in or sign-up can show, in its place. */

type Answer = { status: number; code: string; message?: string; retryAfter?: number };

/** Its name, what the server says, what the form says, and the field that it marks. */
type Row = [string, Answer | "offline" | "nonsense", string, string | null];

const LOGIN: Row[] = [
  ["wrong password", { status: 401, code: "invalid_credentials" }, "Invalid email or password", null],
  [
    "too many attempts",
    { status: 429, code: "rate_limited", retryAfter: 600 },
    "Too many login attempts. Please try again later",
    null,
  ],
  ["no network", "offline", "Unable to connect. Please check your internet connection.", null],
  ["a fault", { status: 500, code: "internal" }, "An unexpected error occurred. Please try again.", null],
  ["an answer of nobody's", "nonsense", "An unexpected error occurred. Please try again.", null],
  [
    "a backend's own sentence",
    { status: 400, code: "", message: "Invalid login credentials" },
    "Invalid email or password. Please try again.",
    null,
  ],
  [
    "a backend that knows no such person",
    { status: 400, code: "user_not_found" },
    "No account found with this email address.",
    "email",
  ],
  [
    "a backend whose address is not confirmed",
    { status: 400, code: "email_not_confirmed" },
    "Please check your email to confirm your account before signing in.",
    "email",
  ],
  [
    "a backend's limit",
    { status: 429, code: "over_request_rate_limit" },
    "Too many attempts. Please try again later.",
    null,
  ],
  [
    "a backend's token",
    { status: 401, code: "bad_jwt" },
    "Your session has expired. Please sign in again.",
    null,
  ],
];

const SIGNUP: Row[] = [
  ["a taken address", { status: 409, code: "email_taken" }, "This email is already registered", "email"],
  [
    "a taken name",
    { status: 409, code: "username_taken" },
    "This username is already in use. Please choose another.",
    "username",
  ],
  [
    "a wrong format",
    { status: 400, code: "validation_error" },
    "Invalid email or password format. Password must be at least 8 characters.",
    "password",
  ],
  [
    "too many sign-ups",
    { status: 429, code: "rate_limited", retryAfter: 45 },
    "Too many signup attempts. Please try again later.",
    null,
  ],
  ["sign-ups closed", { status: 403, code: "signups_disabled" }, "Sign ups are currently disabled.", null],
  ["no network", "offline", "Unable to connect. Please check your internet connection.", null],
  [
    "a backend's short password",
    { status: 422, code: "weak_password" },
    "Password must be at least 6 characters long.",
    "password",
  ],
  [
    "a backend's invalid address",
    { status: 400, code: "", message: "Unable to validate email address: invalid format" },
    "Please enter a valid email address.",
    "email",
  ],
  [
    "a backend's taken address",
    { status: 400, code: "", message: "User already registered" },
    "An account with this email already exists.",
    "email",
  ],
];

for (const [screen, rows] of [
  ["login", LOGIN],
  ["signup", SIGNUP],
] as const) {
  test(`every message of /${screen} stands in its place`, { tag: "@full" }, async ({ page }) => {
    let answer: Row[1];
    let asked = 0;
    await page.route(`**/api/v2/auth/${screen}`, (route) => {
      asked++;
      if (answer === "offline") return route.abort("internetdisconnected");
      if (answer === "nonsense") return route.fulfill({ status: 502, body: "<html>Bad gateway</html>" });
      const { status, code, message, retryAfter } = answer;
      return route.fulfill({
        status,
        contentType: "application/problem+json",
        headers: retryAfter ? { "retry-after": String(retryAfter) } : {},
        body: JSON.stringify({ ...(code && { code }), message: message ?? "the server's own words" }),
      });
    });
    await page.goto(`/${screen}`);
    await page.locator("[name=email]").fill("somebody@gum.test");
    if (screen === "signup") await page.locator("[name=username]").fill("somebody");
    await page.locator("[name=password]").fill("a handful of words");
    for (const [name, given, text, field] of rows) {
      await test.step(`${name}: ${text}`, async () => {
        answer = given;
        await page.locator("button[type=submit]").click();
        await expect.poll(() => asked).toBe(rows.findIndex((row) => row[0] === name) + 1);
        await expect(page.getByRole("alert").filter({ hasText: text })).toBeVisible();
        const marked = page.locator("[aria-invalid=true]");
        if (field) {
          await expect(marked).toHaveAttribute("name", field);
          await expect(marked).toBeFocused();
        } else await expect(marked).toHaveCount(0);
        // What was typed is still there.
        await expect(page.locator("[name=email]")).toHaveValue("somebody@gum.test");
      });
    }
  });
}

test("a refused sign-in moves nothing in the form", { tag: "@phone-full" }, async ({ page }) => {
  await page.goto("/login");
  await page.locator("[name=email]").fill("nobody@gum.test");
  await page.locator("[name=password]").fill("a handful of words");
  const form = page.locator("form");
  const places = () =>
    form
      .locator("input, button")
      .evaluateAll((all) => all.map((element) => Math.round(element.getBoundingClientRect().top)));
  const before = await places();
  await form.locator("[type=submit]").click();
  await expect(form.getByRole("alert").filter({ hasText: "Invalid email or password" })).toBeVisible();
  expect(await places()).toEqual(before);
});

test("an unconfirmed address leads to confirming it", { tag: "@full" }, async ({ page }) => {
  await page.route("**/api/v2/auth/login", (route) =>
    route.fulfill({
      status: 403,
      contentType: "application/problem+json",
      body: JSON.stringify({ code: "email_unverified", message: "x" }),
    }),
  );
  await page.goto("/login");
  await page.locator("[name=email]").fill("somebody@gum.test");
  await page.locator("[name=password]").fill("a handful of words");
  await page.locator("button[type=submit]").click();
  await expect(page.getByText("Please verify your email before logging in")).toBeVisible();
  await expect(page.getByLabel("6-digit code")).toBeVisible();
});

test(
  "guests read the terms and the privacy notice, in their language",
  { tag: "@phone-full" },
  async ({ page, context }) => {
    await page.goto("/signup");
    await page.getByRole("link", { name: "Terms" }).click();
    await expect(page.getByRole("heading", { name: "Terms", level: 1 })).toBeVisible();
    await page.goto("/signup");
    await page.getByRole("link", { name: "Privacy notice" }).click();
    await expect(page.getByRole("heading", { name: "Privacy notice", level: 1 })).toBeVisible();
    await context.addCookies([{ name: "gum-locale", value: "ja", url: page.url() }]);
    await page.reload();
    await expect(page.getByRole("heading", { name: "プライバシーについて", level: 1 })).toBeVisible();
    await page.goto("/terms");
    await expect(page.getByRole("heading", { name: "利用規約", level: 1 })).toBeVisible();
  },
);

test("what is missing is said before anything is sent", async ({ page }) => {
  await page.goto("/signup");
  await page.locator("button[type=submit]").click();
  await expect(page.locator("[aria-invalid=true]")).toHaveCount(3);
  await expect(page.locator("[name=email]")).toBeFocused();
  await page.locator("[name=email]").fill("somebody@gum.test");
  await page.locator("[name=username]").fill("somebody");
  await page.locator("[name=password]").fill("seven77");
  await page.locator("button[type=submit]").click();
  await expect(
    page.getByText("Invalid email or password format. Password must be at least 8 characters."),
  ).toBeVisible();
});

test("speaks Japanese to who reads Japanese", async ({ browser }) => {
  const context = await browser.newContext({ locale: "ja-JP" });
  const page = await context.newPage();
  await page.goto("/login");
  await expect(page.getByRole("heading", { name: "おかえりなさい" })).toBeVisible();
  await page.locator("[name=email]").fill("nobody@gum.test");
  await page.locator("[name=password]").fill("違う合言葉です");
  await page.getByRole("button", { name: "ログイン", exact: true }).click();
  await expect(page.getByText("メールアドレスまたはパスワードが正しくありません")).toBeVisible();
  await context.close();
});

test(
  "a name that is free, taken or not allowed is said while it is typed",
  { tag: "@full" },
  async ({ page }) => {
    await page.goto("/signup");
    await page.locator("[name=username]").fill(`Free_${Date.now()}`);
    await expect(page.getByText(/^@free_\d+ is free\.$/)).toBeVisible();
    await page.locator("[name=username]").fill("MIKA");
    await expect(page.getByText("This username is already in use. Please choose another.")).toBeVisible();
    await page.locator("[name=username]").fill("admin");
    await expect(page.getByText("This username is reserved. Please choose another.")).toBeVisible();
  },
);

test("a sign-in that failed at next-auth's own form says so here", { tag: "@full" }, async ({ page }) => {
  await page.goto("/login?error=invalid_credentials");
  await expect(page.getByRole("alert").filter({ hasText: "Invalid email or password" })).toBeVisible();
});
