import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mentionedNames, parseRichText } from "./rich-text";

const found = (text: string) =>
  parseRichText(text)
    .filter((part) => part.type !== "text")
    .map((part) => `${part.type}:${part.text}`);

describe("rich text", () => {
  it.each([
    ["see https://example.com/a?b=c.", ["link:https://example.com/a?b=c"]],
    [
      "(https://en.wikipedia.org/wiki/Gum_(disambiguation))",
      ["link:https://en.wikipedia.org/wiki/Gum_(disambiguation)"],
    ],
    ["詳しくはhttps://example.jp/をどうぞ", ["link:https://example.jp/"]],
    ["www.example.com/a, またはwww.example.jp。", ["link:www.example.com/a", "link:www.example.jp"]],
    ["awww.example.com www. www.x me@www.example.com", []],
    ["javascript:alert(1) data:text/html,x", []],
    ["hi @mika, and @ren.", ["mention:@mika", "mention:@ren"]],
    ["mail me@example.com", []],
    ["＠蓮 さん", ["mention:＠蓮"]],
    [
      "夕焼け #落書き帳 #ゲーム・音楽 ＃散歩",
      ["hashtag:#落書き帳", "hashtag:#ゲーム・音楽", "hashtag:＃散歩"],
    ],
    ["we are #1 and #2026", []],
    ["a#b &#39; https://x.test/#top", ["link:https://x.test/#top"]],
    ["#gum,#app", ["hashtag:#gum", "hashtag:#app"]],
  ])("in %j: %j", (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it("leads to https where a link begins with www.", () => {
    expect(parseRichText("www.example.com")).toEqual([
      { type: "link", text: "www.example.com", href: "https://www.example.com/" },
    ]);
  });

  it("lists each mentioned person once, at most ten", () => {
    expect(mentionedNames("@Mika @mika @REN")).toEqual(["mika", "ren"]);
    expect(mentionedNames(Array.from({ length: 20 }, (_, i) => `@name${i}`).join(" "))).toHaveLength(10);
  });

  it("keeps the whole text and makes http links only", () => {
    const pieces = fc.constantFrom(
      "@",
      "#",
      "https://",
      "http://a.b",
      " ",
      "\n",
      "あ",
      "漢",
      "é",
      "(",
      ")",
      ".",
      "1",
      "👩‍👩‍👧",
      "a",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string({ maxLength: 4 })), { maxLength: 30 }), (list) => {
        const text = list.join("");
        const parts = parseRichText(text);
        expect(parts.map((part) => part.text).join("")).toBe(text);
        for (const part of parts) if (part.type === "link") expect(part.href).toMatch(/^https?:\/\//);
      }),
      { numRuns: 500 },
    );
  });
});
