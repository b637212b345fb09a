import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldText, searchQuery, textTerms } from "./terms";

/** Matches as PostgreSQL does, for queries made of `&` only. */
function matches(text: string, typed: string): boolean {
  const terms = textTerms(text);
  const query = searchQuery(typed);
  if (!query) return false;
  return query.split(" & ").every((lexeme) => {
    const [, term, beginning] = /^'(.*)'(:\*)?$/.exec(lexeme)!;
    return beginning ? terms.some((other) => other.startsWith(term!)) : terms.includes(term!);
  });
}

describe("search terms", () => {
  it.each([
    ["Falling Blocks", "bloc", true],
    ["Falling Blocks", "FALLING blocks", true],
    ["Falling Blocks", "locks", false],
    ["Café Société", "cafe", true],
    ["お絵かきパッド", "絵", true],
    ["お絵かきパッド", "ド", true],
    ["お絵かきパッド", "絵か", true],
    ["お絵かきパッド", "お絵かき", true],
    ["お絵かきパッド", "かき氷", false],
    ["3Dパズル", "パズル", true],
    ["3Dパズル", "3d", true],
    ["ガム", "ガム", true],
    ["ｶﾞﾑ ＡＢＣ", "ガム abc", true],
    ["Привет мир", "мир", true],
    ["メモ帳", "メモ 帳", true],
  ])("of %s: %s is found: %s", (text, typed, found) => {
    expect(matches(text, typed)).toBe(found);
  });

  it("has no query for text without letters or digits", () => {
    for (const typed of ["", "  ", "!?*&|':\\", "🎨"]) expect(searchQuery(typed)).toBeNull();
  });

  it("finds a text by any prefix, and never makes a lexeme that needs escaping", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 20 }), fc.nat(), (text, cut) => {
        const typed = [...text].slice(0, 1 + (cut % 20)).join("");
        expect(searchQuery(text) ?? "").not.toMatch(/\\|''/);
        // A combining mark that is cut off its letter is another letter.
        if (searchQuery(typed) && foldText(text).startsWith(foldText(typed)))
          expect(matches(text, typed)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
