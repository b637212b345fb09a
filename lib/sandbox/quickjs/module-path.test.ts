import { expect, test } from "vitest";
import { modulePath } from "./module-path";

const files = ["main.js", "lib/a.js", "lib/b/index.js", "data.json"];
const has = (name: string) => files.includes(name);

test.each([
  ["main.js", "./lib/a.js", "lib/a.js"],
  ["main.js", "./lib/a", "lib/a.js"],
  ["lib/a.js", "./b", "lib/b/index.js"],
  ["lib/b/index.js", "../../data.json", "data.json"],
  ["lib/a.js", "/main.js", "main.js"],
  ["lib/a.js", "../../../main.js", "main.js"],
])("%s imports %s", (base, requested, found) => {
  expect(modulePath(base, requested, has)).toBe(found);
});

test("what is not in the package is named", () => {
  expect(() => modulePath("main.js", "./no.js", has)).toThrow('The package has no file "no.js".');
  expect(() => modulePath("main.js", "lodash", has)).toThrow('Modules are named by their path: "lodash".');
});
