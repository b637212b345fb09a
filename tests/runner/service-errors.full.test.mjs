import { execFileSync } from "node:child_process";
import path from "node:path";
import { expect, it } from "vitest";

const SCRIPT = path.resolve(import.meta.dirname, "../../bin/service-errors.mjs");

it("the error codes in the document of the API are those that services throw", () => {
  expect(() => execFileSync(process.execPath, [SCRIPT, "--check"], { stdio: "pipe" })).not.toThrow();
});
