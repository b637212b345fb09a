import { chromium, type Browser } from "playwright";
import { inject } from "vitest";

/** The Chromium of this run of the integration tests, over a connection of one's own: `close` ends that and its contexts alone. */
export function connectBrowser(): Promise<Browser> {
  return chromium.connect(inject("browser"));
}
