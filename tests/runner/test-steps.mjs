import fs from "node:fs";
import path from "node:path";
import { buildApplication } from "../../bin/launcher/build-steps.mjs";
import { tail } from "../../bin/launcher/fault.mjs";
import { checkPageSizes } from "./page-sizes.mjs";
import { ROOT } from "../../bin/launcher/paths.mjs";
import { run } from "../../bin/launcher/processes.mjs";
import { readPlaywrightReport, readVitestReport } from "./test-report.mjs";

const bin = (...parts) => path.join(ROOT, "node_modules", ...parts);
const ENVIRONMENT = {
  FORCE_COLOR: "0",
  NO_COLOR: "1",
  NEXT_TELEMETRY_DISABLED: "1",
  VITE_CONFIG_NATIVE_IGNORE_WARNING: "true",
};
const CODE_FOLDERS = ["app", "components", "lib", "bin", "prisma", "tests"];
const FAILURE_LINES = 80;

/** @typedef {{ passed: number, failed: number, skipped?: import("./test-report.mjs").Skipped[], output?: string }} Outcome */

async function node(args, { logFile, env = {} } = {}) {
  return run(process.execPath, args, { cwd: ROOT, env: { ...process.env, ...ENVIRONMENT, ...env }, logFile });
}

/** A step that runs programs one after the other, up to the first failure. @returns {(context: Context) => Promise<Outcome>} */
function check(...commands) {
  return async ({ logDir, env }) => {
    for (const args of commands) {
      const { status, output } = await node(args, { logFile: path.join(logDir, "check.log"), env });
      if (status !== 0) return { passed: 0, failed: 1, output: tail(output, FAILURE_LINES) };
    }
    return { passed: 1, failed: 0 };
  };
}

function vitest(project) {
  return async ({ logDir, filters, env }) => {
    const report = path.join(logDir, `${project}.json`);
    fs.rmSync(report, { force: true });
    const args = [
      "run",
      "-c",
      "tests/vitest.config.ts",
      "--project",
      project,
      "--passWithNoTests",
      ...filters,
    ];
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    const { status, output } = await node([bin("vitest/vitest.mjs"), ...args, ...reporters], {
      logFile: path.join(logDir, `${project}.log`),
      env,
    });
    return outcome({ status, output, ...readVitestReport(report) });
  };
}

async function playwright({ logDir, filters, env }) {
  const report = path.join(logDir, "e2e.json");
  fs.rmSync(report, { force: true });
  const args = [
    "test",
    "-c",
    "tests/playwright.config.ts",
    "--pass-with-no-tests",
    "--reporter=line,json",
    ...filters,
  ];
  const { status, output } = await node([bin("@playwright/test/cli.js"), ...args], {
    logFile: path.join(logDir, "e2e.log"),
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report, PLAYWRIGHT_FORCE_TTY: "0" },
  });
  return outcome({ status, output, ...readPlaywrightReport(report) });
}

/**
 * A run that failed without a failed test (a syntax error, a server that did not start) counts as one failure, and so does
 * each test that is skipped without a reason.
 */
function outcome({ status, output, passed = 0, failed = 0, skipped = [] }) {
  const unexplained = skipped.filter(({ reason }) => !reason).length;
  const failures = (status === 0 ? failed : Math.max(failed, 1)) + unexplained;
  return {
    passed,
    failed: failures,
    skipped,
    output: failures ? tail(fromFirstFailure(output), FAILURE_LINES) : undefined,
  };
}

/** The output of a runner from its first failure on, without the list of tests that began after it. */
function fromFirstFailure(all) {
  const output = all.replace(/^\[\d+\/\d+\] .*\n/gm, "");
  const start = output.search(/^.*(Failed (Tests|Suites)|Unhandled Errors?|^\s+1\) ).*$/m);
  return start < 0 ? output : output.slice(start);
}

async function build({ logDir }) {
  try {
    await buildApplication(logDir);
    return { passed: 1, failed: 0 };
  } catch (error) {
    return { passed: 0, failed: 1, output: [error.message, error.detail].filter(Boolean).join("\n") };
  }
}

/** First-load JavaScript of every page; the table is always printed. */
async function sizes() {
  const { table, failures, count } = checkPageSizes();
  return {
    passed: count - new Set(failures.map((text) => text.split(" ")[0])).size,
    failed: failures.length,
    output: [table, ...failures].join("\n"),
  };
}

const TYPES = {
  name: "types",
  title: "Types",
  work: check([bin("next/dist/bin/next"), "typegen"], [bin("typescript/bin/tsc"), "--noEmit"]),
};
const LINT_CACHE = path.join(ROOT, "node_modules/.cache/gum/eslint");
const lint = check([
  bin("eslint/bin/eslint.js"),
  "-c",
  ".config/eslint.config.mjs",
  "--max-warnings",
  "0",
  "--cache",
  "--cache-location",
  LINT_CACHE,
  ".",
]);
/** Lints every file anew, and fills the cache of `npm test -- quick`. */
const LINT = {
  name: "lint",
  title: "Lint",
  work: (context) => {
    fs.rmSync(LINT_CACHE, { force: true });
    return lint(context);
  },
};
/** Lints changed files only. A rule about imports may miss what a change to another file broke, until the full run. */
const LINT_CHANGES = { ...LINT, work: lint };
const FORMAT = {
  name: "format",
  title: "Format",
  work: check([bin("prettier/bin/prettier.cjs"), "--check", "."]),
};
const CYCLES = {
  name: "cycles",
  title: "Import cycles",
  work: check([
    bin("dependency-cruiser/bin/dependency-cruise.mjs"),
    "--config",
    ".config/dependency-cruiser.mjs",
    ...CODE_FOLDERS,
  ]),
};
const UNIT = { name: "unit", title: "Unit tests", work: vitest("unit") };
const BUILD = { name: "build", title: "Build", work: build };
const SIZES = { name: "sizes", title: "First-load JavaScript", work: sizes, needs: ["build"] };
const INTEGRATION = {
  name: "integration",
  title: "Integration tests",
  work: vitest("integration"),
  needs: ["build", "postgres", "browser"],
};
const E2E = {
  name: "e2e",
  title: "Browser tests",
  work: playwright,
  needs: ["build", "postgres", "browser"],
};

/**
 * The steps of `npm test` in order; the steps of one group run at the same time, each on a core. `needs` is prepared first.
 * @type {{ name: string, title: string, work: Function, needs?: ("postgres" | "browser" | "build" | "engines" | "proxies")[] }[][]}
 */
export const TEST_STEPS = [[TYPES, LINT, CYCLES], [UNIT, BUILD], [SIZES], [INTEGRATION], [E2E]];

/** `npm test -- quick`: the steps that need neither a build nor a database, all at once. */
export const QUICK_STEPS = [[TYPES, LINT_CHANGES, CYCLES, UNIT]];

/** `npm run test:full`: the large matrices; `npm test` runs a part of them. */
export const FULL_STEPS = [
  [UNIT, BUILD, LINT, FORMAT],
  [{ ...INTEGRATION, needs: [...INTEGRATION.needs, "engines", "proxies"] }],
  [E2E],
];
