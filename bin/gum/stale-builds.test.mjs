import { expect, it } from "vitest";
import * as format from "../../lib/package/compile-plan.ts";
import { staleBuilds } from "./stale-builds.mjs";

const BUILT_AT = 1_000_000;

/** What is stale of a folder where one file was changed a minute after Gum built it. */
function ownAfter(changed) {
  const text = new TextEncoder();
  const files = new Map([
    ["manifest.json", text.encode("{}")],
    ["main.ts", text.encode("")],
    ["main.js", text.encode(format.withMark("main.ts", ""))],
    ["other.ts", text.encode("")],
    ["other.js", text.encode(format.withMark("other.ts", ""))],
    [changed, text.encode(changed === "other.js" ? format.withMark("other.ts", "") : "")],
  ]);
  const times = new Map([...files.keys()].map((name) => [name, BUILT_AT]));
  times.set(changed, BUILT_AT + 60_000);
  return staleBuilds(format, files, times).own;
}

it.each([
  "main.ts",
  "view.tsx",
  "view.jsx",
  "util.mts",
  "util.js",
  "util.mjs",
  "util.cjs",
  "data/levels.json",
  "style.css",
  "LEVELS.JSON",
  "tsconfig.json",
])("builds again what may have %s in it", (name) => {
  expect(ownAfter(name)).toEqual(["main.js", "other.js"]);
});

it.each([
  // Imported as an address.
  "picture.png",
  "levels.txt",
  "index.html",
  "types.d.ts",
  "manifest.json",
  "node_modules/x/util.js",
])("does not build again for %s", (name) => {
  expect(ownAfter(name)).toEqual([]);
});

it("does not build again for what it has built", () => {
  expect(ownAfter("other.js")).toEqual([]);
});
