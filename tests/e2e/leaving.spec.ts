import { expect, type Locator, type Page, test } from "../support/test";
import { authStorage, signInByForm, signUpOnboarded } from "../support/accounts";
import { callDock, settled } from "../support/dock";
import { makePackage } from "../support/package-bytes";
import { callAs, pictureFile, publish } from "../support/posts";
import { appName, gumFile, uploadByApi } from "../support/store";

/** A form with unsaved changes, however its page is left; and the forms that keep a draft instead. */

const question = (page: Page) => page.getByRole("alertdialog", { name: "Leave without saving?" });

/** A pointer brings the dock out first; a finger finds it there. */
async function pressInDock(page: Page, name: string, options?: { button: "right" }): Promise<void> {
  if (page.viewportSize()!.width > 640) await callDock(page);
  await page.locator("#dock").getByRole("link", { name }).click(options);
}

/** Opens /timeline and goes on from there, so that Back stays within the document. */
async function openFromTimeline(page: Page, name: "Apps" | "Settings") {
  await page.goto("/timeline");
  await settled(page);
  await pressInDock(page, name);
  await expect(page).toHaveURL(name === "Apps" ? /\/apps$/ : /\/settings$/);
}

/** Answers the question, first whether it is there, with "stay": nothing has changed. */
async function stays(page: Page, { field, text, url }: { field: Locator; text: string; url: RegExp }) {
  await question(page).getByRole("button", { name: "Cancel" }).click();
  await expect(question(page)).toHaveCount(0);
  await expect(page).toHaveURL(url);
  await expect(field).toHaveValue(text);
}

const leaveNow = (page: Page) => question(page).getByRole("button", { name: "Leave" }).click();
const goBack = (page: Page) => page.evaluate(() => history.back());

/** As the browser's own button does, which a page may cancel only after a press in it. */
async function pressBack(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const { entries, currentIndex } = await cdp.send("Page.getNavigationHistory");
  await cdp.send("Page.navigateToHistoryEntry", { entryId: entries[currentIndex - 1]!.id });
  await cdp.detach();
}

test(
  "the profile's form asks at Back, a press on the dock and a shortcut",
  { tag: ["@full", "@phone-full"] },
  async ({ page }) => {
    await signUpOnboarded(page);
    await openFromTimeline(page, "Settings");
    await page.getByRole("link", { name: "Edit profile" }).click();
    const url = /\/edit-profile$/;
    await expect(page).toHaveURL(url);
    const field = page.locator("[name=bio]");
    const form = { field, text: "Not saved yet", url };
    await field.fill("");
    await field.pressSequentially("Not saved yet");

    // Twice: the answer was a press.
    for (let time = 0; time < 2; time++) {
      await pressBack(page);
      await stays(page, form);
      await expect(field).toBeFocused();
    }
    await field.press("Alt+Shift+Digit1");
    await stays(page, form);
    await expect(field).toBeFocused();
    await page.keyboard.press("Control+KeyK");
    await page.getByRole("combobox").fill("notif");
    await page.keyboard.press("Enter");
    await stays(page, form);
    await pressInDock(page, "Timeline");
    await stays(page, form);

    await pressBack(page);
    await leaveNow(page);
    await expect(page).toHaveURL(/\/settings$/);
    await page.getByRole("link", { name: "Edit profile" }).click();
    await expect(field).toHaveValue("");
    await field.fill("Again");
    await field.press("Alt+Shift+Digit1");
    await leaveNow(page);
    await expect(page).toHaveURL(/\/timeline$/);
    await pressBack(page);
    await expect(field).toHaveValue("");
    // Nothing is unsaved: nothing asks.
    await pressBack(page);
    await expect(page).toHaveURL(/\/settings$/);
  },
);

test("Forward asks too, and a saved form lets go", { tag: ["@phone", "@full"] }, async ({ page }) => {
  await signUpOnboarded(page);
  await openFromTimeline(page, "Settings");
  await page.getByRole("link", { name: "Edit profile" }).click();
  const field = page.locator("[name=bio]");
  await expect(field).toBeEditable();
  await pressInDock(page, "Timeline");
  await expect(page).toHaveURL(/\/timeline$/);
  await page.goBack();
  await field.fill("Kept soon");
  await page.evaluate(() => history.forward());
  await stays(page, { field, text: "Kept soon", url: /\/edit-profile$/ });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeDisabled();
  await page.goForward();
  await expect(page).toHaveURL(/\/timeline$/);
});

test("a dialog of the settings asks at Back", { tag: ["@phone", "@full"] }, async ({ page }) => {
  await signUpOnboarded(page);
  await openFromTimeline(page, "Settings");
  await page.getByRole("button", { name: "Change email address" }).click();
  const dialog = page.getByRole("dialog", { name: "Change email address" });
  const field = dialog.locator("[name=email]");
  await field.fill("new@example.com");
  await goBack(page);
  await stays(page, { field, text: "new@example.com", url: /\/settings$/ });
  await expect(field).toBeFocused();
  await goBack(page);
  await leaveNow(page);
  await expect(page).toHaveURL(/\/timeline$/);
  await expect(dialog).toHaveCount(0);
});

test(
  "a reply is kept among the drafts at a press on the dock",
  { tag: ["@phone", "@full"] },
  async ({ page }) => {
    await signUpOnboarded(page);
    const post = await publish(page, "to be commented");
    await page.goto("/timeline");
    await page.locator(`[data-post="${post.id}"]`).getByText("to be commented").click();
    const url = new RegExp(`/post/${post.id}$`);
    await expect(page).toHaveURL(url);
    const field = page.getByRole("textbox", { name: "Write a reply" });
    await field.fill("half a thought");
    await expect(page.getByText("Draft saved")).toBeAttached();
    await pressInDock(page, "Apps");
    await expect(page).toHaveURL(/\/apps$/);
    const { items } = await callAs<{ items: { text: string }[] }>(page, "GET", "/v1/drafts");
    expect(items.map(({ text }) => text)).toEqual(["half a thought"]);
  },
);

test(
  "the composer and the upload keep a draft, up to the last key before Back",
  { tag: ["@full", "@phone-full"] },
  async ({ page }) => {
    await signUpOnboarded(page);
    await openFromTimeline(page, "Apps");
    await pressInDock(page, "Timeline");
    const composer = page.getByLabel("What to post");
    await composer.fill("written a moment ago");
    await goBack(page);
    await expect(page).toHaveURL(/\/apps$/);
    await page.goForward();
    await expect(composer).toHaveValue("written a moment ago");

    await page.keyboard.press("Alt+Shift+Digit4");
    await expect(page).toHaveURL(/\/add-app$/);
    await page
      .locator("label.file-drop input[type=file]")
      .setInputFiles(
        gumFile(
          makePackage({ name: appName("Draft"), entry: { html: "index.html" } }, { "index.html": "<p>x" }),
        ),
      );
    const description = page.getByLabel("Description");
    await description.fill("described a moment ago");
    await goBack(page);
    await expect(page).toHaveURL(/\/timeline$/);
    await page.goForward();
    await expect(description).toHaveValue("described a moment ago");
  },
);

test("the dock's menu asks before it opens an app", { tag: "@full" }, async ({ page }) => {
  await signUpOnboarded(page);
  const app = await uploadByApi(
    page,
    makePackage({ name: appName("Elsewhere"), entry: { html: "index.html" } }, { "index.html": "<p>x" }),
    { published: true },
  );
  await callAs(page, "PUT", `/apps/${app.id}/install`);
  await page.goto(`/apps/${app.id}`);
  const field = page.getByRole("textbox", { name: "Write a comment" });
  await field.fill("half a thought");
  const form = { field, text: "half a thought", url: new RegExp(`/apps/${app.id}$`) };
  await pressInDock(page, app.name, { button: "right" });
  await page.getByRole("menuitem", { name: "Open", exact: true }).click();
  await stays(page, form);
});

test(
  "a picture that is still uploading asks; one that is uploaded is in the draft",
  { tag: "@full" },
  async ({ page }) => {
    await signUpOnboarded(page);
    await page.goto("/timeline");
    await settled(page);
    let send = () => {};
    const held = new Promise<void>((resolve) => (send = resolve));
    await page.route("**/api/media", async (route) => {
      await held;
      await route.continue();
    });
    await page.locator('input[type="file"]').setInputFiles(pictureFile());
    const progress = page.getByRole("progressbar", { name: "Uploading picture 1" });
    await expect(progress).toBeVisible();
    await pressInDock(page, "Settings");
    await expect(question(page)).toContainText("A file of your post is not uploaded yet.");
    await question(page).getByRole("button", { name: "Cancel" }).click();
    send();
    await expect(progress).toHaveCount(0);
    await pressInDock(page, "Settings");
    await expect(page).toHaveURL(/\/settings$/);
    await goBack(page);
    await expect(page.getByRole("img", { name: "Picture 1" })).toBeVisible();
  },
);

for (const [what, isSame] of [
  ["a form outlives the end of its session", true],
  ["a form is gone once another account signs in", false],
] as const) {
  test(what, { tag: "@full" }, async ({ page }) => {
    const other = await signUpOnboarded(page);
    await page.context().clearCookies();
    const me = await signUpOnboarded(page);
    await page.goto("/edit-profile");
    const field = page.locator("[name=bio]");
    await field.fill("Half a life");
    // By then the page knows who is signed in; before, it would go to /login.
    await expect.poll(() => authStorage(page)).not.toBeNull();
    await page.context().clearCookies();
    // Not a click: a call of the page itself may have found it out before, and the dialog is in front then.
    await page.getByRole("button", { name: "Save", exact: true }).dispatchEvent("click");
    const dialog = page.getByRole("alertdialog", { name: "Session Expired" });
    await expect(dialog.getByRole("link", { name: "Sign In" })).toBeVisible();
    const [tab] = await Promise.all([
      page.waitForEvent("popup"),
      dialog.getByRole("link", { name: "Sign In" }).click(),
    ]);
    await tab.waitForURL("**/login");
    await signInByForm(tab, isSame ? me : other);
    await tab.waitForURL("**/timeline");
    await expect(dialog).toHaveCount(0);
    await expect(field).toHaveValue(isSame ? "Half a life" : "");
    if (!isSame) return;
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByRole("button", { name: "Save", exact: true })).toBeDisabled();
    await page.reload();
    await expect(field).toHaveValue("Half a life");
  });
}
