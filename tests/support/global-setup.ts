import { chromium } from "playwright";
import type { TestProject } from "vitest/node";
import { pageBrowserOptions } from "./browser.mjs";
import { startTestPostgres } from "./postgres";
import { startServer } from "./server";
import type { ServerAddress } from "./shared-server";

declare module "vitest" {
  interface ProvidedContext {
    server: ServerAddress;
    /** Where Playwright's `connect` finds the browser. */
    browser: string;
  }
}

/**
 * Runs once before the integration tests: a PostgreSQL, an ordinary server and a Chromium, which the files share that need
 * nothing special of them. What it gives runs after the tests.
 */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const closers: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    const postgres = await startTestPostgres();
    closers.push(postgres.stop);
    const server = await startServer();
    closers.push(server.dispose);
    const browser = await chromium.launchServer(pageBrowserOptions());
    closers.push(() => browser.close());
    const { url, port, database, logFile } = server;
    provide("server", { url, port, databaseUrl: database.url, logFile });
    provide("browser", browser.wsEndpoint());
    return close;
  } catch (error) {
    await close();
    throw error;
  }
}
