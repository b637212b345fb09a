import { expect, test } from "../support/test";
import { signUpOnboarded } from "../support/accounts";
import { settled } from "../support/dock";
import { holdCode } from "../support/late-code";
import { holdEnd } from "../support/late-end";
import { appName, countingApp, uploadByApi } from "../support/store";

test("a page is painted once it is whole", async ({ page, baseURL }) => {
  const held = await holdEnd(baseURL!, 'id="page-end"');
  await page.addInitScript(() =>
    requestAnimationFrame(() =>
      Object.assign(window, { gumFirst: document.getElementById("page-end") !== null }),
    ),
  );
  await page.goto(`${held.url}/login`, { waitUntil: "commit" });
  // The browser has had time for a frame: it has run code that the page names.
  await page.waitForFunction(() => "TURBOPACK" in window && document.querySelector("form") !== null, null, {
    polling: 50,
  });
  held.come();
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { gumFirst: boolean }).gumFirst)).toBe(true);
  held.close();
});

test("what is asked for before a page's code is there is done when it comes", async ({ page }) => {
  await signUpOnboarded(page);
  const people = (await (await page.request.get("/api/v1/search?type=users&q=mika")).json()) as {
    items: { id: string }[];
  };
  const profile = `/profile/${people.items[0]!.id}`;
  const html = await (await page.request.get(profile)).text();
  const code = await holdCode(page, (request) => !html.includes(new URL(request.url()).pathname));
  await page.goto(profile);
  const like = page.locator(".post").first().getByRole("button", { name: /like/i });
  await expect(like).toHaveAttribute("aria-pressed", "false");
  await like.click();
  await expect(like).toHaveAttribute("aria-pressed", "false");
  code.come();
  await expect(page.locator(".post [aria-pressed=true]")).toHaveCount(1);
});

test("a switch that is pressed before a page's code is there is switched when it comes", async ({ page }) => {
  await signUpOnboarded(page);
  const app = await uploadByApi(page, countingApp({ name: appName("Early") }), { published: true });
  const code = await holdCode(page);
  await page.goto(`/apps/${app.id}`, { waitUntil: "commit" });
  const published = page.getByRole("switch", { name: "Published" });
  await expect(published).toBeChecked();
  await published.click();
  await expect(published).not.toBeChecked();
  code.come();
  await expect(page.getByText("is private again")).toBeVisible();
  await expect(published).not.toBeChecked();
  // Pressed later, too, it stands as it was pressed from then on, and not only once the server has answered.
  await expect(published).toBeEnabled();
  const stands = await published.evaluate((input: HTMLInputElement) => {
    input.click();
    return input.checked;
  });
  expect(stands).toBe(true);
  await expect(page.getByText("is in the store now")).toBeVisible();
});

test("a switch goes back where the server refuses", async ({ page }) => {
  await signUpOnboarded(page);
  const app = await uploadByApi(page, countingApp({ name: appName("Refused") }));
  await page.route(`**/api/apps/${app.id}/publish`, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`/apps/${app.id}`);
  const published = page.getByRole("switch", { name: "Published" });
  await published.click();
  await expect(page.locator("[data-sonner-toast]")).toBeVisible();
  await expect(published).toBeEnabled();
  await expect(published).not.toBeChecked();
});

test("what is chosen in a list before a page's code is there is taken over when it comes", async ({
  page,
}) => {
  await signUpOnboarded(page);
  const code = await holdCode(page);
  await page.goto("/apps", { waitUntil: "commit" });
  const order = page.getByRole("combobox", { name: "Order" });
  await order.selectOption("name");
  code.come();
  await expect(page).toHaveURL(/orderBy=name/);
  await expect(order).toHaveValue("name");
});

test("code that fails to arrive once is asked for again", async ({ page }) => {
  await signUpOnboarded(page);
  const asked = new Set<string>();
  await page.route(/\/_next\/static\/chunks\/.*\.js/, (route) => {
    const { pathname } = new URL(route.request().url());
    const fails = !asked.has(pathname);
    asked.add(pathname);
    return fails ? route.abort() : route.continue();
  });
  await page.goto("/timeline");
  await settled(page);
  await expect(page.locator("html")).toHaveAttribute("data-answers", "");
});

test("a page is taken over with the scripts that its document names", async ({ page }) => {
  await signUpOnboarded(page);
  const named = new Set<string>();
  await page.route("**/timeline", async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    for (const [, src] of html.matchAll(/<script[^>]*src="([^"]+)"/g)) named.add(src!);
    await route.fulfill({ response, body: html });
  });
  let comeOthers = () => {};
  const others = new Promise<void>((resolve) => (comeOthers = resolve));
  await page.route("**/_next/static/chunks/*.js", async (route) => {
    if (!named.has(new URL(route.request().url()).pathname)) await others;
    await route.continue();
  });
  await page.goto("/timeline", { waitUntil: "commit" });
  await expect(page.locator("html")).toHaveAttribute("data-answers");
  expect(named.size).toBeGreaterThan(5);
  comeOthers();
});
