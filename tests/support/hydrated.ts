import type { Browser, BrowserContext, Page } from "@playwright/test";

/** What a person can press or fill in. An editor makes controls of its own, which React does not know. */
const CONTROLS = "button, input, select, textarea, form";
const FOREIGN = ".cm-editor, .cf-turnstile";

/**
 * Waits until React has hydrated every control of the page, so that what is pressed is heard. A document that is not of
 * Next's passes at once.
 */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(
    ([controls, foreign]) => {
      if (!document.querySelector('script[src*="/_next/static/"]')) return true;
      return [...document.querySelectorAll(controls)].every(
        (control) =>
          control.closest(foreign) !== null ||
          // React keeps an element's props at the element once it has hydrated it.
          Object.keys(control).some((key) => key.startsWith("__reactProps$")),
      );
    },
    [CONTROLS, FOREIGN] as const,
  );
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
