import { type Browser, expect, type Page, test } from "../support/test";
import { type Account, signInByForm, signUpOnboarded } from "../support/accounts";
import { makePackage } from "../support/package-bytes";
import { appFrame, appName, uploadByApi } from "../support/store";

/** One app of one person in two browsers, and in two tabs of one. The app is an ordinary page with a text field. */

const NOTE = `<!doctype html><meta charset="utf-8"><title>t</title><textarea id="note" aria-label="Note"></textarea>
<script>
  const note = document.getElementById("note");
  note.value = localStorage.note ?? "";
  note.addEventListener("input", () => (localStorage.note = note.value));
  addEventListener("storage", (event) => {
    if (event.key === "note" && event.storageArea === localStorage) note.value = event.newValue;
  });
</script>`;

const note = (page: Page) => appFrame(page).getByLabel("Note");

async function noteApp(
  page: Page,
): Promise<{ account: Account; path: string; saved: () => Promise<string | undefined> }> {
  const account = await signUpOnboarded(page);
  const name = appName("Margin");
  const app = await uploadByApi(
    page,
    makePackage({ name, entry: { html: "index.html" } }, { "index.html": NOTE }),
  );
  return {
    account,
    path: `/apps/${app.id}/run`,
    saved: async () => {
      const answer = await page.request.get(`/api/apps/${app.id}/storage`);
      return ((await answer.json()) as { entries: { value: string }[] }).entries[0]?.value;
    },
  };
}

/** The same person in another browser. */
async function otherBrowser(browser: Browser, account: Account): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto("/login");
  await signInByForm(page, account);
  await expect(page).toHaveURL(/timeline/);
  return page;
}

test(
  "goes on where the person acts; the copy left behind saves and comes back with the newest data",
  { tag: "@full" },
  async ({ page, browser }) => {
    const { account, path, saved } = await noteApp(page);
    await page.goto(path);
    await note(page).fill("from the first");
    await expect.poll(saved).toBe("from the first");

    const other = await otherBrowser(browser, account);
    await note(page).fill("from the first, unsaved until the last moment");
    await other.goto(path);
    // The first one has saved before the second one read.
    await expect(note(other)).toHaveValue("from the first, unsaved until the last moment");
    await expect(page.getByRole("heading", { name: /went on on your computer/ })).toBeVisible();

    await note(other).fill("from the second");
    await expect.poll(saved).toBe("from the second");
    await page.getByRole("button", { name: "Continue here" }).click();
    await expect(note(page)).toHaveValue("from the second");
    await expect(other.getByRole("heading", { name: /went on on your computer/ })).toBeVisible();
    await other.context().close();
  },
);

for (const choice of ["mine", "other", "both"] as const) {
  test(
    `what was written offline is never replaced without a question: ${choice}`,
    { tag: "@full" },
    async ({ page, browser }) => {
      const { account, path, saved } = await noteApp(page);
      await page.goto(path);
      await note(page).fill("both know this");
      await expect.poll(saved).toBe("both know this");
      const other = await otherBrowser(browser, account);

      await page.context().setOffline(true);
      await note(page).fill("written offline");
      await expect(page.getByText("cannot be stored right now")).toBeVisible();
      await other.goto(path);
      await note(other).fill("written meanwhile");
      await expect.poll(saved).toBe("written meanwhile");
      await page.context().setOffline(false);
      const question = page.getByRole("heading", { name: /has two versions of your data/ });
      await expect(question).toBeVisible();
      expect(await saved()).toBe("written meanwhile");
      // It is still a question after a reload.
      await page.reload();
      await expect(question).toBeVisible();

      if (choice === "mine") {
        await page.getByRole("button", { name: "What is on this device" }).click();
        await expect(note(page)).toHaveValue("written offline");
        await expect.poll(saved).toBe("written offline");
      } else if (choice === "other") {
        await page.getByRole("button", { name: "What the other one saved" }).click();
        await expect(note(page)).toHaveValue("written meanwhile");
      } else {
        const download = page.waitForEvent("download");
        await page.getByRole("button", { name: "The other one, and this as a file" }).click();
        const stream = await (await download).createReadStream();
        expect((await stream.toArray()).join("")).toContain("written offline");
        await expect(note(page)).toHaveValue("written meanwhile");
      }
      await page.reload();
      await expect(note(page)).toHaveValue(choice === "mine" ? "written offline" : "written meanwhile");
      await other.context().close();
    },
  );
}

test(
  "two tabs of one browser share what an app saves, with storage events",
  { tag: "@full" },
  async ({ page, context }) => {
    const { path, saved } = await noteApp(page);
    const second = await context.newPage();
    // As when a browser restores its tabs.
    await Promise.all([page.goto(path), second.goto(path)]);
    await note(page).fill("one");
    await expect(note(second)).toHaveValue("one");
    await note(second).fill("two");
    await expect(note(page)).toHaveValue("two");
    await expect.poll(saved).toBe("two");
    await note(page).fill("three");
    await expect.poll(saved).toBe("three");
    await page.reload();
    await expect(note(page)).toHaveValue("three");
  },
);

test(
  "an app with a database goes on in the tab that opened it last, with what the other one saved",
  { tag: "@full" },
  async ({ page, context }) => {
    const html = `<!doctype html><meta charset="utf-8"><title>t</title><button id="add">add</button><p id="out"></p><script>
    const opening = indexedDB.open("notes", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("notes", { autoIncrement: true });
    opening.onsuccess = () => {
      const store = (mode) => opening.result.transaction("notes", mode).objectStore("notes");
      const show = () => { store("readonly").count().onsuccess = (e) => { document.getElementById("out").textContent = "notes " + e.target.result } };
      document.getElementById("add").addEventListener("click", () => { store("readwrite").add("note").onsuccess = show });
      show();
    };
  </script>`;
    await signUpOnboarded(page);
    const app = await uploadByApi(
      page,
      makePackage({ name: appName("Notes"), entry: { html: "index.html" } }, { "index.html": html }),
    );
    const out = (of: Page) => appFrame(of).locator("#out");
    const add = (of: Page) => appFrame(of).locator("#add").click();
    await page.goto(`/apps/${app.id}/run`);
    await expect(out(page)).toHaveText("notes 0");
    await add(page);
    await expect(out(page)).toHaveText("notes 1");
    const second = await context.newPage();
    await second.goto(`/apps/${app.id}/run`);
    await expect(out(second)).toHaveText("notes 1");
    await expect(page.getByRole("heading", { name: /went on in another tab/ })).toBeVisible();
    await add(second);
    await expect(out(second)).toHaveText("notes 2");
    await page.getByRole("button", { name: "Continue here" }).click();
    await expect(out(page)).toHaveText("notes 2");
    await expect(second.getByRole("heading", { name: /went on in another tab/ })).toBeVisible();
  },
);
