import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { costOf, SIZES, tables } from "../bench/scale.mjs";

/** A formatter may align the cells. */
const plain = (text) => text.replace(/[ -]+/g, " ").trim();

it("docs/scale.md has what the simulation computes", () => {
  const page = fs.readFileSync(path.resolve(import.meta.dirname, "../../docs/scale.md"), "utf8");
  const [, shown] = /<!-- tables -->\n([^]*)<!-- \/tables -->/.exec(page);
  expect(plain(shown)).toBe(plain(tables()));
});

it("costs grow with people", () => {
  const [small, middle, large] = SIZES.map(costOf);
  for (const part of Object.keys(small)) {
    expect(middle[part], part).toBeGreaterThan(small[part]);
    expect(large[part], part).toBeGreaterThan(middle[part]);
  }
});
