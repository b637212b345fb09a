import AxeBuilder from "@axe-core/playwright";
import { ADMIN_EMAIL, PASSWORD, signInByForm, signUpOnboarded } from "../support/accounts";
import { notice } from "../support/notices";
import { callAs, cardOf, publish } from "../support/posts";
import { expect, test, type Browser, type Page } from "../support/test";

const unique = (text: string) => `${text} ${Math.random().toString(36).slice(2, 10)}`;

async function newPage(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage();
}

/** The admin of the instance, who signs up in the first test that needs one. */
async function keeper(browser: Browser): Promise<Page> {
  const page = await newPage(browser);
  const account = { email: ADMIN_EMAIL, username: "the_keeper", password: PASSWORD };
  const known = await page.request.post("/api/v2/auth/login", {
    data: { email: account.email, password: account.password },
    headers: { "x-client-info": "gum-web" },
  });
  if (!known.ok()) await signUpOnboarded(page, account);
  return page;
}

test("a report is decided by keyboard, the author reads why and appeals, and the answer brings the post back", async ({
  page,
  browser,
}) => {
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
  await page.getByRole("link", { name: /Moderators decided something/ }).click();
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
});

test("for members the queue is a path like any unknown one", async ({ page }) => {
  await signUpOnboarded(page);
  await page.goto("/moderation");
  await expect(page.getByRole("heading", { name: "Moderation" })).toHaveCount(0);
  await expect(page.getByRole("feed").first()).toBeVisible();
});

test("a suspended person is put out, reads why at the door, and appeals there", async ({ page, browser }) => {
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
  await page.goto("/login");
  await signInByForm(page, account);
  await expect(page.getByText("Thirty adverts in an hour.")).toBeVisible();
  await page.getByRole("button", { name: "Appeal" }).click();
  await page.getByLabel("Why should the suspension be taken back?").fill("My account was taken over");
  await page.getByRole("button", { name: "Send appeal" }).click();
  await expect(page.getByText(/is with the moderators/)).toBeVisible();
});
