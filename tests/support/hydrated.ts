import { expect, type Browser, type BrowserContext, type Page } from "@playwright/test";
import { HYDRATED, unhydrated } from "./unhydrated";

const WAIT = { timeout: 30_000, intervals: [20, 50, 100] };

/** Waits until React has hydrated every control of the page, so that what is pressed is heard. */
export async function hydrated(page: Page): Promise<void> {
  // Again where the page goes on to another one meanwhile, and its realm is gone.
  await expect(async () => {
    const waiting = await page.evaluate(unhydrated, HYDRATED);
    expect(waiting, `controls of ${page.url()} that are not hydrated`).toEqual([]);
  }).toPass(WAIT);
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
