import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import AxeBuilder from "@axe-core/playwright";
import { expect } from "../support/page-expect";
import type { Browser, BrowserContext, Page } from "playwright";
import { uuidv7 } from "uuidv7";
import { afterAll, afterEach, beforeAll, it } from "vitest";
import { freePort } from "../../bin/launcher/postgres.mjs";
import { freshAccount, mailTo, signUpOnboarded } from "../support/accounts";
import { ADMIN } from "../support/admin.mjs";
import { notice } from "../support/notices";
import { type OidcIssuer, startIssuer } from "../support/oidc-issuer";
import { cardOf } from "../support/posts";
import { type TestServer, startServer } from "../support/server";
import { connectBrowser } from "../support/shared-browser";
import { still } from "../support/still";

/** What an admin or the host sets, and what others then see of it. It holds for the whole instance: a server of its own. */

let server: TestServer;
let issuer: OidcIssuer;
let browser: Browser;
let keeper: BrowserContext;
let pages: string;
const contexts: BrowserContext[] = [];

async function newPage(context?: BrowserContext): Promise<Page> {
  if (context) return context.newPage();
  const own = await browser.newContext({ baseURL: server.url, locale: "en-US" });
  contexts.push(own);
  return own.newPage();
}

async function expectAccessible(page: Page): Promise<void> {
  await still(page);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
}

/** The page shows the choice before the server has it. */
async function chooseSignups(page: Page, name: string): Promise<void> {
  const saved = page.waitForResponse((response) => response.request().method() === "PATCH");
  await page.getByRole("radio", { name }).click();
  expect((await saved).status()).toBe(200);
}

beforeAll(async () => {
  const port = await freePort();
  issuer = await startIssuer(`http://localhost:${port}/api/auth/callback/oidc`);
  pages = await mkdtemp(path.join(os.tmpdir(), "gum-pages-"));
  server = await startServer({
    port,
    env: {
      INSTANCE_PAGES_DIR: pages,
      ADMIN_EMAIL: ADMIN.email,
      AUTH_OIDC_ISSUER: issuer.url,
      AUTH_OIDC_CLIENT_ID: issuer.clientId,
      AUTH_OIDC_CLIENT_SECRET: issuer.clientSecret,
      AUTH_OIDC_NAME: "Acme",
      AUTH_OIDC_TRUST_EMAIL: "1",
    },
  });
  browser = await connectBrowser();
  keeper = await browser.newContext({ baseURL: server.url, locale: "en-US" });
  const page = await keeper.newPage();
  await signUpOnboarded(page, ADMIN);
  await page.close();
});
afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()));
});
afterAll(async () => {
  await keeper?.close();
  await browser?.close();
  await server?.dispose();
  await issuer?.stop();
  await rm(pages, { recursive: true, force: true });
});

it("sign-ups by invitation: a code from the settings lets one person in, whom the admin finds below the other", async () => {
  const admin = await newPage(keeper);
  await admin.goto("/admin");
  await chooseSignups(admin, "By invitation");
  await expect(admin.getByText("Only people with a code that a member created")).toBeVisible();

  const guest = await newPage();
  await guest.goto("/signup");
  await expect(guest.getByLabel("Invitation code")).toBeVisible();
  await expectAccessible(guest);

  await admin.goto("/settings");
  await admin.getByRole("button", { name: "Create a code" }).click();
  const endCode = admin.getByRole("button", { name: /^End \w/ });
  await expect(endCode).toBeVisible();
  await expectAccessible(admin);
  const code = (await endCode.getAttribute("aria-label"))!.replace("End ", "");

  const account = freshAccount();
  const fill = async (invitation: string) => {
    await guest.locator("[name=invitation]").fill(invitation);
    await guest.locator("[name=email]").fill(account.email);
    await guest.locator("[name=username]").fill(account.username);
    await guest.locator("[name=password]").fill(account.password);
    await guest.getByRole("button", { name: "Create account" }).click();
  };
  await fill("not-a-code");
  await expect(
    guest.getByText("This invitation is not valid, has expired or was used already."),
  ).toBeVisible();
  await guest.goto(`/signup?invitation=${code}`);
  await expect(guest.locator("[name=invitation]")).toHaveValue(code);
  await fill(code);
  await guest.waitForURL(/\/(onboarding|auth\/verify)/);
  expect((await mailTo(guest.request, account.email)).code).not.toBe("");

  await admin.reload();
  await expect(admin.getByRole("link", { name: /signed up with it$/ })).toBeVisible();
  await admin.goto("/admin");
  await admin.getByRole("button", { name: /^Show whom .+ invited$/ }).click();
  await expect(admin.getByRole("link", { name: new RegExp(account.username) })).toBeVisible();
  await expectAccessible(admin);

  await chooseSignups(admin, "Nobody");
  await expect(admin.getByText("Nobody can create an account.")).toBeVisible();
  await guest.context().clearCookies();
  await guest.goto("/signup");
  await expect(guest.getByText("Sign ups are currently disabled.")).toBeVisible();
  await chooseSignups(admin, "Everybody");
  await expect(admin.getByText("Anybody can create an account.")).toBeVisible();
  await admin.close();
});

it("an announcement stands above every page until it is dismissed or ended", async () => {
  const admin = await newPage(keeper);
  await admin.goto("/admin");
  await admin.getByLabel("Text of the announcement").fill("Tonight we are away.");
  await admin.getByRole("button", { name: "Announce" }).click();
  const shown = (page: Page) => page.getByRole("region", { name: "Announcement", exact: true });
  await expect(admin.getByText("Shown now")).toBeVisible();

  const [guest, member] = [await newPage(), await newPage()];
  await guest.goto("/login");
  await expect(shown(guest)).toContainText("Tonight we are away.");
  await expectAccessible(guest);
  await shown(guest).getByRole("button", { name: "Dismiss" }).click();
  await guest.reload();
  await expect(guest.locator("[name=password]")).toBeVisible();
  await expect(shown(guest)).toHaveCount(0);

  await signUpOnboarded(member);
  await member.goto("/timeline");
  await expect(shown(member)).toContainText("Tonight we are away.");
  const dismissed = member.waitForResponse("**/api/v1/announcements/dismiss");
  await shown(member).getByRole("button", { name: "Dismiss" }).click();
  await dismissed;
  await member.goto("/apps");
  await expect(member.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(shown(member)).toHaveCount(0);

  await admin.getByRole("button", { name: "End", exact: true }).click();
  await expect(admin.getByText("Shown now")).toHaveCount(0);
  const later = await newPage();
  await later.goto("/login");
  await expect(later.locator("[name=password]")).toBeVisible();
  await expect(shown(later)).toHaveCount(0);
  await admin.close();
});

it("a post shows the card of its link, for everyone and after a reload, unless its author turns it off", async () => {
  await server.database.query(
    "INSERT INTO links (id, url, title, description, read_at) VALUES ($1, $2, 'A week of ramen', 'Seven bowls', now())",
    [uuidv7(), "https://ramen.example.com/week"],
  );
  const page = await newPage();
  await signUpOnboarded(page);
  await page.goto("/timeline");
  const write = async (word: string, withCard: boolean) => {
    await page.locator(".composer textarea").first().fill(`${word}: https://ramen.example.com/week`);
    if (!withCard) await page.getByRole("button", { name: "Link preview" }).click();
    const sent = page.waitForResponse((answer) => answer.url().endsWith("/api/v1/posts"));
    await page.getByRole("button", { name: "Post", exact: true }).click();
    await sent;
    await expect(cardOf(page, word)).toBeVisible();
  };
  await write("Lunch", true);
  const card = cardOf(page, "Lunch").locator("[data-link-card]");
  await expect(card).toContainText("A week of ramen");
  await expect(card).toContainText("ramen.example.com");
  await expect(card).toHaveAttribute("rel", /noopener/);
  await write("Again", false);
  await page.reload();
  await expect(card).toBeVisible();
  await expect(cardOf(page, "Again").locator("[data-link-card]")).toHaveCount(0);
  await expectAccessible(page);
});

it("a newcomer signs up at an issuer, chooses a username, and signs in there again", async () => {
  const { username, email } = freshAccount();
  issuer.accounts.set(username, { sub: username, email, email_verified: true, preferred_username: username });
  issuer.person = username;
  const page = await newPage();
  await page.goto("/login");
  await page.getByRole("button", { name: "Acme" }).click();
  await expect(page.getByRole("heading", { name: "Choose your username" })).toBeVisible();
  await expect(page.getByText(`@${username} is free.`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL("**/onboarding");

  const again = await newPage();
  await again.goto("/login");
  await again.getByRole("button", { name: "Acme" }).click();
  await again.waitForURL("**/onboarding");
});

it("a member links an account of an issuer in the settings, and is signed in by it elsewhere", async () => {
  const page = await newPage();
  const { username } = await signUpOnboarded(page);
  issuer.accounts.set(username, { sub: username, email: "other@acme.test", email_verified: true });
  issuer.person = username;
  await page.goto("/settings");
  await page.getByRole("button", { name: "Link Acme" }).click();
  await expect(notice(page, "Acme is linked. It signs you in from now on.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Unlink Acme" })).toBeVisible();
  await expectAccessible(page);

  const elsewhere = await newPage();
  await elsewhere.goto("/login");
  await elsewhere.getByRole("button", { name: "Acme" }).click();
  await elsewhere.waitForURL("**/timeline");
});

it("newer terms are agreed to once, and lead back to where one was", async () => {
  const member = await newPage();
  const { email } = await signUpOnboarded(member);
  await member.goto("/apps");
  await writeFile(
    path.join(pages, "terms.en.md"),
    "---\nversion: 2\nchanges: Apps are checked before they are published.\n---\n\n# Our terms\n\n<b>Be kind.</b>\n",
  );

  const guest = await newPage();
  await guest.goto("/about");
  await guest.getByRole("link", { name: "Terms", exact: true }).last().click();
  await expect(guest.getByRole("heading", { name: "Our terms", level: 1 })).toBeVisible();
  await expect(guest.getByText("<b>Be kind.</b>")).toBeVisible();
  await expect(guest.getByText("Version 2", { exact: true })).toBeVisible();
  await expectAccessible(guest);

  const admin = await newPage(keeper);
  await admin.goto("/admin");
  await expect(admin.getByText("Apps are checked before they are published.")).toBeVisible();
  await expectAccessible(admin);
  await admin.getByRole("button", { name: "Ask everybody" }).click();
  await expect(notice(admin, "Everybody is asked to agree to version 2.")).toBeVisible();

  await member.goto("/search?q=ramen&type=posts");
  await member.waitForURL("**/terms/agree?**");
  await expect(member.getByText("Apps are checked before they are published.")).toBeVisible();
  // It may stream in after the page.
  await expect(member).toHaveTitle(/\S/);
  await expectAccessible(member);
  await member.getByRole("button", { name: "Agree and continue" }).click();
  await expect(member.getByText("Please agree to continue.")).toBeVisible();
  await member.getByLabel(/^I have read the changes/).check();
  await member.getByRole("button", { name: "Agree and continue" }).click();
  await member.waitForURL("**/search?q=ramen&type=posts");
  const rows = await server.database.query("SELECT terms_version AS version FROM users WHERE email = $1", [
    email,
  ]);
  expect(rows).toEqual([{ version: 2 }]);
  await member.goto("/apps");
  await expect(member).toHaveURL(/\/apps$/);

  // A newcomer agrees to the new ones at once.
  const newcomer = await newPage();
  await signUpOnboarded(newcomer);
  await newcomer.goto("/timeline");
  await expect(newcomer).toHaveURL(/\/timeline$/);

  // Whoever does not agree can still leave with their data.
  await admin.goto("/timeline");
  await admin.waitForURL("**/terms/agree?**");
  await admin.getByRole("link", { name: /take a copy of your data/ }).click();
  await expect(admin.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
  await admin.close();
});
