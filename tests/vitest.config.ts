import path from "node:path";
import { defineConfig } from "vitest/config";

const root = path.resolve(import.meta.dirname, "..");

const resolve = {
  alias: {
    "@": root,
    // It throws outside a React server; which module may import which is the linter's business.
    "server-only": path.join(root, "tests/support/empty-module.ts"),
  },
};

export default defineConfig({
  root,
  test: {
    // Playwright's own listeners trip over a frame that comes and goes within one tick; nobody of ours waits for them.
    onUnhandledError: ({ message, stack }) =>
      !(message === "Frame has been detached." && stack?.includes("playwright-core")),
    projects: [
      {
        resolve,
        root,
        test: {
          name: "unit",
          include: [
            "*.test.ts",
            "{app,components,lib,prisma,examples}/**/*.test.{ts,tsx}",
            "bin/**/*.test.mjs",
            "examples/**/*.test.mjs",
          ],
          environment: "node",
          sequence: { groupOrder: 0 },
          // Property tests take a while on a busy machine; nothing here waits for anything.
          testTimeout: 30_000,
        },
      },
      {
        resolve,
        root,
        test: {
          name: "integration",
          include: ["tests/integration/**/*.test.ts"],
          environment: "node",
          globalSetup: ["tests/support/global-postgres.ts"],
          setupFiles: ["tests/support/file-environment.ts"],
          pool: "forks",
          sequence: { groupOrder: 1 },
          maxWorkers: 2,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
