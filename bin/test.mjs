/**
 * `npm test`: sets up what the tests need, then runs them, the large matrices in part. `npm run test:full` (`--full`) runs
 * only those matrices, in full; `npm test -- quick` runs the fast steps. `npm test -- unit lint` runs the named steps; a
 * word that names no step is a filter: `npm test -- integration launcher`.
 */
import "./launcher/node-version.mjs";
import fs from "node:fs";
import path from "node:path";
import { ensureBrowser } from "../tests/support/browser.mjs";
import { ensureEngines } from "../tests/support/engines/install.mjs";
import { ensureProxies } from "../tests/support/proxies.mjs";
import { describeSkipped } from "../tests/runner/test-report.mjs";
import { FULL_STEPS, QUICK_STEPS, TEST_STEPS } from "../tests/runner/test-steps.mjs";
import { ensureGenerated, isBuilt } from "./launcher/build-steps.mjs";
import { Fault } from "./launcher/fault.mjs";
import { ensureInstalled } from "./launcher/install.mjs";
import { ROOT, ensureVarDir } from "./launcher/paths.mjs";
import { stopChildren } from "./launcher/processes.mjs";
import { report, say, step } from "./launcher/steps.mjs";

const OPTIONS = ["--full", "quick"];
const given = process.argv.slice(2);
const full = given.includes("--full");
const steps = full ? FULL_STEPS : given.includes("quick") ? QUICK_STEPS : TEST_STEPS;
const names = TEST_STEPS.flat().map(({ name }) => name);
const words = given.filter((word) => !OPTIONS.includes(word));
const named = words.filter((word) => names.includes(word));
const filters = words.filter((word) => !names.includes(word));
const dir = path.join(ROOT, "var/test");
const logDir = path.join(dir, "log");
const since = Date.now();

let postgres;
const close = async () => {
  stopChildren();
  await postgres?.stop();
};
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => void close().finally(() => process.exit(130)));
}

/** Prepares what a step needs. */
const prepare = {
  build: async () => {
    if (isBuilt()) return;
    throw new Fault("not run: the build is missing or older than the sources (`npm test -- build`)");
  },
  proxies: () => step("nginx and Caddy", async (note) => note(await ensureProxies(logDir))),
  engines: () => step("Firefox and WebKit", async (note) => note(await ensureEngines(logDir))),
  browser: () => step("Browser", async (note) => note(await ensureBrowser(logDir))),
  postgres: async () => {
    if (postgres) return;
    const { startTestPostgres } = await import("../tests/support/test-postgres.mjs");
    postgres = await step("PostgreSQL for tests", () => startTestPostgres(dir));
  },
};

async function runStep({ title, work, needs = [] }) {
  try {
    for (const need of needs) await prepare[need]();
  } catch (error) {
    return { title, passed: 0, failed: 1, output: [error.message, error.detail].filter(Boolean).join("\n") };
  }
  const env = { TEST_FULL: full ? "1" : "", ...(postgres && { TEST_POSTGRES_URL: postgres.adminUrl }) };
  const outcome = await step(title, async (note) => {
    const result = await work({ logDir, filters, env });
    note(result.failed ? `${result.passed} passed, ${result.failed} FAILED` : `${result.passed} passed`);
    return result;
  });
  if (outcome.output) say(`\n${outcome.output.replace(/^/gm, "    ")}\n`);
  return { title, ...outcome };
}

try {
  say(full ? "\n  Gum, large matrices of tests\n" : "\n  Gum, tests\n");
  ensureVarDir(dir);
  await ensureInstalled(logDir);
  await ensureGenerated(logDir);
  let passed = 0;
  let failed = 0;
  const failures = [];
  const skipped = [];
  for (const items of steps) {
    const selected = items.filter(({ name }) => named.length === 0 || named.includes(name));
    for (const outcome of await Promise.all(selected.map(runStep))) {
      passed += outcome.passed;
      failed += outcome.failed;
      skipped.push(...(outcome.skipped ?? []));
      if (outcome.failed) failures.push(outcome);
    }
  }
  for (const line of describeSkipped(skipped)) say(`  ${line}`);
  for (const { title, output } of failures.filter((outcome) => outcome.passed === 0)) {
    if (output?.startsWith("not run")) say(`  ${title}: ${output}`);
  }
  if (failures.length)
    say(`\n  Failed: ${failures.map(({ title }) => title).join(", ")}. Logs: ${path.relative(ROOT, logDir)}`);
  say(`\n  ${((Date.now() - since) / 1000).toFixed(0)} s\n`);
  await close();
  fs.writeSync(1, `${passed} passed, ${failed} failed\n`);
  process.exitCode = failed ? 1 : 0;
} catch (error) {
  await close().catch(() => {});
  report(error, dir);
  process.exitCode = 1;
}
