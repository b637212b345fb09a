import { expect, type Browser, type BrowserContext, type Page } from "@playwright/test";

/** What a person can press or fill in. An editor makes controls of its own, which React does not know. */
const CONTROLS = "button, input, select, textarea, form";
const FOREIGN = ".cm-editor, .cf-turnstile";

const WAIT = { timeout: 30_000, intervals: [20, 50, 100] };

/** In the page: the controls that React has not hydrated yet; none in a document that is not of Next's. */
function unhydrated([controls, foreign]: readonly [string, string]): string[] {
  if (!document.querySelector('script[src*="/_next/static/"]')) return [];
  return (
    [...document.querySelectorAll(controls)]
      .filter((control) => control.closest(foreign) === null)
      // React keeps an element's props at the element once it has hydrated it.
      .filter((control) => !Object.keys(control).some((key) => key.startsWith("__reactProps$")))
      .map((control) => control.outerHTML.slice(0, 120))
  );
}

/** Waits until React has hydrated every control of the page, so that what is pressed is heard. */
export async function hydrated(page: Page): Promise<void> {
  // Again where the page goes on to another one meanwhile, and its realm is gone.
  await expect(async () => {
    const waiting = await page.evaluate(unhydrated, [CONTROLS, FOREIGN] as const);
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
