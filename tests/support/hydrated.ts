import type { Browser, BrowserContext, Page } from "@playwright/test";
import { UNHYDRATED } from "./unhydrated";

/** Waits until the page has said that its controls answer (components/ui/hydrated.ts). */
export async function hydrated(page: Page): Promise<void> {
  await page.locator(UNHYDRATED).waitFor({ state: "detached", timeout: 30_000 });
}

/** The state that a caller waits for; one before `load` is for looking at a page that is not hydrated yet. */
type Waiting = { waitUntil?: "load" | "domcontentloaded" | "networkidle" | "commit" };

const isWhole = ({ waitUntil = "load" }: Waiting = {}): boolean =>
  waitUntil === "load" || waitUntil === "networkidle";

/** Lets a page's visits end when it is hydrated, where they ended with `load`. */
function hydrateVisits(page: Page): void {
  const { goto, reload, goBack, goForward, waitForURL } = page;
  Object.assign(page, {
    goto: async (...args: Parameters<Page["goto"]>) => {
      const response = await goto.apply(page, args);
      if (isWhole(args[1])) await hydrated(page);
      return response;
    },
    waitForURL: async (...args: Parameters<Page["waitForURL"]>) => {
      await waitForURL.apply(page, args);
      if (isWhole(args[1])) await hydrated(page);
    },
    ...Object.fromEntries(
      Object.entries({ reload, goBack, goForward }).map(([name, visit]) => [
        name,
        async (options?: Parameters<Page["reload"]>[0]) => {
          const response = await visit.call(page, options);
          if (isWhole(options)) await hydrated(page);
          return response;
        },
      ]),
    ),
  });
}

/** The same for every page that a browser opens from now on. */
export function hydrateAllVisits(browser: Browser): void {
  const watch = (context: BrowserContext): void => {
    context.pages().forEach(hydrateVisits);
    context.on("page", hydrateVisits);
  };
  browser.contexts().forEach(watch);
  browser.on("context", watch);
}
