import { test as base } from "@playwright/test";
import { hydrateAllVisits } from "./hydrated";

export {
  expect,
  type Browser,
  type BrowserContext,
  type FrameLocator,
  type Locator,
  type Page,
} from "@playwright/test";

/**
 * Playwright's `test`, whose pages are hydrated when `goto`, `reload` and `waitForURL` return. A test about the time before
 * that says `waitUntil: "commit"`.
 */
export const test = base.extend<{ othersLeave: void }, { hydratedBrowser: void }>({
  hydratedBrowser: [
    async ({ browser }, use) => {
      hydrateAllVisits(browser);
      await use();
    },
    { scope: "worker", auto: true },
  ],
  // The contexts of further people: left open, their pages would listen and draw until the worker ends.
  othersLeave: [
    async ({ browser }, use) => {
      const before = new Set(browser.contexts());
      await use();
      const all = browser.contexts();
      // A handler whose page closes while it fetches would throw.
      const routed = all.flatMap((context) => [context, ...context.pages()]);
      await Promise.all(routed.map((each) => each.unrouteAll({ behavior: "ignoreErrors" })));
      const others = all.filter((context) => !before.has(context));
      await Promise.all(others.map((context) => context.close()));
    },
    { auto: true },
  ],
});
