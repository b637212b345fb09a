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
