import { expect, test, type Page } from "../support/test";
import type { App } from "@/lib/apps/contract";
import { appCode, firstCode } from "../support/authenticator";
import {
  authStorage,
  forgetSession,
  freshAccount,
  mailTo,
  me,
  signInByForm,
  signUpOnboarded,
} from "../support/accounts";
import { settled } from "../support/dock";
import { notice } from "../support/notices";

/** Lets the first call of a sensitive change meet a session whose proof is too old. */
async function askForProofOnce(page: Page, path: string) {
  let asked = false;
  await page.route(`**${path}`, (route) => {
    if (asked || route.request().method() === "GET") return route.continue();
    asked = true;
    return route.fulfill({
      status: 403,
      contentType: "application/problem+json",
      body: JSON.stringify({ code: "reauthentication_required", message: "x" }),
    });
  });
}

test(
  "two-step sign-in: set up, sign in with a code and a recovery code, turn off",
  { tag: "@full" },
  async ({ page }) => {
    const account = await signUpOnboarded(page);
    await page.goto("/settings");
    await page.getByRole("button", { name: "Set up" }).click();
    const dialog = page.getByRole("dialog", { name: "Set up two-step sign-in" });
    await expect(dialog.getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
    const secret = (await dialog.locator("code").textContent())!.replaceAll(" ", "");
    await dialog.locator("[name=code]").fill("000000");
    await expect(dialog.getByText("This code is not right or has expired.")).toBeVisible();
    await dialog.locator("[name=code]").fill(await firstCode(secret));
    const codes = page.getByRole("alertdialog", { name: "Keep your recovery codes" });
    await expect(codes.getByRole("listitem")).toHaveCount(10);
    const recovery = (await codes.getByRole("listitem").first().textContent())!;
    await codes.getByRole("button", { name: "I have kept them" }).click();
    await expect(page.getByText("10 recovery codes left")).toBeVisible();
    await mailTo(page.request, account.email, "Two-step sign-in is on");

    await forgetSession(page);
    await page.goto("/login");
    await signInByForm(page, account);
    await expect(page.getByRole("heading", { name: "Two-step sign-in" })).toBeVisible();
    await page.getByLabel("6-digit code").fill(appCode(secret));
    await page.waitForURL("**/timeline");

    await forgetSession(page);
    await page.goto("/login");
    await signInByForm(page, account);
    await page.getByRole("button", { name: "Use a recovery code" }).click();
    await page.getByLabel("Recovery code").fill(recovery.toUpperCase());
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL("**/timeline");

    await page.goto("/settings");
    await expect(page.getByText("9 recovery codes left")).toBeVisible();
    await askForProofOnce(page, "/api/v2/auth/factors");
    await page.getByRole("button", { name: "Turn off" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Turn off" }).click();
    const proof = page.getByRole("dialog", { name: "Is it you?" });
    await proof.locator("[name=password]").fill("not my password");
    await proof.getByRole("button", { name: "Confirm" }).click();
    await expect(proof.getByText("This password is not right.")).toBeVisible();
    await proof.locator("[name=password]").fill(account.password);
    await proof.getByRole("button", { name: "Confirm" }).click();
    await expect(page.getByRole("button", { name: "Set up" })).toBeVisible();
  },
);

test("changing the password, after a proof of who one is", { tag: "@full" }, async ({ page }) => {
  const account = await signUpOnboarded(page);
  await page.goto("/settings");
  await askForProofOnce(page, "/api/v2/auth/password");
  await page.getByRole("button", { name: "Change password" }).click();
  const dialog = page.getByRole("dialog", { name: "Change password" });
  await dialog.locator("[name=password]").fill("quite another phrase");
  await dialog.getByRole("button", { name: "Change password" }).click();
  const proof = page.getByRole("dialog", { name: "Is it you?" });
  await proof.locator("[name=password]").fill(account.password);
  await proof.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("Your password is changed.")).toBeVisible();
  await forgetSession(page);
  await page.goto("/login");
  await signInByForm(page, { ...account, password: "quite another phrase" });
  await page.waitForURL("**/timeline");
});

test("changing the address by the code", { tag: "@full" }, async ({ page }) => {
  await signUpOnboarded(page);
  const next = freshAccount().email;
  await page.goto("/settings");
  await page.getByRole("button", { name: "Change email address" }).click();
  const dialog = page.getByRole("dialog", { name: "Change email address" });
  await dialog.locator("[name=email]").fill("demo@gum.test");
  await dialog.getByRole("button", { name: "Send code" }).click();
  await expect(dialog.getByText("This email is already registered")).toBeVisible();
  await page.keyboard.press("Escape");
  const question = page.getByRole("alertdialog", { name: "Discard your changes?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await dialog.locator("[name=email]").fill(next);
  await dialog.getByRole("button", { name: "Send code" }).click();
  await expect(dialog.locator("[name=code]")).toBeVisible();
  const { code } = await mailTo(page.request, next);
  await dialog.locator("[name=code]").fill(code);
  await expect(notice(page, "Your email address is changed.")).toBeVisible();
  await expect(page.getByText(next)).toBeVisible();
});

test(
  "devices are listed, and one can be signed out",
  { tag: "@full" },
  async ({ page, browser, baseURL }) => {
    const account = await signUpOnboarded(page);
    const context = await browser.newContext({
      baseURL,
      userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5) CriOS/125.0",
    });
    const phone = await context.newPage();
    await phone.goto("/login");
    await signInByForm(phone, account);
    await phone.waitForURL("**/timeline");
    await page.goto("/settings");
    await expect(page.getByText("This device", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Sign out Chrome on iPhone" }).click();
    await expect(page.getByText("Chrome on iPhone")).toHaveCount(0);
    await phone.goto("/timeline");
    await phone.waitForURL("**/login");
    await context.close();
  },
);

test("language, theme and dock are chosen and kept", { tag: "@full" }, async ({ page }) => {
  await signUpOnboarded(page);
  await page.goto("/settings");
  await page.getByText("日本語", { exact: true }).click();
  await expect(page.getByRole("heading", { name: "設定" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "ja");
  await page.getByText("ライト", { exact: true }).click();
  await expect(page.locator("html")).toHaveClass(/light/);
  // The list of sections leads to the section, not to the dock itself.
  await page.getByRole("link", { name: "ドック", exact: true }).click();
  await expect(page.locator(":target").getByRole("heading", { name: "ドック" })).toBeVisible();
  const dock = page.getByRole("radiogroup", { name: "ドックの位置" });
  await dock.getByText("左", { exact: true }).click();
  await page.reload();
  await expect(page.getByRole("heading", { name: "設定" })).toBeVisible();
  await expect(page.locator("html")).toHaveClass(/light/);
  expect(await page.evaluate(() => localStorage.getItem("gum-dock"))).toContain('"left"');
  await page.getByText("自動", { exact: true }).click();
  await expect(page.getByRole("heading", { name: "Settings" })).toBeVisible();
});

test("what an app was allowed is listed, and can be taken back", { tag: "@full" }, async ({ page }) => {
  await signUpOnboarded(page);
  const found = await page.request.get("/api/apps?search=Sorami");
  const { items } = (await found.json()) as { items: App[] };
  const app = items.find(({ name }) => name === "Sorami")!;
  const host = app.manifest.network!.hosts[0]!;
  const granted = await page.request.put(`/api/apps/${app.id}/permissions`, { data: { hosts: [host] } });
  expect(granted.ok()).toBe(true);
  await page.goto("/settings");
  const section = page.locator("#permissions");
  await expect(section.getByText(host)).toBeVisible();
  await section.getByRole("button", { name: `Revoke all permissions of ${app.name}` }).click();
  await expect(section.getByText("No app was allowed anything")).toBeVisible();
  const left = await page.request.get("/api/v2/users/me/permissions");
  expect(await left.json()).toMatchObject({ items: [] });
});

test("deleting the account takes its name typed, and ends everything", { tag: "@full" }, async ({ page }) => {
  const account = await signUpOnboarded(page);
  await page.goto("/settings");
  await page.getByRole("button", { name: "Delete account" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog.getByRole("button", { name: "Delete permanently" })).toBeDisabled();
  await dialog.locator("[name=username]").fill(account.username);
  await dialog.getByRole("button", { name: "Delete permanently" }).click();
  await page.waitForURL("**/login");
  await expect(notice(page, "Your account is deleted.")).toBeVisible();
  await signInByForm(page, account);
  await expect(page.getByText("Invalid email or password")).toBeVisible();
});

test.describe("editing the profile", () => {
  test("asks before unsaved changes are left behind", { tag: "@full" }, async ({ page }) => {
    await signUpOnboarded(page);
    await page.goto("/edit-profile");
    await settled(page);
    await page.locator("[name=bio]").fill("Not saved yet");
    // Before hydration there is nothing to ask: the link loads another page.
    await expect(page.getByText("13 / ")).toBeVisible();
    const leave = page.locator("#dock").getByRole("link", { name: "Timeline" });
    const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
    await leave.click();
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(page).toHaveURL(/\/edit-profile$/);
    await expect(page.locator("[name=bio]")).toHaveValue("Not saved yet");
    await leave.click();
    await question.getByRole("button", { name: "Leave" }).click();
    await expect(page).toHaveURL(/\/timeline$/);
  });

  test(
    "says whether a username is free; links with the old one lead to the new one",
    { tag: "@full" },
    async ({ page }) => {
      const { username } = await signUpOnboarded(page);
      await page.goto("/edit-profile");
      const field = page.locator("[name=username]");
      await field.fill("MIKA");
      await expect(page.getByText("This username is already in use. Please choose another.")).toBeVisible();
      // A family of four is one character, and what is too much is not taken.
      const family = "👩‍👩‍👧‍👦";
      await page.locator("[name=displayName]").fill(family.repeat(60));
      await expect(page.locator("[name=displayName]")).toHaveValue(family.repeat(50));
      await page.locator("[name=bio]").fill(`${family} www.example.com/a、です`);
      await expect(page.getByText("22 / 500")).toBeVisible();
      await field.fill(`${username}_2`);
      await expect(page.getByText(`@${username}_2 is free.`)).toBeVisible();
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await expect(notice(page, "Your profile is saved.")).toBeVisible();
      await page.goto(`/profile/${username}`);
      await page.waitForURL(`**/profile/${username}_2`);
      await expect(page.getByText(`@${username}_2`).first()).toBeVisible();
      await expect(page.getByRole("heading", { name: family.repeat(50) })).toBeVisible();
      await expect(page.getByRole("link", { name: "example.com/a", exact: true })).toHaveAttribute(
        "href",
        "https://www.example.com/a",
      );
    },
  );

  test("takes a picture, cut to its frame", { tag: "@full" }, async ({ page }) => {
    await signUpOnboarded(page);
    await page.goto("/edit-profile");
    // A picture of two halves, drawn in the page: the right one is kept.
    const picture = await page.evaluate(async () => {
      const canvas = document.createElement("canvas");
      canvas.width = 800;
      canvas.height = 400;
      const context = canvas.getContext("2d")!;
      context.fillStyle = "#ff0000";
      context.fillRect(0, 0, 400, 400);
      context.fillStyle = "#0000ff";
      context.fillRect(400, 0, 400, 400);
      const blob = await new Promise<Blob>((resolve) => canvas.toBlob((made) => resolve(made!), "image/png"));
      return [...new Uint8Array(await blob.arrayBuffer())];
    });
    await page
      .getByLabel("Change picture")
      .and(page.locator("input"))
      .setInputFiles({ name: "halves.png", mimeType: "image/png", buffer: Buffer.from(picture) });
    const dialog = page.getByRole("dialog", { name: "Adjust your picture" });
    const area = dialog.getByRole("application");
    for (let index = 0; index < 40; index++) await area.press("ArrowRight");
    await dialog.getByRole("button", { name: "Use picture" }).click();
    await expect(notice(page, "Your picture is saved.")).toBeVisible();
    const { avatarUrl } = await me(page);
    const middle = await page.evaluate(async (url) => {
      const image = await createImageBitmap(await (await fetch(url)).blob());
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext("2d")!;
      context.drawImage(image, 0, 0);
      return [
        image.width,
        image.height,
        ...context.getImageData(image.width / 2, image.height / 2, 1, 1).data,
      ];
    }, avatarUrl!);
    expect(middle.slice(0, 2)).toEqual([512, 512]);
    expect(middle[4]!).toBeGreaterThan(200);
    expect(middle[2]!).toBeLessThan(60);
  });

  test("says what is wrong with a file that is no picture", { tag: "@full" }, async ({ page }) => {
    await signUpOnboarded(page);
    await page.goto("/edit-profile");
    await page
      .getByLabel("Change banner")
      .and(page.locator("input"))
      .setInputFiles({ name: "x.png", mimeType: "image/png", buffer: Buffer.from("not a picture") });
    await expect(page.getByText("This picture cannot be read")).toBeVisible();
  });

  test("saves, and joins what was changed elsewhere", { tag: "@full" }, async ({ page }) => {
    const account = await signUpOnboarded(page);
    await page.goto("/edit-profile");
    const elsewhere = (data: object) =>
      page.request.patch("/api/v2/users/me", { data, headers: { "x-client-info": "gum-web" } });
    // Another field: joined without asking.
    await elsewhere({ displayName: "From Elsewhere" });
    await page.locator("[name=bio]").fill("from here");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(notice(page, "Your profile is saved.")).toBeVisible();
    expect(await me(page)).toMatchObject({ displayName: "From Elsewhere", bio: "from here" });
    await expect(page.locator("[name=displayName]")).toHaveValue("From Elsewhere");

    // The same field: asked.
    await elsewhere({ bio: "from elsewhere" });
    await page.locator("[name=bio]").fill("from here again");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    const dialog = page.getByRole("alertdialog", { name: "Changed in two places" });
    await expect(dialog.getByText("from elsewhere", { exact: true })).toBeVisible();
    await dialog.getByLabel("From elsewhere").check();
    await dialog.getByRole("button", { name: "Save this" }).click();
    await expect(dialog).toHaveCount(0);
    await expect.poll(async () => (await me(page)).bio).toBe("from elsewhere");
    expect((await me(page)).username).toBe(account.username);
  });

  for (const [status, code, text] of [
    [500, "internal", "Failed to update profile"],
    [401, "unauthenticated", "No active session"],
  ] as const) {
    test(`says "${text}" for ${status}`, { tag: "@full" }, async ({ page }) => {
      await signUpOnboarded(page);
      await page.goto("/edit-profile");
      await page.route("**/api/v2/users/me", (route) =>
        route.request().method() === "PATCH"
          ? route.fulfill({
              status,
              contentType: "application/problem+json",
              body: JSON.stringify({ code, message: "x" }),
            })
          : route.continue(),
      );
      await page.locator("[name=bio]").fill("something");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await expect(page.getByText(text)).toBeVisible();
    });
  }

  test('says "No user logged in" where nobody is', { tag: "@full" }, async ({ page }) => {
    await signUpOnboarded(page);
    await page.clock.install();
    await page.goto("/edit-profile");
    await expect.poll(() => authStorage(page)).not.toBeNull();
    await page.route("**/api/auth/session", (route) => route.fulfill({ json: {} }));
    await page.clock.runFor("05:00");
    await page.getByRole("button", { name: "Continue as Guest" }).click();
    await page.locator("[name=bio]").fill("something");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("No user logged in")).toBeVisible();
  });
});
