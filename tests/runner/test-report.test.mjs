import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readPlaywrightReport, readVitestReport, describeSkipped } from "./test-report.mjs";

const dir = fs.mkdtempSync(path.join(os.tmpdir(), "gum-report-"));
afterAll(() => fs.rmSync(dir, { recursive: true, force: true }));

function written(report) {
  const file = path.join(dir, "report.json");
  fs.writeFileSync(file, JSON.stringify(report));
  return file;
}

describe("the report of a run", () => {
  it("of vitest has its counts, and the skipped with the reason in their suite's title", () => {
    const assertionResults = [
      { status: "passed", fullName: "a passes" },
      { status: "skipped", fullName: "two processes (not here: no Redis) hear each other" },
      { status: "pending", fullName: "left out" },
    ];
    const report = written({
      numPassedTests: 1,
      numFailedTests: 0,
      testResults: [{ name: path.resolve("tests/some.test.ts"), assertionResults }],
    });
    expect(readVitestReport(report)).toEqual({
      passed: 1,
      failed: 0,
      skipped: [
        { where: "tests/some.test.ts: two processes hear each other", reason: "no Redis" },
        { where: "tests/some.test.ts: left out", reason: undefined },
      ],
    });
  });

  it("of Playwright looks into suites of suites", () => {
    const spec = (title, status) => ({ title, file: "shell.spec.ts", tests: [{ status }] });
    const suites = [
      {
        title: "shell.spec.ts",
        specs: [spec("opens", "expected")],
        suites: [{ title: "two (not here: no camera)", specs: [spec("films", "skipped")] }],
      },
    ];
    const report = written({ suites, stats: { expected: 1, unexpected: 0 } });
    expect(readPlaywrightReport(report)).toMatchObject({
      passed: 1,
      failed: 0,
      skipped: [{ reason: "no camera" }],
    });
  });

  it("is empty where a runner wrote none", () => {
    expect(readVitestReport(path.join(dir, "none.json")).skipped).toEqual([]);
    expect(readPlaywrightReport(path.join(dir, "none.json")).skipped).toEqual([]);
  });
});

describe("what is said about skipped tests", () => {
  it("is one line a reason, and names what has none", () => {
    const lines = describeSkipped([
      { where: "a", reason: "no Redis" },
      { where: "b", reason: "no Redis" },
      { where: "c", reason: undefined },
    ]);
    expect(lines).toEqual([
      "Skipped: 2 in a: no Redis",
      "Skipped: 1 in c: no reason is given, and that counts as a failure",
    ]);
  });
});
