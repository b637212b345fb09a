import { expect, test } from "../support/test";
import { signUpOnboarded } from "../support/accounts";
import {
  appFrame,
  appName,
  countingApp,
  keptEntries,
  pressCounter,
  setPublished,
  uploadByApi,
} from "../support/store";
import { notice } from "../support/notices";

test(
  "publishing gives a link that runs signed out, and unpublishing ends it",
  { tag: "@phone" },
  async ({ page, browser }) => {
    await signUpOnboarded(page);
    const name = appName("Shared");
    const app = await uploadByApi(page, countingApp({ name, description: "Shared with everybody." }));
    await page.goto(`/apps/${app.id}`);
    await page.getByRole("switch", { name: "Published" }).click();
    await expect(notice(page, "is in the store now")).toBeVisible();
    const { shareUrl } = (await (await page.request.get(`/api/apps/${app.id}`)).json()) as {
      shareUrl: string;
    };
    expect(shareUrl).toMatch(/\/app\/share\/[\w-]{22}$/);
    const path = new URL(shareUrl).pathname;

    const noindex = page.getByRole("switch", { name: "Keep search engines away" });
    await noindex.click();
    await expect(noindex).toBeChecked();
    // The switch shows it before the server has it.
    await expect
      .poll(async () => (await (await page.request.get(`/api/apps/${app.id}`)).json()).noindex)
      .toBe(true);

    const guest = await browser.newContext();
    const visit = await guest.newPage();
    await visit.goto(path);
    await expect(visit.getByRole("heading", { level: 1, name })).toBeVisible();
    await expect(visit.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
    await expect(visit.locator('meta[property="og:title"]')).toHaveAttribute("content", name);
    await expect(visit.locator('meta[property="og:description"]')).toHaveAttribute(
      "content",
      "Shared with everybody.",
    );
    const picture = await visit.locator('meta[property="og:image"]').getAttribute("content");
    expect((await guest.request.get(new URL(picture!).pathname)).headers()["content-type"]).toBe(
      "image/webp",
    );
    await visit.getByRole("button", { name: "Open", exact: true }).click();
    await pressCounter(visit);
    // This browser keeps what a guest saved.
    await expect.poll(() => keptEntries(visit)).toBe(1);
    await visit.reload();
    await visit.getByRole("button", { name: "Open", exact: true }).click();
    await expect(appFrame(visit).locator("#saved")).toHaveText("1");

    await page.getByRole("switch", { name: "Published" }).click();
    await expect(page.getByText("is private again")).toBeVisible();
    const ended = await visit.goto(path);
    expect(ended?.status()).toBe(404);
    await expect(visit.getByRole("heading", { name: "This link has ended" })).toBeVisible();
    expect((await guest.request.get(new URL(picture!).pathname)).status()).toBe(404);
    await guest.close();
  },
);

test(
  "sharing an app that is not published publishes it, and gives its link",
  { tag: "@full" },
  async ({ page }) => {
    await signUpOnboarded(page);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const app = await uploadByApi(page, countingApp({ name: appName("Unshared") }));
    await page.goto(`/apps/${app.id}/run`);
    await page.getByRole("button", { name: "Share" }).click();
    await page.getByRole("menuitem", { name: "Publish the app to share it" }).click();
    await expect(notice(page, "is in the store now")).toBeVisible();
    await page
      .getByRole("region", { name: /^Notices/ })
      .getByRole("button", { name: "Copy link" })
      .click();
    await expect(notice(page, "Link copied")).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/app\/share\/[\w-]{22}$/);
    await page.getByRole("button", { name: "Share" }).click();
    await expect(page.getByRole("menuitem", { name: "Copy link" })).toBeVisible();
  },
);

test(
  "a member opens a shared link inside the shell",
  { tag: ["@full", "@phone-full"] },
  async ({ page, browser }) => {
    await signUpOnboarded(page);
    const name = appName("Inside");
    const app = await uploadByApi(page, countingApp({ name }), { published: true });
    const context = await browser.newContext();
    const other = await context.newPage();
    await signUpOnboarded(other);
    await other.goto(`/app/share/${app.shareId}`);
    await other.getByRole("link", { name: "Open in Gum" }).click();
    await expect(other).toHaveURL(new RegExp(`/apps/shared/${app.shareId}$`));
    await expect(other.getByRole("heading", { level: 1, name })).toBeVisible();
    await setPublished(page, app.id, false);
    await other.reload();
    await expect(other.getByRole("heading", { name: "This link has ended" })).toBeVisible();
    await other.goto(`/apps/${app.id}`);
    await expect(other.getByRole("heading", { name: "Unknown app" })).toBeVisible();
    await context.close();
  },
);

test("the older address of an app leads to it", { tag: "@full" }, async ({ page }) => {
  await signUpOnboarded(page);
  const app = await uploadByApi(page, countingApp({ name: appName("Old") }));
  await page.goto(`/app/${app.id}`);
  await expect(page).toHaveURL(new RegExp(`/apps/${app.id}$`));
});
