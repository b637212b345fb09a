import { describe, expect, it } from "vitest";
import { readUsername } from "./username";

const keyOf = (name: string) => {
  const read = readUsername(name);
  if (!read.ok) throw new Error(`${name}: ${read.problem}`);
  return read.key;
};
const problemOf = (name: string) => {
  const read = readUsername(name);
  return read.ok ? null : read.problem;
};

describe("readUsername", () => {
  it.each([
    ["Ren", "ren"],
    ["  @mika ", "mika"],
    ["ＦＵＬＬｗｉｄｔｈ", "fullwidth"],
    ["太郎", "太郎"],
    ["さくら", "さくら"],
    ["ﾄﾞﾗﾑ", "ドラム"],
    ["drum_ドラム", "drum_ドラム"],
    ["Ångström", "ångström"],
    ["юрий", "юрий"],
    ["user.name-1_", "user.name-1_"],
    // 30 characters, each with a mark of its own.
    ["बि".repeat(30), "बि".repeat(30)],
  ])("keeps %s as %s", (typed, kept) => {
    expect(readUsername(typed)).toMatchObject({ ok: true, username: kept });
  });

  it.each([
    ["", "too_short"],
    ["ab", "too_short"],
    ["蓮", "too_short"],
    ["a".repeat(31), "too_long"],
    ["ab".repeat(40), "too_long"],
    ["with space", "invalid_characters"],
    ["zero\u200bwidth", "invalid_characters"],
    ["soft\u00adhyphen", "invalid_characters"],
    ["hangul\u3164filler", "invalid_characters"],
    ["rtl\u202eover", "invalid_characters"],
    ["vs\ufe0fvs", "invalid_characters"],
    ["nul\0nul", "invalid_characters"],
    ["_under", "invalid_characters"],
    ["dot.", "invalid_characters"],
    ["two..dots", "invalid_characters"],
    ["emoji😀", "invalid_characters"],
    ["<script>", "invalid_characters"],
    ["za\u0301\u0301\u0301\u0301lgo", "invalid_characters"],
    ["pаypal", "mixed_scripts"],
    ["mikα", "mixed_scripts"],
    ["admin", "reserved"],
    ["Admin", "reserved"],
    ["ad\u006din", "reserved"],
    ["supp0rt", "reserved"],
    ["gum", "reserved"],
    ["ме", "too_short"],
    ["timeline", "reserved"],
  ])("refuses %j: %s", (typed, problem) => {
    expect(problemOf(typed)).toBe(problem);
  });

  it("gives confusable names the same key", () => {
    expect(keyOf("MIKA")).toBe(keyOf("mika"));
    expect(keyOf("m1ka_l")).toBe(keyOf("mlka_1"));
    expect(keyOf("foo")).toBe(keyOf("f00"));
    expect(keyOf("modern")).toBe(keyOf("modem"));
    // All Cyrillic, all Latin
    expect(keyOf("сосо")).toBe(keyOf("coco"));
    expect(keyOf("ロボ")).toBe(keyOf("口ボ"));
    expect(keyOf("エース")).toBe(keyOf("工ース"));
  });

  it("gives distinguishable names different keys", () => {
    expect(keyOf("bili")).not.toBe(keyOf("bill"));
    expect(keyOf("かき")).not.toBe(keyOf("がき"));
    expect(keyOf("a_b")).not.toBe(keyOf("a.b"));
  });

  it("is idempotent", () => {
    for (const name of ["İstanbul", "ﬁne", "Straße", "ΣΊΣΥΦΟΣ"]) {
      const once = readUsername(name);
      if (!once.ok) continue;
      expect(readUsername(once.username)).toEqual(once);
    }
  });
});
