/**
 * `npm test`: everything that the tests need, then all of them but the large matrices, of which it tries a part.
 * `npm run test:full` (`--full`) tries those matrices in full, and nothing else; `npm test -- quick` is for between two edits.
 * `npm test -- unit lint` runs those steps; a word that names no step is passed on as a filter: `npm test -- integration launcher`.
 */
import "./launcher/node-version.mjs";
import fs from "node:fs";
import path from "node:path";

const { isBuilt } = await import("./launcher/build-steps.mjs");
const { ensureBrowser } = await import("../tests/support/browser.mjs");
const { Fault } = await import("./launcher/fault.mjs");
const { install, isInstalled } = await import("./launcher/install.mjs");
const { ROOT, ensureVarDir } = await import("./launcher/paths.mjs");
const { stopChildren } = await import("./launcher/processes.mjs");
const { report, say, step } = await import("./launcher/steps.mjs");
const { FULL_STEPS, QUICK_STEPS, TEST_STEPS, generateAll } = await import("../tests/runner/test-steps.mjs");
const { tellSkipped } = await import("../tests/runner/test-report.mjs");

const OPTIONS = ["--full", "quick"];
const given = process.argv.slice(2);
const full = given.includes("--full");
const steps = full ? FULL_STEPS : given.includes("quick") ? QUICK_STEPS : TEST_STEPS;
const names = TEST_STEPS.flat().map(({ name }) => name);
const words = given.filter((word) => !OPTIONS.includes(word));
const wanted = words.filter((word) => names.includes(word));
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

/** Brings up what a step needs, once. */
const ready = {
  build: async () => {
    if (isBuilt()) return;
    throw new Fault("not run, because the build is missing or older than the sources (`npm test -- build`)");
  },
  browser: () => step("Browser", async (note) => note(await ensureBrowser(logDir))),
  postgres: async () => {
    if (postgres) return;
    const { startTestPostgres } = await import("../tests/support/test-postgres.mjs");
    postgres = await step("PostgreSQL for tests", () => startTestPostgres(dir));
  },
};

async function prepare() {
  ensureVarDir(dir);
  await step("Packages", async (note) => {
    if (isInstalled()) return note("up to date");
    await install(logDir);
    note("installed what package-lock.json says");
  });
  await step("Generated code", async (note) => note(await generateAll(logDir)));
}

async function runStep({ title, work, needs = [] }) {
  try {
    for (const need of needs) await ready[need]();
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
  await prepare();
  let passed = 0;
  let failed = 0;
  const broken = [];
  const skipped = [];
  for (const items of steps) {
    const asked = items.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
    for (const outcome of await Promise.all(asked.map(runStep))) {
      passed += outcome.passed;
      failed += outcome.failed;
      skipped.push(...(outcome.skipped ?? []));
      if (outcome.failed) broken.push(outcome);
    }
  }
  for (const line of tellSkipped(skipped)) say(`  ${line}`);
  for (const { title, output } of broken.filter((outcome) => outcome.passed === 0)) {
    if (output?.startsWith("not run")) say(`  ${title}: ${output}`);
  }
  if (broken.length)
    say(`\n  Failed: ${broken.map(({ title }) => title).join(", ")}. Logs: ${path.relative(ROOT, logDir)}`);
  say(`\n  ${((Date.now() - since) / 1000).toFixed(0)} s\n`);
  await close();
  fs.writeSync(1, `${passed} passed, ${failed} failed\n`);
  process.exitCode = failed ? 1 : 0;
} catch (error) {
  await close().catch(() => {});
  report(error, dir);
  process.exitCode = 1;
}
