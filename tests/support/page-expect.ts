import { expect as playwright } from "@playwright/test";

/** Playwright's `expect` for tests that Vitest runs, where no configuration sets its limit, which only ends what hangs. */
export const expect = playwright.configure({ timeout: 60_000 });
