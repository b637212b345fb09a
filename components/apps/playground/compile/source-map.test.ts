import { transform } from "esbuild";
import { expect, test } from "vitest";
import { placeOf } from "../project";
import { sourcePlace } from "./source-map";

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
  expect(sourcePlace(map, line)).toEqual({ file: "src/app.ts", line: 7 });
  expect(sourcePlace(map, line, 3)).toEqual({ file: "src/app.ts", line: 7 });
  expect(sourcePlace(map, 1_000)).toBeNull();
  const problem = {
    source: "",
    line: 0,
    stack: `Error: 1\n    at fail (http://app.gum/src/app.js:${line}:9)`,
  };
  const project = new Map([["src/app.ts", new Uint8Array()]]);
  expect(placeOf(problem, project, new Map([["src/app.js", map]]))).toEqual({ file: "src/app.ts", line: 7 });
  expect(placeOf(problem, project)).toBeNull();
});
