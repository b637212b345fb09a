import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { hasHiddenCharacterOrBreak } from "@/lib/shared/hidden-characters";
import { putCardSchema } from "./card-contract";
import { cardText, derivedCard } from "./card-rules";

describe("a text on a card", () => {
  test.each([
    ["\u202eSign in\u2066 here\u2069", "Sign in here"],
    ["two\nlines\tand\u2028more", "two lines and more"],
    ["a\u0000\u200b\u{E0041}\ud800b", "ab"],
    ["  wide\u3000\u2800  space ", "wide space"],
    [
      "👩‍👩‍👧 🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F} 葛\u{E0100}",
      "👩‍👩‍👧 🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F} 葛\u{E0100}",
    ],
    ["<b>bold</b> https://example.com", "<b>bold</b> https://example.com"],
  ])("%j is %j", (text, shown) => {
    expect(cardText(text, 80)).toBe(shown);
  });

  it("is clipped by what a person sees as one character", () => {
    expect(cardText("👩‍👩‍👧".repeat(5), 3)).toBe("👩‍👩‍👧👩‍👩‍👧…");
    expect(cardText("abc", 3)).toBe("abc");
    expect(cardText(`o${"\u0308".repeat(900)}k`, 80).length).toBeLessThan(10);
  });

  it("never hides anything, and is never longer than it may be", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 300 }),
        fc.integer({ min: 1, max: 80 }),
        (text, max) => {
          const shown = cardText(text, max);
          expect(hasHiddenCharacterOrBreak(shown)).toBe(false);
          expect(shown).not.toMatch(/\p{Cs}/u);
          expect([...new Intl.Segmenter("en").segment(shown)].length).toBeLessThanOrEqual(max);
        },
      ),
    );
  });
});

describe("a card", () => {
  it("has 2 KB at most", () => {
    const lines = (text: string) => putCardSchema.safeParse({ lines: Array(6).fill(text) }).success;
    expect(lines("x".repeat(120))).toBe(true);
    expect(lines("字".repeat(120))).toBe(false);
    expect(lines("字".repeat(100))).toBe(true);
  });

  it("is not made of lines that show nothing", () => {
    expect(putCardSchema.parse({ title: "x", lines: ["a", "\u200b", ""] }).lines).toEqual(["a"]);
    expect(putCardSchema.safeParse({ lines: ["\u200b"] }).success).toBe(false);
  });
});

describe("the card of an app that sets none", () => {
  const known = { title: "Lunch", lines: ["1 vote"], bars: [], alt: "" };
  it("keeps what an update does not name", () => {
    expect(derivedCard({ summary: "2 votes" }, known)).toEqual({ ...known, lines: ["2 votes"] });
    expect(derivedCard({ document: "Dinner" }, known)).toEqual({ ...known, title: "Dinner" });
    expect(derivedCard({ summary: "1 vote" }, null)).toEqual({ ...known, title: "" });
  });
  it("does not change when an update says the same", () => {
    expect(derivedCard({ summary: "1  vote\n" }, known)).toBeNull();
    expect(derivedCard({ summary: "" }, null)).toBeNull();
  });
});
