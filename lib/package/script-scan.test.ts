import { describe, expect, it } from "vitest";
import { cpuMilliseconds } from "@/tests/support/cpu-time";
import { scanCss } from "./css-scan";
import { HOLE, scanScript } from "./script-scan";

function scan(text: string) {
  const words: string[] = [];
  const texts: string[] = [];
  scanScript(text, { word: (word) => words.push(word), text: (_raw, _at, read) => texts.push(read().value) });
  return { words, texts };
}

describe("scanScript", () => {
  it.each<[string, string[]]>([
    [`a = "b" + 'c'`, ["b", "c"]],
    [`'it\\'s' + "\\"" + 'a\\\nb'`, ["it's", '"', "ab"]],
    [`"\\x41\\u0042\\u{43}\\n\\q"`, ["ABC\nq"]],
    ["`a${b}c`", [`a${HOLE}c`]],
    ["`a${ {x: `in${1}ner`} }c` + 'd'", [`in${HOLE}ner`, `a${HOLE}c`, "d"]],
    ["`\\`\\${x}` + 'd'", ["`${x}", "d"]],
    ["// 'no'\n'yes' /* 'no' */", ["yes"]],
    [`x = /['"]/g; 'yes'`, ["yes"]],
    [`return /"/.test(a) ? 'b' : 'c'`, ["b", "c"]],
    [`x = a / b / 'c'`, ["c"]],
    [`x = (a) / b; y = 'c' / d`, ["c"]],
    [`x = [/[/'"]/, 'c']`, ["c"]],
    [`i++ / 2; 'a' / 3`, ["a"]],
    [`x.return / 2; 'a' / 3`, ["a"]],
    [`"unfinished\n'next'`, ["unfinished", "next"]],
    ["#!/usr/bin/env 'node'\n'a'", ["a"]],
    ["'unfinished", ["unfinished"]],
    ["`unfinished ${ 'a'", ["a"]],
  ])("texts of %s", (text, expected) => expect(scan(text).texts).toEqual(expected));

  it("gives words outside of texts and comments only", () => {
    expect(scan("eval /* not */ ('eval') // eval\n`eval ${fetch(x)}` é.ü").words).toEqual([
      "eval",
      "fetch",
      "x",
      "é",
      "ü",
    ]);
  });

  it.each([
    "'",
    '"',
    "`",
    "`${",
    "/",
    "(/",
    "(/[",
    "(/[(",
    "/*",
    "//",
    "\\",
    "{",
    "}",
    "a ",
    "${",
    "'\\",
    "1/",
    "`${`",
  ])("takes time in proportion to the text: %s", (piece) => {
    const text = piece.repeat(Math.ceil(2_000_000 / piece.length));
    expect(cpuMilliseconds(() => scan(text))).toBeLessThan(8_000);
  });
});

describe("scanCss", () => {
  it("finds what is loaded", () => {
    const css = `@import "a.css"; @import url(b.css);
      @namespace svg url(http://www.w3.org/2000/svg); @namespace url("http://www.w3.org/1999/xhtml");
      /* url(no.png) */ .x::before { content: "url(no.png)"; background: url( 'c d.png' ) }
      @font-face { src: url("e.woff2") format("woff2"), URL(f.woff) }`;
    expect([...scanCss(css)].map(({ url }) => url)).toEqual([
      "a.css",
      "b.css",
      "c d.png",
      "e.woff2",
      "f.woff",
    ]);
    expect([...scanCss("a{b:url(x)")][0]).toEqual({ url: "x", at: 8, end: 9, isImport: false });
  });

  it.each(["url(", "url('", '"', "/*", "@import ", "\\", "url(\\", "url(   "])(
    "takes time in proportion: %s",
    (piece) => {
      const text = piece.repeat(Math.ceil(2_000_000 / piece.length));
      let count = 0;
      const scanAll = () => {
        for (const { url } of scanCss(text)) count += url.length;
      };
      expect(cpuMilliseconds(scanAll)).toBeLessThan(8_000);
      expect(count).toBeLessThanOrEqual(text.length);
    },
  );
});
