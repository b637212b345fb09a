import { describe, expect, it } from "vitest";
import { countChars, firstGraphemes, normalizeText, titleOf } from "./rules";

describe("post", () => {
  it("counts code points", () => {
    expect(countChars("aあ👍")).toBe(3);
  });

  it("takes the first fifty graphemes for the title", () => {
    const family = "👩‍👩‍👧‍👦";
    expect(titleOf(family.repeat(60))).toBe(family.repeat(50));
    expect(titleOf("が".normalize("NFD").repeat(51))).toBe("が".normalize("NFD").repeat(50));
    expect(titleOf("one\ntwo")).toBe("one two");
    expect(firstGraphemes("abc", 5)).toBe("abc");
  });

  it("normalizes line ends and lone surrogates", () => {
    expect(normalizeText("\n \n a\r\nb\rc \n\n")).toBe(" a\nb\nc");
    expect(normalizeText("x\uD800y")).toBe("x\uFFFDy");
    expect(normalizeText("👍")).toBe("👍");
  });
});
