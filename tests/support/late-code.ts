import type { Page } from "@playwright/test";

/**
 * Keeps the code of a page's next visits away: its markup is there, and nothing answers yet.
 * @returns `come` lets the code come
 */
export async function holdCode(page: Page): Promise<{ come: () => void }> {
  let come = () => {};
  const wait = new Promise<void>((resolve) => (come = resolve));
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    await wait;
    await route.continue();
  });
  return { come: () => come() };
}

/**
 * Keeps the code away that the document of a visit does not name: what the page asks for once it runs.
 * @returns `come` lets the code come
 */
export async function holdLateCode(page: Page): Promise<{ come: () => void }> {
  let come = () => {};
  const wait = new Promise<void>((resolve) => (come = resolve));
  let named = "";
  await page.route("**/*", async (route) => {
    if (route.request().resourceType() !== "document") return route.fallback();
    const response = await route.fetch();
    named += await response.text();
    await route.fulfill({ response });
  });
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    const name = new URL(route.request().url()).pathname.split("/").at(-1)!;
    if (!named.includes(name)) await wait;
    await route.continue();
  });
  return { come: () => come() };
}
