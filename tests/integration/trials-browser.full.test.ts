import { randomBytes } from "node:crypto";
import AxeBuilder from "@axe-core/playwright";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, it } from "vitest";
import type { App } from "@/lib/apps/contract";
import { signUpOnboarded } from "../support/accounts";
import { findBrowser } from "../support/browser.mjs";
import { notice } from "../support/notices";
import { makePackage } from "../support/package-bytes";
import { expect } from "../support/page-expect";
import { startServer, type TestServer } from "../support/server";
import { connectBrowser } from "../support/shared-browser";
import { gumFile, uploadByApi } from "../support/store";

/** Publishing on an instance that tries apps: a server of its own. */

let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  server = await startServer({ env: { APP_TRIAL: "on", CHROMIUM_PATH: findBrowser()! } });
  browser = await connectBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.dispose();
});

const packageOf = (name: string, body: string, version = "1.0.0") =>
  makePackage(
    { name, version, entry: { html: "index.html" } },
    { "index.html": `<!doctype html><html lang="en"><title>${name}</title><body>${body}` },
  );
const published = (page: Page) => page.getByRole("switch", { name: "Published" });

async function expectAccessible(page: Page): Promise<void> {
  expect((await new AxeBuilder({ page }).include("[role=dialog]").analyze()).violations).toEqual([]);
}

it("shows the maker what was found before an app is public, and asks again for one that does not start", async () => {
  const context = await browser.newContext({ baseURL: server.url, locale: "en-US" });
  const page = await context.newPage();
  await signUpOnboarded(page);
  const broken = "<script>throw new Error('no plums today')</script>";
  const { id } = await uploadByApi(page, packageOf("Broken plums", broken));
  await page.goto(`/apps/${id}`);
  await published(page).click();
  const dialog = page.getByRole("dialog", { name: "Publish Broken plums" });
  await expect(dialog.getByText("Trying the app…")).toBeVisible();
  await expect(dialog.getByText("The app does not start")).toBeVisible();
  await expect(dialog.getByText("no plums today")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(published(page)).not.toBeChecked();

  // It was tried, so the second time there is nothing to wait for.
  await published(page).click();
  await dialog.getByRole("button", { name: "Publish anyway" }).click();
  await expect(notice(page, "Broken plums is in the store now")).toBeVisible();
  await expect(published(page)).toBeChecked();

  const sound = await uploadByApi(page, packageOf("Sound plums", "<h1>Plums</h1><button>Add</button>"));
  await page.goto(`/apps/${sound.id}`);
  await published(page).click();
  const other = page.getByRole("dialog", { name: "Publish Sound plums" });
  await expect(other.getByText(/until something is seen/)).toBeVisible();
  await expect(other.getByRole("img")).toHaveCount(2);
  await expectAccessible(page);
  await other.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(published(page)).toBeChecked();

  const reader = await (await browser.newContext({ baseURL: server.url, locale: "en-US" })).newPage();
  await signUpOnboarded(reader);
  await reader.goto(`/apps/${sound.id}`);
  const tried = reader.getByRole("region", { name: /^Tried on / });
  await expect(tried.getByText("The Tab key reaches it")).toBeVisible();
  await expect(tried.getByRole("img")).toHaveCount(0);
  // They are its screenshots, as its maker gave none; for guests as well.
  const pictures = (at: Page) => at.getByRole("region", { name: "Screenshots" }).getByRole("img");
  await expect(pictures(reader)).toHaveCount(2);
  const link = await page.request.get(`/api/apps/${sound.id}`);
  const guest = await (await browser.newContext({ baseURL: server.url, locale: "en-US" })).newPage();
  await guest.goto(((await link.json()) as { shareUrl: string }).shareUrl);
  for (const which of [/wide window/, /phone/]) {
    const picture = pictures(guest).and(guest.getByAltText(which));
    await expect
      .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0);
  }
  await guest.context().close();
  await reader.context().close();

  // Sent by a program, a new version is public at once; its maker reads what was found where the upload leads.
  const failing = `<h1>Plums</h1><script>setTimeout(() => { throw new Error("one plum too many") })</script>`;
  await uploadByApi(page, packageOf("Sound plums", failing, "1.1.0"), { appId: sound.id });
  await page.goto(`/apps/${sound.id}`);
  const panel = page.getByRole("region", { name: "Your app" });
  await expect(panel.getByText(/^Version 1\.1\.0 was tried: .*; 1 error; no other hosts/)).toBeVisible();
  await panel.getByRole("link", { name: "All that was found" }).click();
  await expect(page.getByText("one plum too many")).toBeInViewport();
  await context.close();
});

it("shows what was found in a new version before it is public, and sends a large package once", async () => {
  const context = await browser.newContext({ baseURL: server.url, locale: "en-US" });
  const page = await context.newPage();
  await signUpOnboarded(page);
  const app = await uploadByApi(page, packageOf("Large plums", "<p>Before"), { published: true });
  const current = async () => ((await (await page.request.get(`/api/apps/${app.id}`)).json()) as App).version;
  let parts = 0;
  page.on("request", (request) => {
    if (request.method() === "PATCH" && request.url().includes("/api/apps/uploads/")) parts++;
  });

  await page.goto(`/apps/${app.id}`);
  await page.getByRole("link", { name: "New version" }).click();
  const noise = randomBytes(900_000).toString("base64");
  const larger = packageOf("Large plums", `<button>More plums</button><!--${noise}-->`, "1.1.0");
  await page.locator("input[type=file]").first().setInputFiles(gumFile(larger));
  const upload = page.getByRole("button", { name: "Upload version 1.1.0" });
  await upload.click();
  const dialog = page.getByRole("dialog", { name: "Publish version 1.1.0 of Large plums" });
  await expect(dialog.getByText("The Tab key reaches it")).toBeVisible();
  for (const which of [/wide window/, /phone/]) {
    const picture = dialog.getByAltText(which);
    await expect
      .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0);
  }
  await expectAccessible(page);
  expect(await current()).toBe("1.0.0");
  const sent = parts;
  expect(sent).toBeGreaterThan(1);

  await dialog.getByRole("button", { name: "Cancel" }).click();
  await upload.click();
  await dialog.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(notice(page, "Large plums 1.1.0 was uploaded")).toBeVisible();
  expect(await current()).toBe("1.1.0");
  expect(parts).toBe(sent);
  await context.close();
});
