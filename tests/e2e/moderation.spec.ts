import AxeBuilder from "@axe-core/playwright";
import { signInByForm, signUpOnboarded } from "../support/accounts";
import { ADMIN } from "../support/admin.mjs";
import { notice } from "../support/notices";
import { makePackage } from "../support/package-bytes";
import { callAs, cardOf, publish } from "../support/posts";
import { still } from "../support/still";
import { appName, uploadByApi } from "../support/store";
import { expect, test, type Browser, type Page } from "../support/test";

const unique = (text: string) => `${text} ${Math.random().toString(36).slice(2, 10)}`;

async function newPage(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage();
}

/** A page of the instance's admin. */
async function keeper(browser: Browser): Promise<Page> {
  const page = await newPage(browser);
  const signedIn = await page.request.post("/api/v2/auth/login", {
    data: { email: ADMIN.email, password: ADMIN.password },
    headers: { "x-client-info": "gum-web" },
  });
  expect(signedIn.status()).toBe(200);
  return page;
}

test(
  "a report is decided by keyboard, the author reads why and appeals, and the answer brings the post back",
  { tag: "@full" },
  async ({ page, browser }) => {
    await signUpOnboarded(page);
    const text = unique("harsh words");
    const { id } = await publish(page, text);
    const reporter = await newPage(browser);
    await signUpOnboarded(reporter);
    await callAs(reporter, "POST", "/v1/reports", {
      subjectType: "post",
      subjectId: id,
      reason: "harassment",
      note: "This hurts",
    });

    const admin = await keeper(browser);
    await admin.goto("/moderation");
    await expect(admin.getByRole("heading", { name: "Moderation" })).toBeVisible();
    await admin.getByRole("button", { name: new RegExp(text) }).click();
    const open = admin.getByRole("article", { name: "Post" });
    await expect(open.getByText("This hurts")).toBeVisible();
    await still(admin);
    expect((await new AxeBuilder({ page: admin }).analyze()).violations).toEqual([]);
    await admin.reload();
    await expect(open.getByText("This hurts")).toBeVisible();
    await admin.keyboard.press("r");
    const dialog = admin.getByRole("dialog");
    await dialog.getByLabel("To the person").fill("Be kind.");
    await dialog.getByRole("button", { name: "Remove" }).click();
    await expect(notice(admin, "Removed")).toBeVisible();

    await page.goto("/timeline?feed=all");
    await expect(cardOf(page, text)).toHaveCount(0);
    await page.goto("/notifications");
    await page.getByRole("link", { name: /Moderators removed something/ }).click();
    await expect(page.getByText("Be kind.")).toBeVisible();
    await page.getByRole("button", { name: "Appeal" }).click();
    await page.getByLabel("Why should this be taken back?").fill("It was a quotation");
    await page.getByRole("button", { name: "Send appeal" }).click();
    await expect(page.getByText("Waiting for an answer")).toBeVisible();

    await admin.goto("/moderation?queue=appeals");
    await admin.getByRole("button", { name: new RegExp(text) }).click();
    await admin.getByLabel("Your answer").fill("You are right, sorry.");
    await admin.getByRole("button", { name: "Take it back" }).click();
    await expect(notice(admin, "Answered")).toBeVisible();
    await page.reload();
    await expect(page.getByText("You are right, sorry.")).toBeVisible();
    await page.goto("/timeline");
    await expect(cardOf(page, text)).toBeVisible();
    await reporter.goto("/notifications");
    await expect(reporter.getByText(/moderators did something/)).toBeVisible();
  },
);

test("for members the queue is a path like any unknown one", async ({ page }) => {
  await signUpOnboarded(page);
  await page.goto("/moderation");
  await expect(page.getByRole("heading", { name: "Moderation" })).toHaveCount(0);
  await expect(page.getByRole("feed").first()).toBeVisible();
});

test(
  "a suspended person is signed out, reads why at sign-in, and appeals there",
  { tag: "@full" },
  async ({ page, browser }) => {
    const account = await signUpOnboarded(page);
    const { id } = await callAs<{ id: string }>(page, "GET", "/v2/users/me");
    await page.goto("/timeline");
    const admin = await keeper(browser);
    await callAs(admin, "POST", `/v1/moderation/cases/user/${id}`, {
      action: "suspend",
      reason: "spam",
      message: "Thirty adverts in an hour.",
      days: 7,
    });
    // The open page notices by itself, and its way to /login would abort this visit.
    await page.goto("about:blank");
    await page.goto("/timeline");
    await expect(page).toHaveURL(/\/login/);
    await signInByForm(page, account);
    await expect(page.getByText("Thirty adverts in an hour.")).toBeVisible();
    await page.getByRole("button", { name: "Appeal" }).click();
    await page.getByLabel("Why should the suspension be taken back?").fill("My account was taken over");
    await page.getByRole("button", { name: "Send appeal" }).click();
    await expect(page.getByText(/is with the moderators/)).toBeVisible();
  },
);

test(
  "in somebody's post a moderator hides the card, removes a person and closes the app",
  { tag: "@full" },
  async ({ page, browser }) => {
    await signUpOnboarded(page);
    const manifest = { name: appName("Poll"), entry: { html: "index.html" }, room: true };
    const file = makePackage(manifest, { "index.html": "<h1>Poll</h1>" });
    const app = await uploadByApi(page, file, { published: true });
    const body = unique("Vote here");
    const post = await publish(page, body, { appRef: { appId: app.id } });
    const { id: room } = await callAs<{ id: string }>(page, "POST", `/posts/${post.id}/room`);
    const guest = await newPage(browser);
    await signUpOnboarded(guest);
    await callAs(guest, "POST", `/posts/${post.id}/room`);
    await callAs(page, "PUT", `/rooms/${room}/card`, { title: "Bad words" });

    const admin = await keeper(browser);
    await admin.goto(`/post/${post.id}`);
    await expect(admin.getByText("Bad words")).toBeVisible();
    const choose = async (name: string) => {
      await admin.getByRole("button", { name: "More about this post" }).click();
      await admin.getByRole("menuitem", { name }).click();
    };
    await choose("Hide what the app shows");
    await expect(admin.getByText("Bad words")).toHaveCount(0);
    await choose("People using the app…");
    const people = admin.getByRole("dialog");
    await people.getByRole("button", { name: /^Remove / }).click();
    await admin.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await expect(admin.getByRole("alertdialog")).toHaveCount(0);
    await expect(people.getByRole("button", { name: /^Remove / })).toHaveCount(0);
    await admin.keyboard.press("Escape");
    await choose("Close: look, but don’t change");
    await expect(notice(admin, "People can now look at the app, but not change it")).toBeVisible();
    await guest.goto("/notices");
    await expect(guest.getByText("You were removed from a shared app")).toBeVisible();
  },
);
