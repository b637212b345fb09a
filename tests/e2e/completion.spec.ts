import { expect, test } from "../support/test";
import { signUpOnboarded } from "../support/accounts";
import { callAs } from "../support/posts";
import { settled } from "../support/dock";

test(
  "names and hashtags complete what is typed, by keys and by a press",
  { tag: ["@full", "@phone-full"] },
  async ({ page, browser }) => {
    const other = await (await browser.newContext()).newPage();
    const { username } = await signUpOnboarded(other);
    const { id } = await callAs<{ id: string }>(other, "GET", "/v2/users/me");
    await signUpOnboarded(page);
    await callAs(page, "POST", `/users/${id}/follow`);
    await page.goto("/timeline");
    await settled(page);
    const field = page.getByLabel("What to post");
    const list = page.getByRole("listbox", { name: "People" });
    await field.click();

    await page.keyboard.type(`hello @${username.slice(0, -2)}`);
    await expect(list.getByRole("option", { name: username, selected: true })).toBeVisible();
    await expect(field).toHaveAttribute("aria-activedescendant", /.+/);
    await page.keyboard.press("Enter");
    await expect(field).toHaveValue(`hello @${username} `);
    await expect(list).toBeHidden();
    await expect(field).not.toHaveAttribute("aria-controls");

    await page.keyboard.type(`and @${username.slice(0, 4)}`);
    await list.getByRole("option", { name: username }).click();
    await expect(field).toHaveValue(`hello @${username} and @${username} `);
    await expect(field).toBeFocused();

    // Escape closes the list only, in a dialog as well.
    await field.blur();
    await page.getByRole("button", { name: "New post", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "New post" });
    await dialog.getByLabel("What to post").press("ControlOrMeta+a");
    await page.keyboard.type(`@${username.slice(0, 4)}`);
    await expect(dialog.getByRole("listbox").getByRole("option", { name: username })).toBeVisible();
    // Set together with what listens for its keys.
    await expect(dialog.getByLabel("What to post")).toHaveAttribute("aria-controls", /.+/);
    await page.keyboard.press("Escape");
    await expect(dialog.getByRole("listbox")).toHaveCount(0);
    await expect(dialog).toBeVisible();
    await other.context().close();
  },
);

test(
  "a composition is not cut, and a new hashtag stays as it is typed",
  { tag: "@full" },
  async ({ page }) => {
    await signUpOnboarded(page);
    // Of the demo content.
    const tag = "落書き帳";
    await page.goto("/timeline");
    await settled(page);
    const field = page.getByLabel("What to post");
    await field.click();
    const options = page.getByRole("listbox", { name: "Hashtags" }).getByRole("option");
    const client = await page.context().newCDPSession(page);
    await page.keyboard.type("#");
    await expect(options.first()).toBeVisible();
    // The input method's Enter, with which it ends, belongs to it.
    await client.send("Input.imeSetComposition", {
      text: tag.slice(0, 2),
      selectionStart: 2,
      selectionEnd: 2,
    });
    await expect(field).toHaveValue(`#${tag.slice(0, 2)}`);
    await field.dispatchEvent("keydown", { key: "Enter", keyCode: 229, isComposing: true, bubbles: true });
    await expect(field).toHaveValue(`#${tag.slice(0, 2)}`);
    await expect(options).toHaveCount(0);
    await client.send("Input.insertText", { text: tag.slice(0, 2) });
    await expect(field).toHaveValue(`#${tag.slice(0, 2)}`);
    await expect(page.getByRole("option", { name: tag })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(field).toHaveValue(`#${tag.slice(0, 2)}\n`);
    await page.keyboard.press("Backspace");
    await expect(page.getByRole("option", { name: tag })).toBeVisible();
    await expect(field).toHaveAttribute("aria-controls", /.+/);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(field).toHaveValue(`#${tag} `);
  },
);
