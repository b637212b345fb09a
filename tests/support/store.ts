import { randomBytes } from "node:crypto";
import { expect, type FrameLocator, type Locator, type Page } from "@playwright/test";
import type { App } from "@/lib/apps/contract";
import { makePackage } from "./package-bytes";

/** A name that nothing else in the store has. */
export const appName = (about = "App") => `${about} ${randomBytes(4).toString("hex")}`;

const PAGE = `<!doctype html><meta charset="utf-8"><title>t</title>
<h1 id="title">It runs</h1>
<button onclick="">plain</button>
<p id="saved"></p>
<script src="app.js"></script>`;
const SCRIPT = `const saved = document.querySelector("#saved");
saved.textContent = localStorage.getItem("count") ?? "0";
addEventListener("click", () => {
  const next = String(Number(localStorage.getItem("count") ?? "0") + 1);
  localStorage.setItem("count", next);
  saved.textContent = next;
});`;

/** A small app that counts its clicks and remembers them. */
export function countingApp(
  manifest: { name: string; [field: string]: unknown },
  title = "It runs",
  more = {},
): Buffer {
  const page = PAGE.replace("It runs", title).replace('<button onclick="">plain</button>', "");
  return makePackage(
    { entry: { html: "index.html" }, ...manifest },
    { "index.html": page, "app.js": SCRIPT, ...more },
  );
}

/** Presses in the running counting app for the first time. Its page is drawn before its script runs. */
export async function pressCounter(page: Page): Promise<void> {
  const count = appFrame(page).locator("#saved");
  await expect(count).toHaveText("0");
  await appFrame(page).getByRole("heading", { name: "It runs" }).click();
  await expect(count).toHaveText("1");
}

export function gumFile(buffer: Buffer, name = "app.gum") {
  return { name, mimeType: "application/zip", buffer };
}

const WEB = { "x-client-info": "gum-web" };

/** Uploads as the person of the page, without the form. */
export async function uploadByApi(
  page: Page,
  buffer: Buffer,
  { published = false, appId }: { published?: boolean; /** Makes it a new version. */ appId?: string } = {},
): Promise<App> {
  const answer = await page.request.post("/api/apps", {
    headers: WEB,
    multipart: { gumFile: gumFile(buffer), metadata: JSON.stringify({ appId }) },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  const app = (await answer.json()) as App;
  return published ? setPublished(page, app.id, true) : app;
}

export async function setPublished(page: Page, id: string, isPublic: boolean): Promise<App> {
  const answer = await page.request.patch(`/api/apps/${id}/publish`, { headers: WEB, data: { isPublic } });
  expect(answer.ok()).toBe(true);
  return (await answer.json()) as App;
}

/** An app of the demo content. Those of other walks come first in the store, and may go at any time. */
export async function exampleApp(page: Page, name: string): Promise<App> {
  const answer = await page.request.get(`/api/apps/public?search=${name}`);
  const { items } = (await answer.json()) as { items: App[] };
  const app = items.find((each) => each.name === name);
  if (!app) throw new Error(`${name} is not in the store.`);
  return app;
}

/** The inside of the app that is in front. */
export function appFrame(page: Page): FrameLocator {
  return page.frameLocator("iframe.gum-app-frame >> visible=true");
}

/** Waits until the scripts of the app that has this element have run: its page is drawn before, and presses are lost. */
export async function scriptsRun(element: Locator): Promise<void> {
  await expect.poll(() => element.evaluate((node) => node.ownerDocument.readyState)).toBe("complete");
}

/** How many entries of apps this browser keeps for guests and local apps. */
export async function keptEntries(page: Page): Promise<number> {
  return (await storedValues(page, "gum-app-data", "entries")).length;
}

/** The form of the upload that this browser would go on with, as JSON. */
export async function keptDraft(page: Page): Promise<string> {
  return (await storedValues(page, "gum-upload-draft", "drafts")).join();
}

/** All values of a store of a database of the page's browser, as JSON. */
function storedValues(page: Page, name: string, store: string): Promise<string[]> {
  return page.evaluate(
    ([name, store]) =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(new Error("The database did not open."));
        opening.onsuccess = () => {
          const database = opening.result;
          if (!database.objectStoreNames.contains(store)) return resolve([]);
          const reading = database.transaction(store).objectStore(store).getAll();
          reading.onsuccess = () => resolve(reading.result.map((value) => JSON.stringify(value)));
          reading.onerror = () => reject(new Error("The store was not read."));
        };
      }),
    [name, store] as const,
  );
}

/** Where the server has data of an app and this person. */
export async function savedAreas(page: Page, appId: string): Promise<string> {
  const answer = await page.request.get(`/api/apps/${appId}/storage`);
  const { entries } = (await answer.json()) as { entries: { area: string }[] };
  return [...new Set(entries.map(({ area }) => area))].sort().join(" ");
}
