import { describe, expect, it } from "vitest";
import { countGraphemes, countShown, graphemesOf, isBlank } from "./visible-text";
import { hasHiddenCharacter, hasHiddenCharacterOrBreak, quotable } from "./hidden-characters";

const U = (...codePoints: number[]) => String.fromCodePoint(...codePoints);

describe("hidden characters", () => {
  it.each([
    "Gum",
    "お絵かき帳",
    "👨‍👩‍👧 Family",
    "👩🏽‍🚀",
    "🏳️‍🌈",
    "❤️‍🔥",
    "🏃‍♂️",
    "1️⃣",
    "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
    `邉${U(0xe0101)}`,
    "می‌خواهم",
    "क्‍ष".replace("क्", "क"),
    "☀︎",
  ])("takes %s as a name", (name) => {
    expect(hasHiddenCharacterOrBreak(name)).toBe(false);
  });

  it.each([
    ["a line break", "a\nb"],
    ["a tab", "a\tb"],
    ["NUL", "a\0"],
    ["a direction override", `a${U(0x202e)}b`],
    ["a direction mark", `a${U(0x200f)}`],
    ["a zero-width space", `G${U(0x200b)}um`],
    ["a joiner between Latin letters", `G${U(0x200d)}um`],
    ["a look selector after a letter", `G${U(0xfe0f)}um`],
    ["a look selector after a digit", `1${U(0xfe0f)}`],
    ["a Hangul filler alone", U(0x3164)],
    ["tags without a flag", `a${U(0xe0041, 0xe007f)}`],
    ["private use", U(0xf8ff)],
    ["half a surrogate pair", "a\ud800"],
  ])("refuses %s in a name", (_, name) => {
    expect(hasHiddenCharacterOrBreak(name)).toBe(true);
  });

  it("accepts lines and direction marks in a text, but no direction override", () => {
    expect(hasHiddenCharacter(`one\n\ttwo${U(0x200f)}`)).toBe(false);
    expect(hasHiddenCharacter("🏴󠁧󠁢󠁥󠁮󠁧󠁿")).toBe(false);
    expect(hasHiddenCharacter(`a${U(0x202e)}`)).toBe(true);
    expect(hasHiddenCharacter("a\u0007")).toBe(true);
  });

  it("counts graphemes, and stops at excessively long ones", () => {
    expect(countGraphemes("👨‍👩‍👧👨‍👩‍👧", 32)).toBe(2);
    expect(countGraphemes("が".normalize("NFD"), 32)).toBe(1);
    expect(countGraphemes(`a${"\u0301".repeat(40)}`, 32)).toBe(33);
    expect(countGraphemes("x".repeat(5_000_000), 32)).toBe(33);
    // In one piece these would take 16 GB.
    expect(countGraphemes("x".repeat(100_000), 100_000)).toBe(100_000);
    const mixed = "a👨‍👩‍👧🇯🇵が\r\n".normalize("NFD");
    expect(countGraphemes(mixed.repeat(2_000), 20_000)).toBe(10_000);
    expect([...graphemesOf(mixed.repeat(2_000))].join("")).toBe(mixed.repeat(2_000));
  });

  it("counts beyond a limit, but not without end", () => {
    expect(countShown("x".repeat(52), 50)).toBe(52);
    expect(countShown("x".repeat(5_000_000), 50)).toBe(201);
  });
});

describe("isBlank", () => {
  it.each(["", " \n\t", "\u3000", "\u200B\u2060", "\u3164", "\u2800", "\uFE0F", "\u{E0041}"])(
    "%j is",
    (text) => expect(isBlank(text)).toBe(true),
  );
  it.each(["a", "\u200Ba", "。", "❤\uFE0F", "\uF8FF", "👩\u200D🚀"])("%j is not", (text) =>
    expect(isBlank(text)).toBe(false),
  );
});

describe("a text inside our quotation marks", () => {
  it.each(["”", '"', "「", "」", "』", "｣", "＂", "〞", "﹂", "❞", "″", "ˮ", "⌟", "»", "’"])(
    "does not end at %s",
    (mark) => {
      expect(quotable(`Fine${mark} Gum asks:`)).toBe("Fine' Gum asks:");
    },
  );

  it("stays on one line and keeps what is harmless", () => {
    expect(
      quotable(`  one\r\n\r\ntwo${U(0x2028)}three${U(0x202e)} ${U(0x3164)}${U(0x2800)} 天気を表示します。`),
    ).toBe("one two three 天気を表示します。");
  });
});
