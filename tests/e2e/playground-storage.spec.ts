import { expect, test, type Page } from "../support/test";
import { appFrame } from "../support/store";

const open = (page: Page, file: string) =>
  page.getByRole("navigation", { name: "Files" }).getByText(file, { exact: true }).click();
const write = (page: Page, file: string, text: string) =>
  page.getByRole("textbox", { name: `Text of ${file}` }).fill(text);

const PAGE = (title: string) => `<h1>${title}</h1><button>Save</button><output></output><script>
  const show = (text) => (document.querySelector("output").textContent += text + ";");
  show("found " + localStorage.getItem("score"));
  show("state " + gum.state.restored?.n);
  gum.state.save(() => ({ n: 7 }));
  addEventListener("storage", (event) => show(event.key + " is " + event.newValue));
  gum.storage.changes(({ key, value }) => show(key + " became " + JSON.stringify(value)));
  document.querySelector("button").onclick = async () => {
    localStorage.setItem("score", "41");
    sessionStorage.setItem("tab", "mine");
    document.cookie = "theme=dark; max-age=9999";
    await gum.storage.set("settings", { sound: true });
    const opening = indexedDB.open("notes", 2);
    opening.onupgradeneeded = () => opening.result.createObjectStore("pages", { keyPath: "id" });
    opening.onsuccess = () => {
      const writing = opening.result.transaction("pages", "readwrite");
      writing.objectStore("pages").put({ id: "first", lines: ["a", "b"] });
      writing.oncomplete = () => show("saved");
    };
  };
</script>`;

test(
  "what the app saves is shown as it saves, changed, cleared and brought back, and outlives a change of its code",
  { tag: "@full" },
  async ({ page }) => {
    await page.goto("/playground?template=page");
    const frame = appFrame(page);
    await expect(frame.getByRole("button", { name: "Press me" })).toBeVisible();
    await open(page, "index.html");
    await write(page, "index.html", PAGE("One"));
    await expect(frame.getByRole("heading", { name: "One" })).toBeVisible();
    await page.getByRole("tab", { name: "Storage" }).click();
    const saved = page.getByRole("region", { name: "What the app has saved" });
    await expect(saved.getByText("The app has saved nothing yet.")).toBeVisible();
    await expect(saved.getByRole("button", { name: "Clear all" })).toBeDisabled();

    await frame.getByRole("button", { name: "Save" }).click();
    const output = frame.locator("output");
    await expect(output).toContainText("saved;");
    const area = (name: string) => saved.getByRole("region", { name: new RegExp(`^${name}`) });
    await expect(area("localStorage").getByText("41").first()).toBeVisible();
    await expect(area("sessionStorage").getByText("mine").first()).toBeVisible();
    await expect(area("Cookies").getByText("dark").first()).toBeVisible();
    await expect(area("gum.storage").getByText('{"sound":true}').first()).toBeVisible();
    await area("IndexedDB").getByText("notes").click();
    await area("IndexedDB").getByText("1 record").click();
    await expect(area("IndexedDB").getByRole("treeitem")).toContainText(
      '{id: "first", lines: (2) ["a", "b"]}',
    );

    // The running app takes it up, as from another tab.
    await saved.getByRole("button", { name: "Edit score" }).click();
    await saved.getByRole("textbox", { name: "Value of score" }).fill("99");
    await saved.getByRole("button", { name: "Save" }).click();
    await expect(output).toContainText("score is 99;");
    await saved.getByRole("button", { name: "Edit settings" }).click();
    const json = saved.getByRole("textbox", { name: "Value of settings" });
    await json.fill("not json");
    await expect(saved.getByRole("alert")).toHaveText("gum.storage keeps JSON. Texts stand in quotes.");
    await expect(saved.getByRole("button", { name: "Save" })).toBeDisabled();
    await json.fill("[1]");
    await saved.getByRole("button", { name: "Save" }).click();
    await expect(output).toContainText("settings became [1];");
    await saved.getByRole("button", { name: "Delete settings" }).click();
    await expect(area("gum.storage")).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(area("gum.storage").getByText("[1]").first()).toBeVisible();

    // Other code goes on with it, and with its state; a fresh run with what is saved only.
    await write(page, "index.html", PAGE("Two"));
    await expect(frame.getByRole("heading", { name: "Two" })).toBeVisible();
    await expect(output).toHaveText("found 99;state 7;");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await expect(output).toHaveText("found 99;state undefined;");

    await saved.getByRole("button", { name: "Clear all" }).click();
    const undo = page.getByRole("button", { name: "Undo" });
    // It waits under the pointer, however long the app takes to start again.
    await undo.hover();
    await expect(output).toHaveText("found null;state undefined;");
    await expect(saved.getByText("The app has saved nothing yet.")).toBeVisible();
    await undo.click();
    await expect(output).toHaveText("found 99;state undefined;");
    await expect(area("IndexedDB").getByText("notes")).toBeVisible();

    await page.getByRole("switch", { name: "Keep when the code changes" }).uncheck();
    await write(page, "index.html", PAGE("Three"));
    await expect(frame.getByRole("heading", { name: "Three" })).toBeVisible();
    await expect(output).toHaveText("found null;state undefined;");
  },
);

test("a page that changed code lacks is left for the first", { tag: "@full" }, async ({ page }) => {
  await page.goto("/playground?template=page");
  const frame = appFrame(page);
  await expect(frame.getByRole("button", { name: "Press me" })).toBeVisible();
  await page.getByRole("button", { name: "New file" }).click();
  await page.getByRole("textbox", { name: "Name of the new file" }).fill("other.html");
  await page.keyboard.press("Enter");
  await write(page, "other.html", "<h1>Other page</h1>");
  await open(page, "index.html");
  await write(page, "index.html", '<h1>First page</h1><a href="other.html">Go</a>');
  await expect(frame.getByRole("heading", { name: "First page" })).toBeVisible();
  await frame.getByRole("link", { name: "Go" }).click();
  await expect(frame.getByRole("heading", { name: "Other page" })).toBeVisible();
  await open(page, "other.html");
  await write(page, "other.html", "<h1>Changed page</h1>");
  await expect(frame.getByRole("heading", { name: "Changed page" })).toBeVisible();
  await page.getByRole("button", { name: "What to do with other.html" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(frame.getByRole("heading", { name: "First page" })).toBeVisible();
});
