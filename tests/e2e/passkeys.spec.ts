import { expect, test, type Page } from "../support/test";
import type { TotpEnrolment } from "@/lib/auth/contract";
import { forgetSession, signInByForm, signUpOnboarded } from "../support/accounts";
import { firstCode } from "../support/authenticator";
import { notice } from "../support/notices";
import { credentialsOf, plugIn, setCounter, withoutAutofill } from "../support/virtual-authenticator";

const REFUSED = "This passkey was not accepted. Please try again, or sign in another way.";

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.goto("/settings");
  await page.getByRole("button", { name: "Add passkey" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a passkey" });
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(notice(page, "Your passkey is added.")).toBeVisible();
  await expect(page.getByRole("list", { name: "Passkeys" }).getByText(name)).toBeVisible();
}

async function toLogin(page: Page): Promise<void> {
  await forgetSession(page);
  await page.goto("/login");
}

const signInButton = (page: Page) => page.getByRole("button", { name: "Sign in with a passkey" });

test(
  "a passkey signs in without an address, is renamed and removed",
  { tag: ["@full", "@phone-full"] },
  async ({ page }) => {
    await withoutAutofill(page);
    const account = await signUpOnboarded(page);
    const authenticator = await plugIn(page);
    await addPasskey(page, "My laptop");
    const [credential] = await credentialsOf(authenticator);
    expect(credential).toMatchObject({ isResidentCredential: true, rpId: "localhost" });

    await toLogin(page);
    const sent = page.waitForRequest("**/passkeys/sign-in");
    await signInButton(page).click();
    await page.waitForURL("**/timeline");
    // The same signature again, from the same browser.
    const replay = await page.request.post("/api/v2/auth/passkeys/sign-in", {
      data: (await sent).postDataJSON(),
    });
    expect(replay.status()).toBe(401);
    expect(await replay.json()).toMatchObject({ code: "passkey_refused" });

    await page.goto("/settings");
    const list = page.getByRole("list", { name: "Passkeys" });
    await expect(list.getByText(/Last used/)).toBeVisible();
    await page.getByRole("button", { name: "Rename My laptop" }).click();
    const dialog = page.getByRole("dialog", { name: "Rename the passkey" });
    await dialog.getByLabel("Name").fill("Old laptop");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Remove Old laptop" }).click();
    const question = page.getByRole("alertdialog", { name: "Remove the passkey Old laptop?" });
    await expect(question.getByText("It is your last one.", { exact: false })).toBeVisible();
    await question.getByRole("button", { name: "Remove" }).click();
    await expect(list).toHaveCount(0);

    // The device still has it; the account does not.
    await toLogin(page);
    await signInButton(page).click();
    await expect(page.getByRole("alert").getByText(REFUSED)).toBeVisible();
    await signInByForm(page, account);
    await page.waitForURL("**/timeline");
  },
);

test("a passkey is offered in the autofill of the address field", { tag: "@full" }, async ({ page }) => {
  await signUpOnboarded(page);
  await plugIn(page);
  await addPasskey(page, "Phone");
  await forgetSession(page);
  await page.goto("/login", { waitUntil: "commit" });
  // The virtual authenticator chooses what a person would choose from the field's list.
  await page.waitForURL("**/timeline");
});

test(
  "a passkey is offered after a sign-in without one, until there is one or the offer is dismissed",
  { tag: ["@full", "@phone-full"] },
  async ({ page, browser, baseURL }) => {
    await withoutAutofill(page);
    const offerOn = (at: Page) => at.getByRole("region", { name: "Passkey", exact: true });
    const isOffered = async (at: Page) =>
      (await (await at.request.get("/timeline")).text()).includes(String.raw`{\"host\":\"localhost\"}`);
    await signUpOnboarded(page);
    const authenticator = await plugIn(page);
    await page.goto("/timeline");
    expect(await isOffered(page)).toBe(true);
    await offerOn(page).getByRole("button", { name: "Create a passkey" }).click();
    await expect(notice(page, "Your passkey is added.")).toBeVisible();
    await expect(offerOn(page)).toHaveCount(0);
    expect(await credentialsOf(authenticator)).toHaveLength(1);
    expect(await isOffered(page)).toBe(false);

    await forgetSession(page);
    const other = await signUpOnboarded(page);
    await page.goto("/timeline");
    const dismissed = page.waitForResponse("**/v2/auth/passkeys/offer");
    await offerOn(page).getByRole("button", { name: "Do not offer this again" }).click();
    expect((await dismissed).status()).toBe(204);
    await expect(page.locator("#content")).toBeFocused();

    const context = await browser.newContext({ baseURL });
    const phone = await context.newPage();
    await withoutAutofill(phone);
    await plugIn(phone);
    await phone.goto("/login");
    await signInByForm(phone, other);
    await phone.waitForURL("**/timeline");
    expect([await isOffered(page), await isOffered(phone)]).toEqual([false, false]);
    await context.close();
  },
);

test(
  "two devices have a passkey each; one whose counter goes back is refused",
  { tag: "@full" },
  async ({ page, browser, baseURL }) => {
    await withoutAutofill(page);
    const account = await signUpOnboarded(page);
    const laptop = await plugIn(page);
    await addPasskey(page, "Laptop");

    const context = await browser.newContext({ baseURL });
    const phone = await context.newPage();
    await withoutAutofill(phone);
    await plugIn(phone);
    await phone.goto("/login");
    await signInByForm(phone, account);
    await phone.waitForURL("**/timeline");
    await addPasskey(phone, "Phone");
    await expect(phone.getByRole("list", { name: "Passkeys" }).getByRole("listitem")).toHaveCount(2);

    for (const each of [page, phone]) {
      await toLogin(each);
      await signInButton(each).click();
      await each.waitForURL("**/timeline");
    }
    await context.close();

    await setCounter(laptop, 0);
    await toLogin(page);
    await signInButton(page).click();
    await expect(page.getByRole("alert").getByText(REFUSED)).toBeVisible();
  },
);

test(
  "a security key that stores nothing is a second factor and a proof",
  { tag: "@full" },
  async ({ page }) => {
    await withoutAutofill(page);
    const account = await signUpOnboarded(page);
    const headers = { "x-client-info": "gum-web" };
    const enrolled = await page.request.post("/api/v2/auth/factors", { headers });
    const { secret } = (await enrolled.json()) as TotpEnrolment;
    await page.request.post("/api/v2/auth/factors/confirm", {
      headers,
      data: { code: await firstCode(secret) },
    });
    const authenticator = await plugIn(page, { resident: false });
    await addPasskey(page, "Security key");
    expect(await credentialsOf(authenticator)).toMatchObject([{ isResidentCredential: false }]);

    await toLogin(page);
    await signInByForm(page, account);
    await expect(page.getByRole("heading", { name: "Two-step sign-in" })).toBeVisible();
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await page.waitForURL("**/timeline");

    await page.goto("/settings");
    let asked = false;
    await page.route("**/api/v2/auth/factors", (route) => {
      if (asked || route.request().method() === "GET") return route.continue();
      asked = true;
      const body = JSON.stringify({ code: "reauthentication_required", message: "x" });
      return route.fulfill({ status: 403, contentType: "application/problem+json", body });
    });
    await page.getByRole("button", { name: "Turn off" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Turn off" }).click();
    const proof = page.getByRole("dialog", { name: "Is it you?" });
    const proven = page.waitForResponse("**/api/v2/auth/reauthenticate");
    await proof.getByRole("button", { name: "Use a passkey" }).click();
    expect((await proven).status()).toBe(204);
    await expect(page.getByRole("button", { name: "Set up" })).toBeVisible();
  },
);

test("at another name of this server there are no passkeys", async ({ page, baseURL }) => {
  const twin = baseURL!.replace("localhost", "127.0.0.1");
  await page.goto(`${twin}/login`);
  await expect(page.getByRole("button", { name: "Email me a sign-in code" })).toBeVisible();
  await expect(signInButton(page)).toHaveCount(0);
  const failure = await page.evaluate(() =>
    navigator.credentials.get({ publicKey: { challenge: new Uint8Array(32), rpId: "localhost" } }).then(
      () => "ok",
      (error: Error) => error.name,
    ),
  );
  expect(failure).toBe("SecurityError");
});
