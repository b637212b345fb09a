import { describe, expect, it } from "vitest";
import { AppError } from "@/lib/shared/errors";
import { parseTextSearch, type TextSearchForm } from "./rest-text-search";

const word = (text: string, isPrefix = false) => ({ op: "word", text, isPrefix });

describe("a text search", () => {
  it("with operators has and before or, not, parentheses, quotes and prefixes", () => {
    expect(parseTextSearch("fts", "'plum' & (pear:* | !fig)|app", undefined)).toEqual({
      op: "or",
      parts: [
        {
          op: "and",
          parts: [word("plum"), { op: "or", parts: [word("pear", true), { op: "not", part: word("fig") }] }],
        },
        word("app"),
      ],
    });
    expect(parseTextSearch("fts", "'it''s':*", "simple")).toEqual(word("it's", true));
  });

  it("of words, of a phrase, and as in search engines", () => {
    expect(parseTextSearch("plfts", "Ripe plums!", undefined)).toEqual({
      op: "and",
      parts: [word("Ripe"), word("plums")],
    });
    expect(parseTextSearch("phfts", " ripe plums ", undefined)).toEqual({ op: "phrase", text: "ripe plums" });
    expect(parseTextSearch("wfts", 'plum "ripe pears" or 梅 -worm - "', undefined)).toEqual({
      op: "or",
      parts: [
        { op: "and", parts: [word("plum"), { op: "phrase", text: "ripe pears" }] },
        { op: "and", parts: [word("梅"), { op: "not", part: word("worm") }] },
      ],
    });
    for (const form of ["fts", "plfts", "phfts", "wfts"] as const)
      expect(parseTextSearch(form, " ?! ", undefined)).toBeNull();
  });

  it.each<[TextSearchForm, string, string | undefined, string]>([
    ["fts", "ripe plums", undefined, "42601"],
    ["fts", "ripe <-> plums", undefined, "42601"],
    ["fts", "(plums", undefined, "42601"],
    ["fts", "plums &", undefined, "42601"],
    ["fts", "plums') --", undefined, "42601"],
    ["fts", "!!!!!!plums", undefined, "PGRST100"],
    ["wfts", "a".repeat(201), undefined, "PGRST100"],
    ["plfts", Array(13).fill("a").join(" "), undefined, "PGRST100"],
    ["plfts", "plums", "english", "42704"],
  ])("%s of %s (%s) is refused", (form, text, configuration, code) => {
    let error: unknown;
    try {
      parseTextSearch(form, text, configuration);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(AppError);
    expect((error as AppError).details).toMatchObject({ rest: { code } });
  });
});
