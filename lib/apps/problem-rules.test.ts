import { describe, expect, it } from "vitest";
import { PROBLEM_MESSAGE_CHARS } from "@/lib/config/statistics-limits";
import {
  fileNotLoaded,
  fileOfUrl,
  messageToKeep,
  placeInStack,
  placeToKeep,
  PROBLEM_MUTED,
  PROBLEM_NOT_LOADED,
} from "./problem-rules";

describe("the message of a problem", () => {
  it.each([
    [
      "TypeError: Cannot read properties of undefined (reading 'anna')",
      "TypeError: Cannot read properties of undefined (reading …)",
    ],
    ["Uncaught ReferenceError: score is not defined", "ReferenceError: score is not defined"],
    [
      `SyntaxError: Unexpected token 'D', "Dear "Anna"" is not valid JSON`,
      "SyntaxError: Unexpected token … is not valid JSON",
    ],
    [
      `SyntaxError: Unexpected token 'D', ..."e "Anna", b"... is not valid JSON`,
      "SyntaxError: Unexpected token … is not valid JSON",
    ],
    ["Error: Can't find the note “Dear Anna”", "Error: Can't find the note …"],
    ['Error: Unterminated "Dear Anna', "Error: Unterminated …"],
    ["Error: No such note: 「アンナへ」 です", "Error: No such note: … です"],
    ["Error: anna@example.org has 12 notes", "Error: … has # notes"],
    ["Error: Failed to load https://example.org/anna?x=1 twice", "Error: Failed to load … twice"],
    ["Error: no file notes/anna.txt or C:\\anna", "Error: no file … or …"],
    ["Error: @anna is away", "Error: … is away"],
    [
      "SyntaxError: Invalid regular expression: /Dear Anna (/: Unterminated group",
      "SyntaxError: Invalid regular expression: …: Unterminated group",
    ],
    ["SyntaxError: Cannot convert Dear Anna to a BigInt", "SyntaxError: Cannot convert … to a BigInt"],
    ["Error: bad token 8f3a9c2e7b1d4f60 on 2026-11-27", "Error: bad token … on #"],
    ["RangeError: 3.14 is not in 0..1", "RangeError: # is not in #..#"],
    ['Error: {"name":"Anna"} and [1, 2] <b>Anna</b>', "Error: … and …"],
    ["Error: first line\nDear Anna", "Error: first line"],
    ["Error: hid\u0000den\u202e", "Error: hidden"],
    ["NotFoundError", "NotFoundError:"],
    [
      "TypeError: URL constructor: Dear Anna: hello is not a valid URL.",
      "TypeError: URL constructor: … is not a valid URL.",
    ],
    [
      "TypeError: Window.fetch: Dear Anna is not a valid URL.",
      "TypeError: Window.fetch: … is not a valid URL.",
    ],
    ["TypeError: Dear Anna is not a valid URL.", "TypeError: … is not a valid URL."],
    [
      "RangeError: Value Dear Anna out of range for Intl.DateTimeFormat options property month",
      "RangeError: Value … out of range for Intl.DateTimeFormat options property month",
    ],
    ["RangeError: Invalid time zone specified: Dear Anna", "RangeError: Invalid time zone specified: …"],
    [
      "RangeError: invalid time zone in DateTimeFormat(): Dear Anna",
      "RangeError: invalid time zone in DateTimeFormat(): …",
    ],
    ["RangeError: Invalid currency code : Dear Anna", "RangeError: Invalid currency code : …"],
  ])("of %j keeps no value", (message, kept) => {
    expect(messageToKeep(message)).toBe(kept);
  });

  it.each(["Dear Anna", "Anna: hello", '{"name":"Anna"}', "", "Mistakes were made", "TypeErrors: Anna"])(
    "is empty for %j, which is no error",
    (message) => {
      expect(messageToKeep(message)).toBe("");
    },
  );

  it.each([
    ["https://app.gum.test/js/anna.js could not be loaded", PROBLEM_NOT_LOADED],
    ["An error in https://app.gum.test/js/a.js, which the browser does not explain", PROBLEM_MUTED],
    ["Script error.", PROBLEM_MUTED],
  ])("of %j, which the frame says, is a fixed one", (message, kept) => {
    expect(messageToKeep(message)).toBe(kept);
    expect(messageToKeep(kept)).toBe(kept);
  });

  it("is at most 200 characters, and the same when it is shortened again", () => {
    const long = messageToKeep(`Error: ${"word 😀 ".repeat(100)}`);
    expect([...long].length).toBeLessThanOrEqual(PROBLEM_MESSAGE_CHARS);
    for (const message of [long, messageToKeep("Error: 'a' 12 x@y.z https://a.b {c}")])
      expect(messageToKeep(message)).toBe(message);
  });

  it("takes no time for long and hostile text", () => {
    const started = performance.now();
    for (const part of ["'", '"', "a:", "{", "/", "@", "1.", "-", "…", " ", "ab1"])
      messageToKeep(`Error: ${part.repeat(50_000)}`);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

describe("the place of a problem", () => {
  it("is a file of a package and a line", () => {
    expect(placeToKeep("js/main.js", 12)).toBe("js/main.js:12");
    expect(placeToKeep("index.html", 0)).toBe("index.html");
    expect(placeToKeep("絵/メイン.js", 3)).toBe("絵/メイン.js:3");
    expect(placeToKeep("data/1234567.json", 1)).toBe("data/#.json:1");
    for (const file of [
      "",
      "notes/anna",
      "anna@example.org.js",
      "a\nb.js",
      "a\u202eb.js",
      "../x/y",
      `${"a".repeat(200)}.js`,
    ])
      expect(placeToKeep(file, 1)).toBe("");
  });

  it("is read from a URL or a stack", () => {
    expect(fileOfUrl("https://abc.gum.test/js/main.js?anna#x")).toBe("js/main.js");
    expect(fileOfUrl("main.js")).toBe("main.js");
    expect(fileOfUrl("https://x.test/%")).toBe("");
    const stack =
      "Error: x\n    at run (https://x.test/run/anna:1:2)\n    at f (https://x.test/js/a.js:10:5)";
    expect(placeInStack(stack)).toEqual({ file: "js/a.js", line: 10 });
    expect(placeInStack("f@https://x.test/b.js:3:1\n")).toEqual({ file: "b.js", line: 3 });
    expect(placeInStack("    at main (main.js:7)")).toEqual({ file: "main.js", line: 7 });
    expect(placeInStack("Error")).toBeNull();
    expect(fileNotLoaded("https://x.test/js/a.js could not be loaded")).toBe("js/a.js");
    expect(fileNotLoaded("Error: js/a.js could not be loaded")).toBe("");
  });
});
