import { expect, type Page } from "@playwright/test";

/** Waits for what comes when the page has been idle for a while: notices, and the outbox, which sends what was done offline. */
export async function background(page: Page): Promise<void> {
  await expect(page.locator(".toaster, [aria-label^=Notices]").first()).toBeAttached();
  await expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
    .toContain("gum-outbox");
}
