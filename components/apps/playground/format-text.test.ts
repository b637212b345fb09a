import { expect, test } from "vitest";
import { formatText } from "./format-text";
import { isFormatted } from "./playground-names";

test.each([
  ["a.ts", "const a:number=1", "const a: number = 1;\n"],
  ["a.tsx", "const a=<b>{c}</b>", "const a = <b>{c}</b>;\n"],
  ["a.js", "f( 1 )", "f(1);\n"],
  ["a.json", '{"a":1}', '{ "a": 1 }\n'],
  ["a.css", "a{b:c}", "a {\n  b: c;\n}\n"],
  ["a.html", "<p>x<script>f( 1 )</script>", "<p>\n  x\n  <script>\n    f(1);\n  </script>\n</p>\n"],
  ["a.md", "*  a", "- a\n"],
])("%s is formatted", async (path, text, formatted) => {
  expect(isFormatted(path)).toBe(true);
  expect(await formatText(path, text)).toBe(formatted);
});

test("what cannot be read says where, and other files stay", async () => {
  await expect(formatText("a.js", "let = ;")).rejects.toThrow(/\(1:\d+\)/);
  expect(isFormatted("a.png")).toBe(false);
  expect(isFormatted("a.svg")).toBe(false);
});
