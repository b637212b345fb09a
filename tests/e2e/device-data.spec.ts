import { expect, test, type Page } from "../support/test";
import { me, signInByForm, signUpOnboarded } from "../support/accounts";
import { makePackage } from "../support/package-bytes";
import { appFrame, appName, uploadByApi } from "../support/store";

/** Writes 12 MB into its database, more than an account keeps, and shows how much is there. */
const PAGE = `<!doctype html><meta charset="utf-8"><title>t</title><button>Write</button><output></output>
<script>
  const opening = indexedDB.open("notes", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("s");
  const show = () => {
    const count = opening.result.transaction("s").objectStore("s").count();
    count.onsuccess = () => { document.querySelector("output").textContent = count.result + " records"; };
  };
  opening.onsuccess = show;
  document.querySelector("button").onclick = () => {
    const tx = opening.result.transaction("s", "readwrite");
    for (let n = 0; n < 12; n++) tx.objectStore("s").put("x".repeat(1024 * 1024), n);
    tx.oncomplete = show;
  };
</script>`;

const records = (page: Page) => appFrame(page).locator("output");

test(
  "what is too large for the account stays on the device, is marked, and goes only after a question",
  { tag: ["@full", "@phone-full"] },
  async ({ page, browser }) => {
    const account = await signUpOnboarded(page);
    const name = appName("Notebook");
    const app = await uploadByApi(
      page,
      makePackage({ name, entry: { html: "index.html" } }, { "index.html": PAGE }),
    );
    await page.goto(`/apps/${app.id}/run`);
    await expect(records(page)).toHaveText("0 records");
    await appFrame(page).getByRole("button", { name: "Write" }).click();
    await expect(records(page)).toHaveText("12 records");
    await expect(page.getByText(/on this device/).first()).toBeVisible();
    // What the account knows of it is saved beside the app's own values.
    await expect
      .poll(async () => (await page.request.get(`/api/apps/${app.id}/storage`)).text())
      .toContain("device");
    await page.reload();
    await expect(records(page)).toHaveText("12 records");

    await page.goto(`/settings/apps/${app.id}`);
    await expect(page.getByText(/On this device only: 12/)).toBeVisible();

    await page.goto(`/apps/${app.id}`);
    await expect(page.getByText(/is on this device only \(12/)).toBeVisible();

    // Another device starts without it, and says so.
    const other = await (await browser.newContext({ baseURL: page.url() })).newPage();
    await other.goto("/login");
    await signInByForm(other, account);
    await other.waitForURL("**/timeline");
    await other.goto(`/apps/${app.id}/run`);
    await expect(records(other)).toHaveText("0 records");
    await expect(other.getByText(/Here the app starts without it/)).toBeVisible();

    await page.goto("/settings");
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    const question = page.getByRole("alertdialog", { name: "Delete data and sign out?" });
    await expect(question).toContainText("12");
    await question.getByRole("button", { name: "Cancel" }).click();
    expect((await me(page)).username).toBe(account.username);
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await question.getByRole("button", { name: "Delete and sign out" }).click();
    await page.waitForURL("**/login");
    expect(
      await page.evaluate(
        () =>
          new Promise((resolve) => {
            const opening = indexedDB.open("gum-device-data");
            opening.onsuccess = () => {
              const count = opening.result.transaction("databases").objectStore("databases").count();
              count.onsuccess = () => resolve(count.result);
            };
          }),
      ),
    ).toBe(0);
  },
);
