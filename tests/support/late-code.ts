import type { Page, Request } from "@playwright/test";

/**
 * Keeps the code of a page's next visits away: its markup is there, and nothing answers yet.
 * @param holds which requests for code wait; all of them by default
 * @returns `come` lets the code come
 */
export async function holdCode(
  page: Page,
  holds: (request: Request) => boolean = () => true,
): Promise<{ come: () => void }> {
  let come = () => {};
  const wait = new Promise<void>((resolve) => (come = resolve));
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    if (holds(route.request())) await wait;
    await route.continue();
  });
  return { come: () => come() };
}
