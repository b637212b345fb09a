import path from "node:path";
import { ROOT, readJson } from "../../bin/launcher/paths.mjs";

/** A suite that cannot run on this machine has the reason in its title: "name (not here: why)". */
const REASON = /\s*\(not here: ([^)]+)\)/;

/** @typedef {{ where: string, reason: string | undefined }} Skipped */

/** The results of a vitest run. @param {string} file its JSON report */
export function readVitestReport(file) {
  const report = readJson(file);
  const skipped = (report?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status !== "passed" && status !== "failed")
      .map(({ fullName }) => skippedTest(path.relative(ROOT, name), fullName)),
  );
  return { passed: report?.numPassedTests, failed: report?.numFailedTests, skipped };
}

/** The results of a Playwright run. @param {string} file its JSON report */
export function readPlaywrightReport(file) {
  const report = readJson(file);
  const skipped = (report?.suites ?? [])
    .flatMap((suite) => specsOf(suite, ""))
    .filter(({ tests }) => tests.some(({ status }) => status === "skipped"))
    .map(({ file: spec, title }) => skippedTest(spec, title));
  return { passed: report?.stats.expected, failed: report?.stats.unexpected, skipped };
}

function specsOf({ title, specs, suites = [] }, parents) {
  const name = `${parents} ${title}`.trim();
  return [
    ...specs.map((spec) => ({ ...spec, title: `${name} ${spec.title}` })),
    ...suites.flatMap((suite) => specsOf(suite, name)),
  ];
}

function skippedTest(file, title) {
  return { where: `${file}: ${title.replace(REASON, "").trim()}`, reason: REASON.exec(title)?.[1] };
}

/** The lines about skipped tests at the end of a run, one per reason. @param {Skipped[]} skipped */
export function describeSkipped(skipped) {
  const reasons = [...new Set(skipped.map(({ reason }) => reason))];
  return reasons.map((reason) => {
    const tests = skipped.filter((test) => test.reason === reason).map(({ where }) => where);
    const why = reason ?? "no reason is given, and that counts as a failure";
    return `Skipped: ${tests.length} in ${tests[0]}: ${why}`;
  });
}
