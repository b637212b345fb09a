import fs from "node:fs";
import path from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { full } from "./support/depth";

const root = path.resolve(import.meta.dirname, "..");

/** The tests below some folders; in the full run only `*.full.test.ts` and the files that ask how much to try. */
function testsIn(...folders: string[]): string[] {
  if (!full) return folders.map((folder) => `${folder}/**/!(*.full).test.{ts,tsx,mjs}`);
  return folders
    .flatMap((folder) =>
      fs
        .readdirSync(path.join(root, folder), { recursive: true })
        .map((name) => path.join(folder, String(name))),
    )
    .filter((file) => /\.test\.(tsx?|mjs)$/.test(file))
    .filter(
      (file) =>
        file.includes(".full.") || fs.readFileSync(path.join(root, file), "utf8").includes("support/depth"),
    );
}

/** Files of minutes begin first, so that none of them ends alone. */
const LONG = ["engines/firefox", "launcher.full", "standalone.full", "engines/webkit", "backup-s3.full"];
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONG.findIndex((name) => moduleId.includes(name));
      return at < 0 ? LONG.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

const resolve = {
  alias: {
    "@": root,
    // Internal modules, which the package does not export; bin/database-library.mjs finds them so too.
    "fake-indexeddb/build": path.join(root, "node_modules/fake-indexeddb/build"),
    // It throws outside a React server; which module may import which is the linter's business.
    "server-only": path.join(root, "tests/support/empty-module.ts"),
  },
};

export default defineConfig({
  root,
  test: {
    sequence: { sequencer: LongestFirst },
    // Playwright's own listeners trip over a frame that comes and goes within one tick; nobody of ours waits for them.
    onUnhandledError: ({ message, stack }) =>
      !(message === "Frame has been detached." && stack?.includes("playwright-core")),
    projects: [
      {
        resolve,
        root,
        test: {
          name: "unit",
          include: testsIn("app", "components", "lib", "prisma", "bin", "examples", "tests/runner"),
          environment: "node",
          setupFiles: ["tests/support/unit-environment.ts"],
          sequence: { groupOrder: 0 },
          // Test files share a process, and with it channels and databases by name.
          isolate: false,
          maxWorkers: 2,
          // Property tests take a while on a busy machine; nothing here waits for anything.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        resolve,
        root,
        test: {
          name: "integration",
          include: [...testsIn("tests/integration"), ...(full ? ["tests/engines/**/*.test.ts"] : [])],
          environment: "node",
          globalSetup: ["tests/support/global-setup.ts"],
          setupFiles: ["tests/support/file-environment.ts"],
          pool: "forks",
          // Many small files; the full run has a few that take a while and start servers of their own.
          isolate: full,
          sequence: { groupOrder: 1 },
          // Those servers' starts and ends are mostly waited for.
          maxWorkers: full ? 3 : 2,
          // Limits only end what hangs: servers and browsers start slowly where other programs want the processor, too.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
    ],
  },
});
