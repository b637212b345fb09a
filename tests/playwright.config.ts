import path from "node:path";
import { defineConfig } from "@playwright/test";
import { pageBrowserOptions } from "./support/browser.mjs";
import { full } from "./support/depth";

const root = path.resolve(import.meta.dirname, "..");
/** Walks that a phone's size hardly changes; the full run repeats them at that size. */
const LARGE_WALKS = /(examples|leaving|onboarding|outbox|share|store|upload)\.spec/;
// Workers read this file again: they must find the port that the first reading chose.
const port = (process.env.E2E_PORT ??= String(30_000 + (process.pid % 2_000)));
const url = process.env.E2E_URL ?? `http://localhost:${port}`;

export default defineConfig({
  testDir: "e2e",
  outputDir: path.join(root, "test-results"),
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // Limits only end what hangs: servers, pages and events are slow where other programs want the processor, too.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [["line"]],
  use: {
    baseURL: url,
    locale: "en-US",
    timezoneId: "UTC",
    colorScheme: "dark",
    screenshot: "only-on-failure",
    launchOptions: pageBrowserOptions(),
  },
  projects: [
    // What only a finger does is for the phone.
    {
      name: "desktop",
      grep: full ? /@full/ : /./,
      grepInvert: full ? /@finger/ : /@(finger|full)/,
      use: { browserName: "chromium", viewport: { width: 1440, height: 900 } },
    },
    {
      name: "phone",
      // What a phone's size or a finger could change; the rest is the same at any size. In the full run: what a phone's
      // size hardly changes.
      grep: full
        ? [new RegExp(`${LARGE_WALKS.source}.*@(phone|finger)`), /@phone-full/]
        : /@(phone|finger)(?!-)/,
      testIgnore: full ? undefined : LARGE_WALKS,
      use: {
        browserName: "chromium",
        viewport: { width: 390, height: 844 },
        deviceScaleFactor: 2,
        isMobile: true,
        hasTouch: true,
      },
    },
  ],
  // The built application with the demo content, a database of its own and generous limits. E2E_URL: one that runs already.
  webServer: process.env.E2E_URL
    ? undefined
    : {
        command: `node --import tsx tests/support/e2e-server.ts ${port}`,
        cwd: root,
        // The product itself answers before the admin of the tests has an account.
        wait: { stdout: /^ready on /m },
        timeout: 300_000,
        gracefulShutdown: { signal: "SIGTERM", timeout: 20_000 },
        stdout: "ignore",
        stderr: "pipe",
      },
});
