import { chromium, type Browser } from "playwright";
import { inject } from "vitest";
import { hydrateAllVisits } from "./hydrated";

/**
 * The Chromium of this run of the integration tests, over a connection of one's own: `close` ends that and its contexts
 * alone. Its pages are hydrated when `goto`, `reload` and `waitForURL` return, as in the browser tests.
 */
export async function connectBrowser(): Promise<Browser> {
  const browser = await chromium.connect(inject("browser"));
  hydrateAllVisits(browser);
  return browser;
}
