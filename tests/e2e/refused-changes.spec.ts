import { expect, test } from "../support/test";
import { signUpOnboarded } from "../support/accounts";
import { settled } from "../support/dock";
import { notice } from "../support/notices";
import { callAs } from "../support/posts";

const broken = { status: 503, json: { code: "unavailable", message: "Try again in a moment.", status: 503 } };

test("a word that could not be unmuted is not said to be shown again", { tag: "@full" }, async ({ page }) => {
  await signUpOnboarded(page);
  await page.goto("/settings#privacy");
  await settled(page);
  const field = page.getByRole("textbox", { name: "Muted words" });
  const words = page.getByRole("list", { name: "Muted words" });
  await field.fill("spoiler");
  await field.press("Enter");
  await expect(words.getByText("spoiler")).toBeVisible();
  await expect(field).toHaveValue("");
  await field.fill("twist");
  await field.press("Enter");
  await words.getByRole("button", { name: /twist/ }).press("Enter");
  await expect(words.getByText("twist")).toHaveCount(0);
  await expect(words.getByRole("button", { name: /spoiler/ })).toBeFocused();

  await page.route("**/api/v2/users/me/muted-words**", (route) => route.fulfill(broken));
  await words.getByRole("button", { name: /spoiler/ }).click();
  await expect(notice(page, "Try again in a moment.")).toBeVisible();
  await expect(page.getByText(/is shown again/)).toHaveCount(0);
  await field.fill("ending");
  await field.press("Enter");
  await expect(words.getByText("ending")).toHaveCount(0);
  await expect(field).toHaveValue("ending");
});

test("a list that cannot be read is not said to be empty", { tag: "@full" }, async ({ page }) => {
  await signUpOnboarded(page);
  const { id } = await callAs<{ id: string }>(page, "POST", "/v1/lists", { name: "Friends" });
  const { id: userId } = await callAs<{ id: string }>(page, "GET", "/v2/users/me");
  await callAs(page, "PUT", `/v1/lists/${id}/members/${userId}`);
  await page.goto("/lists");
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page.getByText("Give the list a name.")).toBeVisible();

  await page.route("**/api/v1/lists/*/members**", (route) => route.fulfill(broken));
  await page.getByRole("button", { name: "Edit “Friends”" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Try again in a moment.")).toBeVisible();
  await expect(dialog.getByText(/Nobody yet/)).toHaveCount(0);
  await page.unroute("**/api/v1/lists/*/members**");
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expect(dialog.getByRole("list", { name: "People in this list" })).toBeVisible();

  const name = dialog.getByLabel("Name");
  await name.fill(" ");
  await name.press("Enter");
  await expect(dialog.getByText("Give the list a name.")).toBeVisible();
  await name.fill("Painters");
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  await name.press("Enter");
  await expect(page.getByRole("link", { name: "Painters" })).toBeVisible();
});
