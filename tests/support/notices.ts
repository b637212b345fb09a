import type { Locator, Page } from "@playwright/test";

/** A toast that is shown. Its text stands on the page a second time while screen readers are told of it. */
export function notice(page: Page, text: string | RegExp): Locator {
  return page.getByRole("region", { name: /^Notices/ }).getByText(text);
}
