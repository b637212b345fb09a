import { describe, expect, test } from "vitest";
import { TreeBudget, treeOf } from "@/lib/sandbox/frame/inside/console-trees/tree";
import { tableOf, treeText, valueJson } from "./value-text";

const print = (...values: unknown[]) => treeOf("line", values, new TreeBudget());

describe("a value on one line", () => {
  test.each([
    ["text", "text"],
    [{ a: 1, "b c": "x" }, '{a: 1, "b c": "x"}'],
    [{ a: { b: { c: { d: 1 } } } }, "{a: {b: {…}}}"],
    [[1, "x\n\u001b", null, undefined], '(4) [1, "x\\n\\u001b", null, undefined]'],
    [new Map([["k", 1]]), 'Map(1) {"k" → 1}'],
    [new Set(["k"]), 'Set(1) {"k"}'],
    [Array.from({ length: 9 }, (_, at) => at), "(9) [0, 1, 2, 3, 4, …]"],
    [{}, "{}"],
    [[], "(0) []"],
  ])("%#", (value, text) => {
    expect(treeText(print(value))).toBe(text);
  });

  test("is cut with a mark", () => {
    expect(treeText(print("x".repeat(5_000)))).toMatch(/x…$/);
  });
});

describe("a value as JSON", () => {
  const json = (...values: unknown[]): unknown => {
    const tree = print(...values);
    return JSON.parse(valueJson(tree, tree.roots));
  };

  test("is what was printed", () => {
    const value = { a: [1, -0.5, true, null, "x"], b: { c: "</script>" } };
    expect(json(value)).toEqual(value);
    expect(json(1, "a")).toEqual([1, "a"]);
    expect(json(new Map([["k", [1]]]))).toEqual({ k: [1] });
    expect(json({ u: undefined, n: NaN, i: -Infinity, big: 2n })).toEqual({
      u: "undefined",
      n: "NaN",
      i: "-Infinity",
      big: "2n",
    });
  });

  test("says what is missing, and ends where a value is in itself", () => {
    const loop: Record<string, unknown> = { a: 1 };
    loop["self"] = loop;
    expect(json(loop)).toEqual({ a: 1, self: "[Circular]" });
    expect(json(Array.from({ length: 150 }, () => 0))).toHaveLength(101);
  });

  test("has an end where values share what is in them", () => {
    let value: unknown = "end";
    for (let level = 0; level < 5; level += 1) {
      const inner = value;
      value = Array.from({ length: 30 }, () => inner);
    }
    const tree = print(value);
    expect(valueJson(tree, tree.roots).length).toBeLessThan(1_000_000);
  });
});

test("a table has the properties of its rows as columns", () => {
  const tree = print([{ a: 1, b: 2 }, { b: 3 }, 4]);
  const table = tableOf(tree)!;
  expect(table.columns).toEqual(["a", "b"]);
  expect(
    table.rows.map(({ name, cells, value }) => [name, cells.map((cell) => cell !== null), value !== null]),
  ).toEqual([
    ["0", [true, true], false],
    ["1", [false, true], false],
    ["2", [false, false], true],
  ]);
  expect(tableOf(print(5))).toBeNull();
});
