import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuMilliseconds } from "@/tests/support/cpu-time";
import { parseJson } from "./json";

describe("parseJson", () => {
  it("parses what JSON.parse parses", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        // parseJson refuses these on purpose.
        fc.pre(!text.includes("__proto__") && !text.includes("\\u0000"));
        expect(parseJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it("replaces halves of characters, except where any text is allowed", () => {
    const text = '{"a":["x\\ud800y","\\ud83d\\ude00"]}';
    expect(parseJson(text)).toEqual({ a: ["x\ufffdy", "\u{1f600}"] });
    expect(parseJson(text, { allowNul: true })).toEqual({ a: ["x\ud800y", "\u{1f600}"] });
  });

  it.each([
    ['{"a":1,"a":2}'],
    ['{"a":1,"\\u0061":2}'],
    ['[{"x":{"b":1,"c":2,"b":3}}]'],
    ['{"__proto__":{}}'],
    ['{"a":{"\\u005f_proto__":1}}'],
    ['{"a":"nul\\u0000"}'],
    ['["\\u0000"]'],
    ['{"a\\ud800":1}'],
    ["{"],
    ["undefined"],
    [""],
    ["{'a':1}"],
    ["[".repeat(100_000) + "]".repeat(100_000)],
  ])("refuses %s", (text) => {
    expect(() => parseJson(text)).toThrow(expect.objectContaining({ code: "invalid_json" }));
  });

  it.each([
    ["deep objects", `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`],
    ["open lists", "[".repeat(250_000)],
    ["one key again and again", `{${'"a":1,'.repeat(30_000)}"a":1}`],
    ["quotes", '"'.repeat(250_000)],
    ["backslashes", `"${"\\".repeat(250_000)}`],
  ])("reads %s in time that grows with their length", (_, text) => {
    expect(
      cpuMilliseconds(() => {
        expect(() => parseJson(text)).toThrow();
      }),
    ).toBeLessThan(1_000);
  });

  it.each([
    ['{"a":"a","b":"a"}'],
    ['[{"a":1},{"a":2}]'],
    ['{"a":{"a":{"a":1}}}'],
    ['{"a":"\\"a\\":","b":"{\\"a\\":1}"}'],
    ['{"a":["a","a",{"a":1}],"b":1}'],
    ['{"constructor":1}'],
    ["[".repeat(500) + "]".repeat(500)],
  ])("accepts %s", (text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });
});
