import { expect, test } from "../support/test";
import { signUpOnboarded } from "../support/accounts";
import { background } from "../support/background";
import { notice } from "../support/notices";
import { callAs } from "../support/posts";
import type { Draft } from "@/lib/posts/draft-contract";

const unique = (text: string) => `${text} ${Math.random().toString(36).slice(2, 10)}`;

test(
  "a draft is on every device, several are kept, and one ends with its post",
  { tag: "@full" },
  async ({ page, browser }) => {
    await signUpOnboarded(page);
    const texts = async () => {
      const { items } = await callAs<{ items: Draft[] }>(page, "GET", "/v1/drafts");
      return items.map(({ text }) => text);
    };
    const [first, second] = [unique("first thought"), unique("second thought")];
    await page.goto("/timeline");
    const field = page.getByLabel("What to post");
    await field.fill(first);
    await expect.poll(texts).toEqual([first]);
    await page.getByRole("button", { name: "Drafts" }).click();
    await page.getByRole("button", { name: "Keep this one and start another" }).click();
    await expect(field).toHaveValue("");
    await field.fill(second);
    await expect.poll(texts).toEqual([second, first]);

    const { cookies } = await page.context().storageState();
    const other = await (await browser.newContext({ storageState: { cookies, origins: [] } })).newPage();
    await other.goto("/timeline");
    await other.getByRole("button", { name: "Drafts" }).click();
    const dialog = other.getByRole("dialog", { name: "Drafts" });
    await dialog.getByRole("button", { name: second }).click();
    await expect(other.getByLabel("What to post")).toHaveValue(second);
    await other.getByLabel("What to post").fill(`${second}!`);
    await expect.poll(texts).toEqual([`${second}!`, first]);
    await page.reload();
    await expect(field).toHaveValue(`${second}!`);
    await other.getByRole("button", { name: "Post", exact: true }).click();
    await expect.poll(texts).toEqual([first]);

    await page.reload();
    await expect(field).toHaveValue("");
    await page.getByRole("button", { name: "Drafts" }).click();
    await page.getByRole("button", { name: "Delete draft" }).click();
    await expect(page.getByText("No other drafts")).toBeVisible();
    await expect(notice(page, "Draft deleted")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("dialog", { name: "Drafts" }).getByRole("button", { name: first }).click();
    await expect(field).toHaveValue(first);
  },
);

test(
  "what is written offline is kept, and saved when the connection is back",
  { tag: "@full" },
  async ({ page, context }) => {
    await signUpOnboarded(page);
    await page.goto("/timeline");
    await expect(page.getByRole("button", { name: "Drafts" })).toBeVisible();
    await background(page);
    await context.setOffline(true);
    const text = unique("offline");
    await page.getByLabel("What to post").fill(text);
    await expect(page.getByText("Kept on this device")).toBeAttached();
    await context.setOffline(false);
    const texts = async () =>
      (await callAs<{ items: Draft[] }>(page, "GET", "/v1/drafts")).items.map((draft) => draft.text);
    await expect.poll(texts).toEqual([text]);
  },
);

test("a draft whose save arrived without an answer stays one", { tag: "@full" }, async ({ page }) => {
  await signUpOnboarded(page);
  await page.goto("/timeline");
  let isLost = false;
  await page.route("**/api/v1/drafts/*", async (route) => {
    if (route.request().method() !== "PUT" || isLost) return route.continue();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
  const [first, second] = [unique("arrived"), unique("written since")];
  await page.getByLabel("What to post").fill(first);
  await expect(page.getByText("Kept on this device")).toBeAttached();
  const texts = async () =>
    (await callAs<{ items: Draft[] }>(page, "GET", "/v1/drafts")).items.map((draft) => draft.text);
  expect(await texts()).toEqual([first]);
  await page.getByLabel("What to post").fill(second);
  await expect.poll(texts).toEqual([second]);
});
