import { expect, test } from "../support/test";
import { signUpOnboarded } from "../support/accounts";
import { cardOf, pictureFile, writePost } from "../support/posts";
import { settled } from "../support/dock";

const unique = (text: string) => `${text} ${Math.random().toString(36).slice(2, 10)}`;

test(
  "a post is begun on any page, kept when the dialog is closed, and sent from the timeline",
  { tag: "@phone-full" },
  async ({ page, isMobile }) => {
    await signUpOnboarded(page);
    await page.goto("/notifications");
    await settled(page);
    const dialog = page.getByRole("dialog", { name: "New post" });
    const open = async () => {
      if (isMobile) await page.getByRole("button", { name: "New post", exact: true }).click();
      else await page.keyboard.press("n");
    };
    await open();
    const text = unique("from anywhere");
    await expect(dialog.getByLabel("What to post")).toBeFocused();
    // A letter in a text is only a letter.
    await page.keyboard.type(`n ${text}`);
    await expect(dialog.getByLabel("What to post")).toHaveValue(`n ${text}`);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await open();
    await expect(dialog.getByLabel("What to post")).toHaveValue(`n ${text}`);
    await page.keyboard.press("Escape");

    await page.goto("/timeline");
    const field = page.getByLabel("What to post");
    await expect(field).toHaveValue(`n ${text}`);
    await page.getByRole("button", { name: "Post", exact: true }).click();
    await expect(cardOf(page, text)).toBeVisible();
    await expect(field).toHaveValue("");
  },
);

test(
  "the timeline's composer and the dialog are one draft, with the pictures on their way",
  { tag: "@full" },
  async ({ page }) => {
    await signUpOnboarded(page);
    await page.goto("/timeline");
    await settled(page);
    const text = unique("one draft");
    await page.getByLabel("What to post").fill(text);
    let letThrough!: () => void;
    const held = new Promise<void>((resolve) => (letThrough = resolve));
    await page.route("**/api/media", async (route) => {
      await held;
      await route.continue();
    });
    await page.locator('input[type="file"]').setInputFiles(pictureFile());
    await page.getByRole("button", { name: "New post", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "New post" });
    await expect(dialog.getByLabel("What to post")).toHaveValue(text);
    letThrough();
    await expect(dialog.getByRole("button", { name: "Describe picture 1" })).toBeVisible();
    await dialog.getByRole("button", { name: "Post", exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(cardOf(page, text).getByRole("button", { name: /^Open picture/ })).toBeVisible();
    await expect(page.getByLabel("What to post")).toHaveValue("");

    // What is sent is not stored any more, and a new one takes its place.
    await page.reload();
    await expect(page.getByLabel("What to post")).toHaveValue("");
    await writePost(page, unique("the next"));
  },
);

test(
  "a second press on Post reaches nothing behind the dialog; its toasts leave its buttons free",
  { tag: "@phone-full" },
  async ({ page }) => {
    await signUpOnboarded(page);
    await page.goto("/timeline");
    await settled(page);
    await page.getByRole("button", { name: "New post", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "New post" });
    const text = unique("pressed twice");
    await dialog.getByLabel("What to post").fill(text);
    const file = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("notes") };
    await dialog.locator('input[type="file"]').setInputFiles(file);
    await expect(page.getByText(/^Only pictures, video and sound can be added/)).toBeVisible();
    const post = dialog.getByRole("button", { name: "Post", exact: true });
    // It has arrived where it stays.
    await dialog.evaluate((box) => Promise.all(box.getAnimations().map(({ finished }) => finished)));
    const { x, y, width, height } = (await post.boundingBox())!;
    const at = [x + width / 2, y + height / 2] as const;
    await page.evaluate(() => {
      addEventListener("click", ({ target }) => ((window as { pressed?: unknown }).pressed = target), true);
    });
    await page.mouse.dblclick(...at);
    await expect(dialog).toBeHidden();
    await expect(cardOf(page, text)).toHaveCount(1);
    expect(new URL(page.url()).pathname).toBe("/timeline");
    const pressed = await page.evaluate(() => {
      const { pressed } = window as { pressed?: Element };
      return pressed?.closest("button, a, [role=dialog]")?.textContent ?? null;
    });
    expect(pressed).toBeNull();
    // Soon after, a press counts again.
    await page.getByRole("button", { name: "New post", exact: true }).click();
    await expect(dialog).toBeVisible();
  },
);

test(
  "descriptions are asked for, and the key N rests, if the settings say so",
  { tag: "@full" },
  async ({ page }) => {
    await signUpOnboarded(page);
    await page.goto("/settings#writing");
    await settled(page);
    const saved = () =>
      page.waitForResponse(
        (answer) => answer.request().method() === "PATCH" && answer.url().endsWith("/users/me/preferences"),
      );
    await Promise.all([saved(), page.getByRole("switch", { name: "Remind me of descriptions" }).click()]);
    await Promise.all([saved(), page.getByRole("switch", { name: "Single-key shortcuts" }).click()]);
    await page.keyboard.press("n");
    await expect(page.getByRole("dialog")).toBeHidden();

    await page.goto("/timeline");
    await settled(page);
    await page.keyboard.press("n");
    await expect(page.getByRole("dialog")).toBeHidden();
    const text = unique("with a picture");
    await page.locator('input[type="file"]').setInputFiles(pictureFile());
    await expect(page.getByRole("button", { name: "Describe picture 1" })).toBeVisible();
    await writePost(page, text);
    const question = page.getByRole("alertdialog", { name: "Add descriptions?" });
    await question.getByRole("button", { name: "Add descriptions" }).click();
    await page.getByLabel("Description").fill("A square");
    await page.getByRole("button", { name: "Save" }).click();
    await page.locator('input[type="file"]').setInputFiles(pictureFile("other.png"));
    await expect(page.getByRole("button", { name: "Describe picture 2" })).toBeVisible();
    await page.getByRole("button", { name: "Post later" }).click();
    await question.getByRole("button", { name: "Post anyway" }).click();
    await expect(page.getByRole("dialog", { name: "Post later" })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Post", exact: true }).click();
    await question.getByRole("button", { name: "Post anyway" }).click();
    await expect(cardOf(page, text).getByAltText("A square")).toBeVisible();
  },
);
