import { transform } from "esbuild";
import { expect, test } from "vitest";
import { placeOf, withSourcePlaces } from "../project";
import { sourceFinder } from "./source-map";

const SOURCE = `interface Point {
  x: number;
}
const point: Point = { x: 1 };

export function fail(): never {
  throw new Error(String(point.x));
}
`;

test("a line of built code leads to that of its source", async () => {
  const { code, map } = await transform(SOURCE, {
    loader: "ts",
    sourcefile: "project:src/app.ts",
    sourcemap: true,
  });
  const line = code.split("\n").findIndex((text) => text.includes("throw")) + 1;
  expect(line).not.toBe(7);
  const find = sourceFinder(map);
  expect(find(line)).toEqual({ file: "src/app.ts", line: 7, column: 3 });
  const thrown = code.split("\n")[line - 1]!.indexOf("new Error") + 1;
  expect(find(line, thrown)).toEqual({ file: "src/app.ts", line: 7, column: 9 });
  expect(find(1_000)).toBeNull();
  const stack = `Error: 1\n    at fail (http://app.gum/src/app.js:${line}:${thrown})`;
  const problem = { source: "", line: 0, stack };
  const project = new Map([["src/app.ts", new Uint8Array()]]);
  const finders = new Map([["src/app.js", find]]);
  expect(placeOf(problem, project, finders)).toEqual({ file: "src/app.ts", line: 7 });
  expect(placeOf(problem, project)).toBeNull();

  // What is shown leads there, too.
  expect(withSourcePlaces(stack, finders)).toBe("Error: 1\n    at fail (http://app.gum/src/app.ts:7:9)");
  const others = "f@http://app.gum/src/app.js:1000:1\nhttp://app.gum/other.js:1:1\nsrc/app.js: 12:30";
  expect(withSourcePlaces(others, finders)).toBe(others);
});
