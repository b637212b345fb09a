import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "@/tests/support/depth";
import { JsonSyntaxError, parseJsonSource } from "./json-source";

function problemOf(text: string) {
  try {
    parseJsonSource(text);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return { problem: error.problem, ...error.place };
    throw error;
  }
  return null;
}

describe("parseJsonSource", () => {
  it("reads what JSON.parse reads, as it reads it", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.nat(4), (text, indent) => {
        const pretty = JSON.stringify(JSON.parse(text), null, indent);
        expect(JSON.stringify(parseJsonSource(pretty).value)).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  it("refuses what JSON.parse refuses", () => {
    const piece = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      '"',
      "a",
      "1",
      "-",
      ".",
      "e",
      "\\",
      "u00e9",
      " ",
      "\n",
      "true",
      "null",
      "/",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join("");
        let valid = true;
        try {
          JSON.parse(text);
        } catch {
          valid = false;
        }
        expect(problemOf(text) === null).toBe(valid);
      }),
      { numRuns: runs(20_000) },
    );
  });

  it.each([
    [
      '{\n  "name": "a",\n}',
      { problem: "a field name in double quotes was expected, not }", line: 3, column: 1 },
    ],
    [
      '{\n  "name": "a"\n  "b": 1\n}',
      { problem: 'a comma or a closing brace was expected, not "', line: 3, column: 3 },
    ],
    [
      "{\n  // hi\n}",
      { problem: "a field name in double quotes was expected, not a comment", line: 2, column: 3 },
    ],
    ["{'a': 1}", { problem: "a field name in double quotes was expected, not '", line: 1, column: 2 }],
    ['{"a": undefined}', { problem: "a value was expected, not a word", line: 1, column: 7 }],
    ['{"a": "x', { problem: "a text has no closing quote", line: 1, column: 7 }],
    ['{"a": "x\n"}', { problem: "a text has a line break or control character", line: 1, column: 9 }],
    ['{"a": 1} x', { problem: "the end was expected, not a word", line: 1, column: 10 }],
    ["", { problem: "a value was expected, not the end", line: 1, column: 1 }],
  ])("%j", (text, expected) => expect(problemOf(text)).toEqual(expected));

  it("stops at a depth", () => {
    expect(problemOf("[".repeat(100_000))?.problem).toBe("it is nested too deeply");
  });

  it("says where each value stands", () => {
    const source = parseJsonSource('{\n  "a": {\n    "b": [1,\n      2]\n  }\n}');
    expect(source.placeOf(["a", "b"])).toEqual({ line: 3, column: 5 });
    expect(source.placeOf(["a", "b", 1])).toEqual({ line: 4, column: 7 });
    expect(source.placeOf(["a", "missing", "deeper"])).toEqual({ line: 2, column: 3 });
    expect(source.placeOf(["missing"])).toEqual({ line: 1, column: 1 });
  });

  it("takes __proto__ as a key and notes what is there twice", () => {
    const source = parseJsonSource('{"__proto__": {"x": 1}, "a": 1, "a": 2}');
    expect(Object.getPrototypeOf(source.value)).toBeNull();
    expect(Object.keys(source.value as object)).toEqual(["__proto__", "a"]);
    expect((source.value as { a: number }).a).toBe(2);
    expect(source.duplicates.map(({ path }) => path)).toEqual([["a"]]);
    expect(({} as { x?: number }).x).toBeUndefined();
  });
});
